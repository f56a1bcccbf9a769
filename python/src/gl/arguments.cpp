#include "python/src/gl/arguments.hpp"

#include <nanobind/nanobind.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "engine/vocabulary/invalid.hpp"
#include "engine/vocabulary/list_of.hpp"
#include "glccl/image.hpp"
#include "glccl/table.hpp"
#include "python/src/arrays.hpp"

namespace nb = nanobind;

namespace glccl::python {
namespace {

template <class Value>
struct Named {
  std::string_view name;
  Value value;
};

constexpr std::array engines = {Named<Engine>{"auto", Engine::automatic}, Named<Engine>{"raster", Engine::raster},
                                Named<Engine>{"raster-paper", Engine::raster_paper},
                                Named<Engine>{"compute", Engine::compute}};

[[noreturn]] void raise_value_error(const std::string& message) { throw nb::value_error(message.c_str()); }

/// The value of a name in a table of Named. `what` begins the message.
template <class Table>
auto value_of(const Table& table, const char* what, std::string_view name) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const auto& row) { return row.name == name; });
  if (found != table.end()) return found->value;
  raise_value_error(std::string(what) + " is \"" + std::string(name) + "\": there are " +
                    list_of(table, [](const auto& row) { return row.name; }));
}

}  // namespace

Engine engine_of(std::string_view name) { return value_of(engines, "engine", name); }

std::string_view checked_numbering(std::string_view name) {
  constexpr std::array table = {Named<std::string_view>{"raster", "raster"}, Named<std::string_view>{"root", "root"}};
  return value_of(table, "numbering", name);
}

Channel channel_of(std::string_view name) {
  constexpr std::array table = {Named<Channel>{"red", Channel::red}, Named<Channel>{"green", Channel::green},
                                Named<Channel>{"blue", Channel::blue}, Named<Channel>{"alpha", Channel::alpha},
                                Named<Channel>{"any", Channel::any}};
  return value_of(table, "channel", name);
}

Measure measure_of(std::string_view name) {
  constexpr std::array table = {Named<Measure>{"sum", Measure::sum}, Named<Measure>{"luminance", Measure::luminance},
                                Named<Measure>{"largest", Measure::largest}};
  return value_of(table, "measure", name);
}

Aspect aspect_of(std::string_view name) {
  constexpr std::array table = {Named<Aspect>{"depth", Aspect::depth}, Named<Aspect>{"stencil", Aspect::stencil}};
  return value_of(table, "aspect", name);
}

Samples samples_of(std::string_view name) {
  constexpr std::array table = {Named<Samples>{"first", Samples::first}, Named<Samples>{"average", Samples::average}};
  return value_of(table, "samples", name);
}

StatePolicy state_policy_of(std::string_view name) {
  constexpr std::array table = {Named<StatePolicy>{"preserve", StatePolicy::preserve},
                                Named<StatePolicy>{"clobber", StatePolicy::clobber}};
  return value_of(table, "state", name);
}

DebugGroups debug_groups_of(bool pushed) { return pushed ? DebugGroups::stages : DebugGroups::none; }

TimingDetail timing_of(std::optional<std::string_view> name) {
  if (!name) return TimingDetail::none;
  constexpr std::array table = {Named<TimingDetail>{"whole", TimingDetail::whole},
                                Named<TimingDetail>{"stages", TimingDetail::stages},
                                Named<TimingDetail>{"passes", TimingDetail::passes}};
  return value_of(table, "timing", *name);
}

PixelFormat format_of(std::string_view name) {
  std::vector<Named<PixelFormat>> table;
  for (const FormatTraits& traits : pixel_formats()) table.push_back({traits.gl_name, traits.format});
  return value_of(table, "format", name);
}

std::vector<std::string_view> buffer_formats() {
  std::vector<std::string_view> names;
  for (const FormatTraits& traits : pixel_formats()) {
    if (traits.bytes != 0) names.push_back(traits.gl_name);
  }
  return names;
}

std::string_view python_name_of(Engine engine) {
  return std::find_if(engines.begin(), engines.end(), [&](const auto& row) { return row.value == engine; })->name;
}

Result<LabelingSpec> spec_for(const LabelingSpec& spec, const Asked& asked, const Extent& extent,
                              const Outputs& output) {
  const int axes = extent.is_volume() ? 3 : 2;
  if (asked.named != 0 && asked.named != axes) {
    return Error{ErrorCode::invalid_argument, "periodic has " + std::to_string(asked.named) + " bools, and an image " +
                                                  std::to_string(axes) +
                                                  " axes: pass a bool, or a sequence with one for each axis"};
  }
  LabelingSpec resolved = spec;
  resolved.periodic = periodic_in(extent, spec.periodic);
  if (asked.shapes) resolved.columns |= extent.is_volume() ? volume_shape_columns : shape_columns;
  if (asked.intensities) resolved.columns |= table_column_intensity;
  if (output.table_rows != 0 && resolved.periodic != PeriodicAxes{}) resolved.columns |= table_column_seams;
  return resolved;
}

Extent extent_of_shape(const std::vector<int>& shape) {
  if (shape.size() == 2) return {shape[1], shape[0], 1};
  if (shape.size() == 3) return {shape[2], shape[1], shape[0]};
  raise_value_error("the shape has " + std::to_string(shape.size()) +
                    " axes: pass (height, width) or (depth, height, width)");
}

std::vector<std::size_t> shape_of(const Extent& extent) {
  std::vector<std::size_t> shape = {static_cast<std::size_t>(extent.height), static_cast<std::size_t>(extent.width)};
  if (extent.is_volume()) shape.insert(shape.begin(), static_cast<std::size_t>(extent.depth));
  return shape;
}

BufferImage buffer_image_of(std::uint32_t name, std::string_view format, const std::vector<int>& shape,
                            std::size_t offset, const std::optional<std::vector<std::size_t>>& strides) {
  BufferImage image{name, format_of(format), extent_of_shape(shape), offset};
  if (!strides) return image;
  if (strides->size() != shape.size()) {
    raise_value_error("strides has " + std::to_string(strides->size()) + " numbers and the shape " +
                      std::to_string(shape.size()) + " axes: pass a number for each axis");
  }
  const std::size_t element = bytes_per_pixel(image.format);
  if (image.extent.width > 1 && strides->back() != element) {
    raise_value_error("the last stride is " + std::to_string(strides->back()) + " and has to be " +
                      std::to_string(element) + ", the bytes of an element: a row has no gaps");
  }
  if (image.extent.height > 1) image.row_bytes = (*strides)[strides->size() - 2];
  if (image.extent.depth > 1) image.slice_bytes = strides->front();
  return image;
}

Result<BufferLabels> buffer_labels_of(const BufferImage& target, const Extent& extent) {
  if (target.format != PixelFormat::u32 && target.format != PixelFormat::i32) {
    return invalid("the target has the format " + std::string(traits_of(target.format).gl_name) +
                   ": labels in a buffer are uint32 or int32");
  }
  if (target.extent != extent) {
    return invalid("the target is " + to_string(target.extent) + " and the labels are " + to_string(extent));
  }
  return BufferLabels{target.name, target.offset, target.row_bytes, target.slice_bytes};
}

nb::ndarray<nb::numpy, std::uint32_t> array_of(LabelImage labels) {
  const std::vector<std::size_t> shape = shape_of(labels.extent);
  if (shape.size() == 2) return own(std::move(labels.values), {shape[0], shape[1]});
  return own(std::move(labels.values), {shape[0], shape[1], shape[2]});
}

void raise_gl(const Error& error) {
  if (error.code == ErrorCode::no_device || error.code == ErrorCode::gpu) raise_device_error(error.message);
  raise_value_error(error.message);
}

}  // namespace glccl::python
