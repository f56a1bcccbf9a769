#include "glccl/labeler.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "glccl/host/program_folder.hpp"
#include "python/src/arrays.hpp"
#include "python/src/gl/context.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace glccl::python {
namespace {

using FormatName = std::optional<std::string_view>;

std::optional<PixelFormat> optional_format_of(FormatName name) {
  if (!name) return std::nullopt;
  return format_of(*name);
}

GlLabels label(Labeler& labeler, const Source& image, const std::optional<Source>& mask,
               const std::optional<Source>& intensity, const nb::object& spec, const Asked& asked,
               const Outputs& output, const std::optional<BufferImage>& target) {
  const auto& asked_spec = nb::cast<const LabelingSpec&>(spec);  // of _core
  return in_context(labeler, [&]() -> Result<GlLabels> {
    const Result<SourceTraits> found = labeler.inspect(image);
    if (!found) return found.error();
    const Result<LabelingSpec> resolved = spec_for(asked_spec, asked, found->extent, output);
    if (!resolved) return resolved.error();
    Outputs outputs = output;
    if (target) {
      const Result<BufferLabels> buffer = buffer_labels_of(*target, found->extent);
      if (!buffer) return buffer.error();
      outputs.target_buffer = *buffer;
    }
    const Inputs inputs{image, mask.value_or(Source{}), intensity.value_or(Source{})};
    const Result<Labels> labels = labeler.label(inputs, *resolved, outputs);
    if (!labels) return labels.error();
    return GlLabels{*labels, traits_of(found->format).is_signed, resolved->columns};
  });
}

void prepare(Labeler& labeler, const nb::object& spec, const Asked& asked, std::string_view format, FormatName mask,
             FormatName intensity, const std::vector<int>& shape, const Outputs& output) {
  const auto& asked_spec = nb::cast<const LabelingSpec&>(spec);  // of _core
  const InputFormats formats{format_of(format), optional_format_of(mask), optional_format_of(intensity)};
  const Extent extent = extent_of_shape(shape);
  in_context(labeler, [&]() -> Result<void> {
    const Result<LabelingSpec> resolved = spec_for(asked_spec, asked, extent, output);
    return resolved ? labeler.prepare(formats, extent, *resolved, output) : resolved.error();
  });
}

/// The columns of the table of the last labels, and `value`.
nb::dict readback_components(Labeler& labeler, const GlLabels& labels) {
  const std::vector<Component> components = in_context(labeler, [&] { return labeler.readback_components(); });
  const Extent& extent = labels.labels.extent;
  const std::size_t axes = extent.is_volume() ? 3 : 2;
  std::vector<std::uint32_t> values;
  values.reserve(components.size());
  for (const Component& component : components) values.push_back(component.value);
  nb::dict columns = columns_of(components, axes);
  columns["value"] = own(std::move(values), {components.size()});
  if (labels.columns == 0) return columns;
  const std::vector<Measurements> measured = in_context(labeler, [&] { return labeler.readback_measurements(); });
  if ((labels.columns & table_column_moments) != 0) add_shapes(columns, components, measured, axes, axes == 2);
  if ((labels.columns & table_column_intensity) != 0) add_intensities(columns, components, measured, axes);
  if ((labels.columns & table_column_seams) != 0) add_seams(columns, components, measured, axes, extent);
  return columns;
}

/// Bytes of a row, and the offsets of its columns by their names in glccl/table.hpp.
nb::tuple row_layout(const GlLabels& labels) {
  const std::uint32_t columns = table_columns_of(labels.labels.extent, labels.columns);
  constexpr std::pair<const char*, TableColumn> named[] = {
      {"sum_z", table_column_sum_z}, {"moments", table_column_moments},     {"moments_z", table_column_moments_z},
      {"quads", table_column_quads}, {"intensity", table_column_intensity}, {"intensity_z", table_column_intensity_z},
      {"cubes", table_column_cubes}, {"seams", table_column_seams}};
  nb::dict offsets;
  for (const auto& [name, column] : named) {
    if ((columns & column) != 0) offsets[name] = column_offset(columns, column);
  }
  return nb::make_tuple(row_bytes_of(columns), offsets);
}

bool poll(Labeler& labeler) {
  return in_context(labeler, [&] { return Result(labeler.poll()); });
}

std::string describe_plan(std::string_view engine, const nb::object& spec, const Asked& asked,
                          const std::vector<int>& shape, const Outputs& output, bool masked) {
  const auto& asked_spec = nb::cast<const LabelingSpec&>(spec);  // of _core
  const Extent extent = extent_of_shape(shape);
  const Result<LabelingSpec> resolved = spec_for(asked_spec, asked, extent, output);
  if (!resolved) raise_gl(resolved.error());
  const Result<std::string> plan = Labeler::describe_plan(engine_of(engine), extent, *resolved, output, masked);
  if (!plan) raise_gl(plan.error());
  return *plan;
}

}  // namespace

void add_gl_labeler(nb::module_& module) {
  nb::class_<Asked>(module, "Asked", "What is asked for, beside the specification, without the number of axes.")
      .def(
          "__init__",
          [](Asked* self, int named, bool shapes, bool intensities) {
            new (self) Asked{named, shapes, intensities};
          },
          "named"_a, "shapes"_a, "intensities"_a);

  nb::class_<Labeler>(module, "Labeler", "glccl::Labeler.")
      .def(
          "__init__",
          [](Labeler* self, std::string_view name) {
            const Engine engine = engine_of(name);
            new (self) Labeler(created([&] {
              return Labeler::create({.engine = engine, .program_binaries = host::keep_programs_of_user()});
            }));
          },
          "engine"_a)
      .def("label", &label, "image"_a, "mask"_a.none(), "intensity"_a.none(), "spec"_a, "asked"_a, "output"_a,
           "target"_a.none())
      .def("prepare", &prepare, "spec"_a, "asked"_a, "format"_a, "mask"_a.none(), "intensity"_a.none(), "shape"_a,
           "output"_a)
      .def(
          "shape_of",
          [](Labeler& self, const Source& source) {
            return shape_of(in_context(self, [&] { return self.inspect(source); }).extent);
          },
          "source"_a)
      .def("readback", [](Labeler& self) { return array_of(in_context(self, [&] { return self.readback(); })); })
      .def("readback_components", &readback_components, "labels"_a)
      .def("times", &times<Labeler>)
      .def("poll", &poll)
      .def("close", &close<Labeler>)
      .def_prop_ro("engine", [](const Labeler& self) { return python_name_of(self.engine()); })
      .def_prop_ro("scratch_bytes", [](const Labeler& self) { return self.scratch_bytes(); });
  module.def("row_layout", &row_layout, "labels"_a, "Bytes of a row of the table, and offsets of optional columns.");
  module.def("describe_plan", &describe_plan, "engine"_a, "spec"_a, "asked"_a, "shape"_a, "output"_a, "masked"_a);
}

}  // namespace glccl::python
