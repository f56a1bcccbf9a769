// A thread has a row, and writes the properties that are asked for, one after the other. Doubles are computed as on the
// CPU, by the functions of engine/vocabulary.
#include <cuda_runtime.h>

#include <array>
#include <cmath>

#include "cuda/measure/write_properties.hpp"
#include "cuda/runtime/launch.cuh"
#include "engine/vocabulary/intensity_values.hpp"
#include "engine/vocabulary/shape_values.hpp"
#include "engine/vocabulary/table_rows.hpp"

namespace glccl::cuda {
namespace {

constexpr unsigned threads = 128;

/// The properties that are written, in this order.
struct Wanted {
  RegionProperty properties[PropertyTable::most_properties] = {};
  int count = 0;
};

/// Bytes of a row at which optional columns begin; 0: the rows do not have them.
struct RowOffsets {
  std::uint32_t moments;
  std::uint32_t moments_z;
  std::uint32_t quads;
  std::uint32_t cubes;
  std::uint32_t intensity;
  std::uint32_t intensity_z;
};

/// A symmetric matrix of the axes (z, y, x), or (y, x), and its eigenvalues.
struct Tensor {
  double xx, yy, zz, xy, xz, yz;
};

/// Rotates two axes of a symmetric matrix so that the product of the two becomes 0 (a step of Jacobi's method). `other`
/// are the products of the third axis with the first and with the second one.
__device__ void rotate(double& first, double& second, double& product, double& other_first, double& other_second) {
  if (product == 0.0) return;
  const double theta = (second - first) / (2.0 * product);
  const double t = (theta < 0.0 ? -1.0 : 1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
  const double c = 1.0 / sqrt(t * t + 1.0);
  const double s = t * c;
  first -= t * product;
  second += t * product;
  product = 0.0;
  const double before = other_first;
  other_first = c * before - s * other_second;
  other_second = s * before + c * other_second;
}

__device__ void order(double& larger, double& smaller) {
  if (larger >= smaller) return;
  const double before = larger;
  larger = smaller;
  smaller = before;
}

/// The eigenvalues, the largest first, none below 0. Of two axes the last one is 0.
__device__ void find_eigenvalues(Tensor m, double (&values)[3]) {
  constexpr int most_sweeps = 12;  // The method converges quadratically: five do.
  for (int sweep = 0; sweep < most_sweeps && (m.xy != 0.0 || m.xz != 0.0 || m.yz != 0.0); ++sweep) {
    rotate(m.xx, m.yy, m.xy, m.xz, m.yz);
    rotate(m.xx, m.zz, m.xz, m.xy, m.yz);
    rotate(m.yy, m.zz, m.yz, m.xy, m.xz);
  }
  values[0] = fmax(m.xx, 0.0);
  values[1] = fmax(m.yy, 0.0);
  values[2] = fmax(m.zz, 0.0);
  order(values[0], values[1]);
  order(values[1], values[2]);
  order(values[0], values[1]);
}

/// The component of a row, with what was measured of it.
struct RowMeasures {
  const unsigned char* row;
  const RowOffsets& offsets;
  std::uint32_t axes;
  bool is_volume;
  Component component;

  __device__ std::uint64_t integer(std::uint32_t offset, int index) const {
    return offset == 0 ? 0 : reinterpret_cast<const std::uint64_t*>(row + offset)[index];
  }
  __device__ CentralMoments moments() const {
    Moments raw;
    raw.xx = integer(offsets.moments, 0);
    raw.xy = integer(offsets.moments, 1);
    raw.yy = integer(offsets.moments, 2);
    raw.xz = integer(offsets.moments_z, 0);
    raw.yz = integer(offsets.moments_z, 1);
    raw.zz = integer(offsets.moments_z, 2);
    return values::central_moments(component, raw);
  }
  __device__ Quads quads() const {
    Quads found;
    found.one = integer(offsets.quads, 0);
    found.two = integer(offsets.quads, 1);
    found.three = integer(offsets.quads, 2);
    found.diagonal = integer(offsets.quads, 3);
    return found;
  }
  /// That of the most neighbours.
  __device__ std::int64_t euler_number() const {
    constexpr int euler_26 = 5;
    return is_volume ? static_cast<std::int64_t>(integer(offsets.cubes, euler_26))
                     : values::euler_number(quads(), false);
  }
  __device__ Intensity intensity() const {
    const auto* const z = reinterpret_cast<const std::uint32_t*>(row + offsets.intensity_z);
    return intensity_of(*reinterpret_cast<const IntensityColumn*>(row + offsets.intensity),
                        offsets.intensity_z == 0 ? Integer128{} : joined_128(z));
  }
  __device__ Tensor inertia() const {
    const CentralMoments m = moments();
    const double area = static_cast<double>(component.area);
    if (axes == 2) return {m.yy / area, m.xx / area, 0.0, -m.xy / area, 0.0, 0.0};
    return {(m.yy + m.zz) / area, (m.xx + m.zz) / area, (m.xx + m.yy) / area, -m.xy / area, -m.xz / area, -m.yz / area};
  }
  __device__ double box_area() const {
    const Box& box = component.box;
    return (static_cast<double>(box.x1) - box.x0 + 1) * (static_cast<double>(box.y1) - box.y0 + 1) *
           (static_cast<double>(box.z1) - box.z0 + 1);
  }
  /// Members of an Ellipse; of three axes an ellipsoid with the same moments, whose longest axis has 1 for `sign`, and
  /// whose shortest has -1.
  __device__ double axis_length(double sign) const {
    if (axes == 2) {
      const Ellipse ellipse = values::ellipse_of(moments(), component.area);
      return sign > 0 ? ellipse.axis_major_length : ellipse.axis_minor_length;
    }
    double values[3];
    find_eigenvalues(inertia(), values);
    return sqrt(10.0 * fmax(0.0, sign * (values[0] - values[2]) + values[1]));
  }
};

/// Where the properties of a row go.
class Writer {
 public:
  __device__ Writer(void* block, std::uint32_t stride, std::uint32_t row)
      : next_(static_cast<std::uint64_t*>(block) + row), stride_(stride) {}
  __device__ void write(std::int64_t value) { *advance() = static_cast<std::uint64_t>(value); }
  __device__ void write(double value) { *reinterpret_cast<double*>(advance()) = value; }
  /// Coordinates in the order of the axes.
  template <class T>
  __device__ void write(std::uint32_t axes, T x, T y, T z) {
    if (axes == 3) write(z);
    write(y);
    write(x);
  }

 private:
  __device__ std::uint64_t* advance() {
    std::uint64_t* const own = next_;
    next_ += stride_;
    return own;
  }
  std::uint64_t* next_;
  std::uint32_t stride_;
};

__device__ void write_box(const RowMeasures& own, Writer& to) {
  const Box& box = own.component.box;
  to.write<std::int64_t>(own.axes, box.x0, box.y0, box.z0);
  to.write<std::int64_t>(own.axes, std::int64_t{box.x1} + 1, std::int64_t{box.y1} + 1, std::int64_t{box.z1} + 1);
}

__device__ void write_centroid(const RowMeasures& own, Writer& to) {
  const auto area = static_cast<double>(own.component.area);
  to.write(own.axes, static_cast<double>(own.component.sum_x) / area, static_cast<double>(own.component.sum_y) / area,
           static_cast<double>(own.component.sum_z) / area);
}

__device__ void write_inertia(const RowMeasures& own, Writer& to) {
  const Tensor m = own.inertia();
  if (own.axes == 3) to.write(3, m.xz, m.yz, m.zz);
  to.write(own.axes, m.xy, m.yy, m.yz);
  to.write(own.axes, m.xx, m.xy, m.xz);
}

__device__ void write_eigenvalues(const RowMeasures& own, Writer& to) {
  double values[3];
  find_eigenvalues(own.inertia(), values);
  for (std::uint32_t i = 0; i < own.axes; ++i) to.write(values[i]);
}

__device__ void write_property(RegionProperty property, std::int64_t label, const RowMeasures& own, Writer& to) {
  const std::uint64_t area = own.component.area;
  switch (property) {
    case RegionProperty::label:
      return to.write(label);
    case RegionProperty::area:
      return to.write(static_cast<double>(area));
    case RegionProperty::num_pixels:
      return to.write(static_cast<std::int64_t>(area));
    case RegionProperty::area_bbox:
      return to.write(own.box_area());
    case RegionProperty::extent:
      return to.write(static_cast<double>(area) / own.box_area());
    case RegionProperty::bbox:
      return write_box(own, to);
    case RegionProperty::centroid:
      return write_centroid(own, to);
    case RegionProperty::axis_major_length:
      return to.write(own.axis_length(1));
    case RegionProperty::axis_minor_length:
      return to.write(own.axis_length(-1));
    case RegionProperty::eccentricity:
      return to.write(values::ellipse_of(own.moments(), area).eccentricity);
    case RegionProperty::orientation:
      return to.write(values::ellipse_of(own.moments(), area).orientation);
    case RegionProperty::euler_number:
      return to.write(own.euler_number());
    case RegionProperty::perimeter_crofton:
      return to.write(values::perimeter_crofton(own.quads(), 4));
    case RegionProperty::inertia_tensor:
      return write_inertia(own, to);
    case RegionProperty::inertia_tensor_eigvals:
      return write_eigenvalues(own, to);
    case RegionProperty::intensity_mean:
      return to.write(values::mean_intensity(own.intensity(), area));
    case RegionProperty::intensity_min:
      return to.write(own.intensity().minimum);
    case RegionProperty::intensity_max:
      return to.write(own.intensity().maximum);
    case RegionProperty::intensity_std:
      return to.write(sqrt(values::intensity_variance(own.intensity(), area)));
    case RegionProperty::centroid_weighted: {
      const WeightedCentroid at = values::weighted_centroid(own.intensity());
      return to.write(own.axes, at.x, at.y, at.z);
    }
  }
}

__device__ std::int64_t label_of(std::uint32_t value, bool is_signed) {
  return is_signed ? std::int64_t{static_cast<std::int32_t>(value)} : std::int64_t{value};
}

/// grid: rows in blocks of `threads`.
__global__ void __launch_bounds__(threads)
    write_properties_of(PropertyTable table, RowOffsets offsets, Wanted wanted, std::uint32_t row_bytes, void* block,
                        std::uint32_t stride, std::uint32_t* disorder) {
  const std::uint32_t i = blockIdx.x * threads + threadIdx.x;
  if (i >= table.rows) return;
  const auto* const first = static_cast<const unsigned char*>(table.table) + sizeof(ComponentTableHeader);
  const unsigned char* const bytes = first + std::uint64_t{i} * row_bytes;
  const auto& row = *reinterpret_cast<const ComponentRow*>(bytes);
  const bool is_volume = table.extent.depth > 1;
  const std::uint64_t sum_z = is_volume ? *reinterpret_cast<const std::uint64_t*>(bytes + sizeof(ComponentRow)) : 0;
  const RowMeasures own = {bytes, offsets, table.axes, is_volume, component_of(row, sum_z)};
  const std::int64_t label = label_of(row.value, table.is_signed);
  const std::int64_t before =
      i == 0 ? 0 : label_of(reinterpret_cast<const ComponentRow*>(bytes - row_bytes)->value, table.is_signed);
  if (label <= before) *disorder = 1;
  Writer to(block, stride, i);
  for (int p = 0; p < wanted.count; ++p) write_property(wanted.properties[p], label, own, to);
}

}  // namespace

std::span<const PropertyTraits> all_properties() {
  static constexpr std::array all = {
      PropertyTraits{"label", RegionProperty::label, true, 0},
      PropertyTraits{"area", RegionProperty::area, false, 0},
      PropertyTraits{"num_pixels", RegionProperty::num_pixels, true, 0},
      PropertyTraits{"area_bbox", RegionProperty::area_bbox, false, 0},
      PropertyTraits{"extent", RegionProperty::extent, false, 0},
      PropertyTraits{"bbox", RegionProperty::bbox, true, 2},
      PropertyTraits{"centroid", RegionProperty::centroid, false, 1},
      PropertyTraits{"axis_major_length", RegionProperty::axis_major_length, false, 0},
      PropertyTraits{"axis_minor_length", RegionProperty::axis_minor_length, false, 0},
      PropertyTraits{"eccentricity", RegionProperty::eccentricity, false, 0},
      PropertyTraits{"orientation", RegionProperty::orientation, false, 0},
      PropertyTraits{"euler_number", RegionProperty::euler_number, true, 0},
      PropertyTraits{"perimeter_crofton", RegionProperty::perimeter_crofton, false, 0},
      PropertyTraits{"inertia_tensor", RegionProperty::inertia_tensor, false, 1, 2},
      PropertyTraits{"inertia_tensor_eigvals", RegionProperty::inertia_tensor_eigvals, false, 1},
      PropertyTraits{"intensity_mean", RegionProperty::intensity_mean, false, 0},
      PropertyTraits{"intensity_min", RegionProperty::intensity_min, false, 0},
      PropertyTraits{"intensity_max", RegionProperty::intensity_max, false, 0},
      PropertyTraits{"intensity_std", RegionProperty::intensity_std, false, 0},
      PropertyTraits{"centroid_weighted", RegionProperty::centroid_weighted, false, 1}};
  static_assert(all.size() == PropertyTable::most_properties);
  return all;
}

Result<void> write_properties(const PropertyTable& table, std::span<const RegionProperty> properties, void* block,
                              std::uint32_t stride, std::uint32_t* disorder, cudaStream_t stream) {
  Wanted wanted;
  for (const RegionProperty property : properties) wanted.properties[wanted.count++] = property;
  const auto at = [&table](std::uint32_t column) {
    return (table.columns & column) != 0 ? static_cast<std::uint32_t>(column_offset(table.columns, column)) : 0;
  };
  const RowOffsets offsets = {at(table_column_moments), at(table_column_moments_z), at(table_column_quads),
                              at(table_column_cubes),   at(table_column_intensity), at(table_column_intensity_z)};
  Job job;
  job.stream = stream;
  return launch("write_properties", job, blocks_for(table.rows, threads), threads, write_properties_of, table, offsets,
                wanted, static_cast<std::uint32_t>(row_bytes_of(table.columns)), block, stride, disorder);
}

}  // namespace glccl::cuda
