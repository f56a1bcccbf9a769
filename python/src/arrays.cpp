#include "python/src/arrays.hpp"

#include <array>
#include <limits>
#include <optional>
#include <string>

#include "glccl/intensity.hpp"
#include "glccl/seams.hpp"
#include "glccl/shape.hpp"

namespace nb = nanobind;

namespace glccl::python {
namespace {

std::optional<PixelFormat> format_of(const nb::dlpack::dtype& dtype) {
  if (dtype.lanes != 1) return std::nullopt;
  struct Row {
    nb::dlpack::dtype_code code;
    int bits;
    PixelFormat format;
  };
  using Code = nb::dlpack::dtype_code;
  constexpr std::array rows = {Row{Code::Bool, 8, PixelFormat::u8},   Row{Code::UInt, 8, PixelFormat::u8},
                               Row{Code::UInt, 16, PixelFormat::u16}, Row{Code::UInt, 32, PixelFormat::u32},
                               Row{Code::Int, 8, PixelFormat::i8},    Row{Code::Int, 16, PixelFormat::i16},
                               Row{Code::Int, 32, PixelFormat::i32},  Row{Code::Float, 16, PixelFormat::f16},
                               Row{Code::Float, 32, PixelFormat::f32}};
  for (const Row& row : rows) {
    if (dtype.code == static_cast<std::uint8_t>(row.code) && dtype.bits == row.bits) return row.format;
  }
  return std::nullopt;
}

}  // namespace

int side_of(std::size_t side) {
  constexpr auto largest = static_cast<std::size_t>(std::numeric_limits<int>::max());
  if (side <= largest) return static_cast<int>(side);
  const std::string message = "the array has an axis of " + std::to_string(side) + " elements, at most " +
                              std::to_string(largest) + " can be labeled: label it in parts";
  throw nb::value_error(message.c_str());
}

std::size_t pitch_of(std::int64_t stride, std::size_t side, std::size_t element) {
  if (side == 1) return 0;
  if (stride > 0) return static_cast<std::size_t>(stride) * element;
  throw nb::value_error("the array's strides are not positive: pass a contiguous copy");
}

ImageView view_of(const nb::ndarray<nb::ro>& array) {
  const std::optional<PixelFormat> format = format_of(array.dtype());
  if (!format) throw nb::type_error("the engines read bool, integers of 8 to 32 bits, float16 and float32");
  const std::size_t axes = array.ndim();
  if (axes < 1 || axes > 3) throw nb::value_error("the engines read arrays of one to three axes");

  ImageView view{array.data(), *format, {1, 1, 1}, 0, 0};
  const std::size_t element = bytes_per_pixel(*format);
  view.extent.width = side_of(array.shape(axes - 1));
  if (array.stride(axes - 1) != 1 && array.shape(axes - 1) > 1) {
    throw nb::value_error("the array's last axis has gaps: pass a contiguous copy");
  }
  if (axes >= 2) {
    view.extent.height = side_of(array.shape(axes - 2));
    view.row_bytes = pitch_of(array.stride(axes - 2), array.shape(axes - 2), element);
  }
  if (axes == 3) {
    view.extent.depth = side_of(array.shape(0));
    view.slice_bytes = pitch_of(array.stride(0), array.shape(0), element);
  }
  return view;
}

void raise_device_error(const std::string& message) {
  const nb::object type = nb::module_::import_("glccl._core").attr("Error");
  PyErr_SetString(type.ptr(), message.c_str());
  throw nb::python_error();
}

void raise(const Error& error) {
  switch (error.code) {
    case ErrorCode::too_large:
      PyErr_SetString(PyExc_MemoryError, error.message.c_str());
      throw nb::python_error();
    case ErrorCode::no_device:
    case ErrorCode::gpu:
      raise_device_error(error.message);
    default:
      throw nb::value_error(error.message.c_str());
  }
}

nb::dict columns_of(const std::vector<Component>& components, std::size_t axes) {
  const std::size_t count = components.size();
  std::vector<std::int64_t> area(count);
  std::vector<std::int64_t> first(count);
  std::vector<std::int64_t> bbox(count * 2 * axes);
  std::vector<std::uint64_t> sums(count * axes);
  for (std::size_t i = 0; i < count; ++i) {
    const Component& component = components[i];
    const Box& box = component.box;
    // Axis a of an array of three axes is z, y, x.
    const std::array<std::uint64_t, 3> sum = {component.sum_z, component.sum_y, component.sum_x};
    const std::array<int, 3> begin = {box.z0, box.y0, box.x0};
    const std::array<int, 3> last = {box.z1, box.y1, box.x1};
    area[i] = static_cast<std::int64_t>(component.area);
    first[i] = static_cast<std::int64_t>(component.first);
    for (std::size_t a = 0; a < axes; ++a) {
      const std::size_t of_three = 3 - axes + a;
      sums[i * axes + a] = sum[of_three];
      bbox[i * 2 * axes + a] = begin[of_three];
      bbox[i * 2 * axes + axes + a] = std::int64_t{last[of_three]} + 1;
    }
  }
  nb::dict columns;
  columns["area"] = own(std::move(area), {count});
  columns["bbox"] = own(std::move(bbox), {count, 2 * axes});
  columns["sums"] = own(std::move(sums), {count, axes});
  columns["first"] = own(std::move(first), {count});
  return columns;
}

void add_shapes(nb::dict& columns, const std::vector<Component>& components,
                const std::vector<Measurements>& measurements, std::size_t axes, bool is_flat) {
  const std::size_t count = components.size();
  std::vector<double> central;
  std::vector<double> ellipses;
  std::vector<std::int64_t> euler;
  std::vector<double> perimeter;
  central.reserve(count * axes * axes);
  euler.reserve(count * axes);
  if (axes == 2) {
    ellipses.reserve(count * 4);
    perimeter.reserve(count);
  }
  for (std::size_t i = 0; i < count; ++i) {
    const CentralMoments moments = central_moments(components[i], measurements[i].moments);
    const double matrix[3][3] = {{moments.zz, moments.yz, moments.xz},
                                 {moments.yz, moments.yy, moments.xy},
                                 {moments.xz, moments.xy, moments.xx}};
    for (std::size_t row = 3 - axes; row < 3; ++row) {
      for (std::size_t column = 3 - axes; column < 3; ++column) central.push_back(matrix[row][column]);
    }
    const Quads& quads = measurements[i].quads;
    const Cubes& cubes = measurements[i].cubes;
    if (axes == 3 && is_flat) {
      euler.insert(euler.end(), {euler_number(quads, Connectivity::four), euler_number(quads, Connectivity::eight),
                                 euler_number(quads, Connectivity::eight)});
    } else if (axes == 3) {
      euler.insert(euler.end(), {cubes.euler_6, cubes.euler_18, cubes.euler_26});
    }
    if (axes != 2) continue;
    const Ellipse one = ellipse_of(moments, components[i].area);
    ellipses.insert(ellipses.end(), {one.axis_major_length, one.axis_minor_length, one.eccentricity, one.orientation});
    euler.push_back(euler_number(quads, Connectivity::four));
    euler.push_back(euler_number(quads, Connectivity::eight));
    perimeter.push_back(perimeter_crofton(quads));
  }
  columns["central"] = own(std::move(central), {count, axes, axes});
  if (axes > 1) columns["euler_numbers"] = own(std::move(euler), {count, axes});
  if (axes != 2) return;
  columns["ellipse"] = own(std::move(ellipses), {count, 4});
  columns["perimeter_crofton"] = own(std::move(perimeter), {count});
}

void add_seams(nb::dict& columns, const std::vector<Component>& components,
               const std::vector<Measurements>& measurements, std::size_t axes, const Extent& extent) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const std::size_t count = components.size();
  std::vector<std::uint8_t> crosses;
  std::vector<std::int64_t> bbox;
  std::vector<double> centroid;
  for (std::size_t i = 0; i < count; ++i) {
    const Seams& seams = measurements[i].seams;
    const std::optional<Box> box = unwrapped_box(components[i], seams, extent);
    const std::optional<UnwrappedCentroid> centre = unwrapped_centroid(components[i], seams, extent);
    const bool crossing[3] = {crosses_seam(seams.z), crosses_seam(seams.y), crosses_seam(seams.x)};
    const Box at = box.value_or(Box{-1, -1, -2, -2, -1, -2});  // the element behind -2 is -1
    const int begin[3] = {at.z0, at.y0, at.x0};
    const int end[3] = {at.z1 + 1, at.y1 + 1, at.x1 + 1};
    const UnwrappedCentroid mean = centre.value_or(UnwrappedCentroid{none, none, none});
    const double coordinates[3] = {mean.z, mean.y, mean.x};
    crosses.insert(crosses.end(), crossing + 3 - axes, crossing + 3);
    bbox.insert(bbox.end(), begin + 3 - axes, begin + 3);
    bbox.insert(bbox.end(), end + 3 - axes, end + 3);
    centroid.insert(centroid.end(), coordinates + 3 - axes, coordinates + 3);
  }
  columns["crosses"] = own(std::move(crosses), {count, axes});
  columns["unwrapped_bbox"] = own(std::move(bbox), {count, 2 * axes});
  columns["unwrapped_centroid"] = own(std::move(centroid), {count, axes});
}

namespace {

/// The columns of intensities.
class IntensityArrays {
 public:
  IntensityArrays(std::size_t count, std::size_t axes) : count_(count), axes_(axes) {
    values_.reserve(count * 4);
    centroids_.reserve(count * axes);
  }

  void add(double mean, double minimum, double maximum, double deviation, const WeightedCentroid& at) {
    values_.insert(values_.end(), {mean, minimum, maximum, deviation});
    const double coordinates[3] = {at.z, at.y, at.x};
    centroids_.insert(centroids_.end(), coordinates + 3 - axes_, coordinates + 3);
  }

  void move_to(nb::dict& columns) {
    columns["intensity"] = own(std::move(values_), {count_, 4});
    columns["centroid_weighted"] = own(std::move(centroids_), {count_, axes_});
  }

 private:
  std::size_t count_;
  std::size_t axes_;
  std::vector<double> values_;
  std::vector<double> centroids_;
};

}  // namespace

void add_intensities(nb::dict& columns, const std::vector<DoubleIntensity>& rows, std::size_t axes) {
  IntensityArrays made(rows.size(), axes);
  for (const DoubleIntensity& one : rows) {
    made.add(one.mean, one.minimum, one.maximum, one.deviation, one.centroid);
  }
  made.move_to(columns);
}

void add_intensities(nb::dict& columns, const std::vector<Component>& components,
                     const std::vector<Measurements>& measurements, std::size_t axes) {
  IntensityArrays made(components.size(), axes);
  for (std::size_t i = 0; i < components.size(); ++i) {
    const Intensity& one = measurements[i].intensity;
    const std::uint64_t area = components[i].area;
    made.add(mean_intensity(one, area), one.minimum, one.maximum, std::sqrt(intensity_variance(one, area)),
             weighted_centroid(one));
  }
  made.move_to(columns);
}

}  // namespace glccl::python
