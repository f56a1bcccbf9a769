// Labels may have several components. The GPU measures components of equal value, and rows of one value are merged on
// the CPU. Sums of integers are exact, so the results are those of the labels measured at once; of floats they are as
// near to the values. Quads and cubes add up too: two parts that share a window would be neighbours, and so one
// component.
#include "python/src/cuda/measure.hpp"

#include <nanobind/stl/optional.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "engine/vocabulary/integer128.hpp"
#include "glccl/table.hpp"
#include "python/src/arrays.hpp"
#include "python/src/cuda/device_labels.hpp"
#include "python/src/cuda/device_layout.hpp"
#include "python/src/cuda/engines.hpp"
#include "python/src/gil.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace glccl::python {
namespace {

/// The rows of all labels, ascending. Measurements are empty if none were asked for.
struct MeasuredLabels {
  std::vector<std::int64_t> labels;
  std::vector<Component> components;
  std::vector<Measurements> measurements;
};

/// Sums divided by 2^bits, rounded to a nearest integer.
Integer128 rounded(const Integer128& sum, std::int64_t bits) {
  if (bits == 0) return sum;
  return shifted_right(add(shifted_right(sum, bits - 1), integer128(1)), 1);
}

/// The same values with fewer bits of a fraction.
Intensity with_bits(const Intensity& a, std::int64_t bits) {
  const std::int64_t fewer = a.fraction_bits - bits;
  return {.sum = rounded(a.sum, fewer),
          .squares = rounded(a.squares, 2 * fewer),
          .sum_x = rounded(a.sum_x, fewer),
          .sum_y = rounded(a.sum_y, fewer),
          .sum_z = rounded(a.sum_z, fewer),
          .minimum = a.minimum,
          .maximum = a.maximum,
          .fraction_bits = bits};
}

/// Whether all values are 0. Requires values that are finite: the sums of others are 0 too.
bool is_zero(const Intensity& a) { return a.squares == Integer128{}; }

/// Merges two parts of a component. Each part has its own bits of a fraction, and the result has the smaller number.
Intensity merged(Intensity a, Intensity b) {
  const double minimum = std::isnan(a.minimum)   ? a.minimum
                         : std::isnan(b.minimum) ? b.minimum
                                                 : std::min(a.minimum, b.minimum);
  const double maximum = std::isnan(minimum) ? minimum : std::max(a.maximum, b.maximum);
  if (!std::isfinite(minimum) || !std::isfinite(maximum)) return {.minimum = minimum, .maximum = maximum};
  if (is_zero(a)) a.fraction_bits = b.fraction_bits;
  if (is_zero(b)) b.fraction_bits = a.fraction_bits;
  const std::int64_t bits = std::min(a.fraction_bits, b.fraction_bits);
  a = with_bits(a, bits);
  b = with_bits(b, bits);
  return {.sum = add(a.sum, b.sum),
          .squares = add(a.squares, b.squares),
          .sum_x = add(a.sum_x, b.sum_x),
          .sum_y = add(a.sum_y, b.sum_y),
          .sum_z = add(a.sum_z, b.sum_z),
          .minimum = minimum,
          .maximum = maximum,
          .fraction_bits = bits};
}

Measurements merged(const Measurements& a, const Measurements& b) {
  const Quads quads{a.quads.one + b.quads.one, a.quads.two + b.quads.two, a.quads.three + b.quads.three,
                    a.quads.diagonal + b.quads.diagonal};
  const Cubes cubes{a.cubes.faces_x + b.cubes.faces_x,   a.cubes.faces_y + b.cubes.faces_y,
                    a.cubes.faces_z + b.cubes.faces_z,   a.cubes.euler_6 + b.cubes.euler_6,
                    a.cubes.euler_18 + b.cubes.euler_18, a.cubes.euler_26 + b.cubes.euler_26};
  return {merge(a.moments, b.moments), quads, merged(a.intensity, b.intensity), cubes, {}};
}

/// The places of components by ascending label, those of one label in raster order. Labels below 0 are left out.
std::vector<std::size_t> places_by_label(const std::vector<Component>& components, bool is_signed) {
  std::vector<std::size_t> places;
  places.reserve(components.size());
  for (std::size_t i = 0; i < components.size(); ++i) {
    if (!is_signed || static_cast<std::int32_t>(components[i].value) >= 0) places.push_back(i);
  }
  const auto precedes = [&](std::size_t a, std::size_t b) { return components[a].value < components[b].value; };
  if (!std::is_sorted(places.begin(), places.end(), precedes)) std::stable_sort(places.begin(), places.end(), precedes);
  return places;
}

/// Whether each label has one component, in ascending order.
bool has_one_for_each(const std::vector<Component>& components) {
  const auto is_behind = [](const Component& a, const Component& b) { return a.value >= b.value; };
  return std::adjacent_find(components.begin(), components.end(), is_behind) == components.end();
}

/// One row for each label above 0.
MeasuredLabels merge_components(LabeledOnCuda found, bool is_signed) {
  std::vector<Component>& components = found.components.front();
  const bool measured = !found.measurements.empty();
  const std::vector<std::size_t> places = places_by_label(components, is_signed);
  MeasuredLabels rows;
  if (places.size() == components.size() && has_one_for_each(components)) {  // labels that glccl made, for example
    for (const Component& component : components) rows.labels.push_back(component.value);
    rows.components = std::move(components);
    if (measured) rows.measurements = std::move(found.measurements.front());
    return rows;
  }
  rows.labels.reserve(places.size());
  rows.components.reserve(places.size());
  if (measured) rows.measurements.reserve(places.size());
  for (const std::size_t i : places) {
    const std::int64_t label = components[i].value;
    if (rows.labels.empty() || rows.labels.back() != label) {
      rows.labels.push_back(label);
      rows.components.push_back(components[i]);
      if (measured) rows.measurements.push_back(found.measurements.front()[i]);
      continue;
    }
    rows.components.back() = merge(rows.components.back(), components[i]);
    if (measured) rows.measurements.back() = merged(rows.measurements.back(), found.measurements.front()[i]);
  }
  return rows;
}

/// A single image in device memory. Throws as layout_of() and format_named().
ImageView image_of(const DeviceView& view) {
  const PixelFormat format = format_named(view.dtype);
  const ArrayLayout layout = layout_of(view.shape, view.strides, false, bytes_per_pixel(format));
  return {view.data, format, layout.extent, layout.row_bytes, layout.slice_bytes};
}

/// The columns of the labels above 0, as those of the function `measure`, and "label". `components` is memory for 32
/// bits per element.
nb::dict measure(const nb::tuple& labels, std::uintptr_t components, bool shapes,
                 const std::optional<nb::tuple>& intensity) {
  const DeviceView view(labels);
  DeviceImages images;
  images.image = image_of(view);
  images.labels.values = reinterpret_cast<void*>(components);
  const bool is_volume = images.image.extent.is_volume();
  CudaRequest request;
  request.device = view.device;
  request.stream = view.stream;
  request.counted = true;
  request.measured = true;
  request.spec.criterion = Equal{};
  if (shapes) request.spec.columns = is_volume ? volume_shape_columns : shape_columns;
  if (intensity) {
    request.spec.columns |= table_column_intensity;
    images.intensity = image_of(DeviceView(*intensity));
  }
  Result<LabeledOnCuda> found = without_gil([&] { return label_on_cuda(request, images); });
  if (!found) raise_of_device(found.error());
  MeasuredLabels rows = merge_components(*std::move(found), view.dtype.front() == 'i');
  const std::size_t axes = view.shape.size();
  nb::dict columns = columns_of(rows.components, axes);
  if (shapes) add_shapes(columns, rows.components, rows.measurements, axes, !is_volume);
  if (intensity) add_intensities(columns, rows.components, rows.measurements, axes);
  const std::size_t count = rows.labels.size();
  columns["label"] = own(std::move(rows.labels), {count});
  return columns;
}

}  // namespace

void add_cuda_measure(nb::module_& module) {
  module.def("measure_cuda", &measure, "labels"_a, "components"_a, "shapes"_a, "intensity"_a.none(),
             "The columns of the labels above 0, and these labels. Needs memory for 32 bits per element.");
}

}  // namespace glccl::python
