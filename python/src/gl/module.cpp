// The extension module glccl._gl: glccl::Labeler with arguments by name and shapes in the order of numpy. The package's
// Python code, glccl.gl, is what users see.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/common/source.hpp"
#include "engine/gl/functions/load.hpp"
#include "glccl/labeler.hpp"
#include "python/src/arrays.hpp"
#include "python/src/gil.hpp"
#include "python/src/gl/arguments.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace glccl::python {
namespace {

/// The value of `work`, which needs the labeler's context and may wait for the compiler or the GPU. Raises glccl.Error
/// where another context is current, or none, and else what raise_gl() makes of the Error.
template <class Work>
auto in_context(const Labeler& labeler, const Work& work) {
  const Result<void> context = labeler.check_context();
  if (!context) raise_device_error(context.error());
  auto result = without_gil(work);
  if (!result) raise_gl(result.error());
  if constexpr (!std::is_same_v<decltype(result), Result<void>>) return *std::move(result);
}

/// A Labeler, and OpenGL's functions for what this module asks itself.
struct GlLabeler : Labeler {
  GlLabeler(Labeler made, const gl::Functions& loaded) : Labeler(std::move(made)), functions(loaded) {}

  gl::Functions functions;
};

GlLabeler make_labeler(std::string_view name) {
  const Engine engine = engine_of(name);
  Result<GlLabeler> labeler = without_gil([&]() -> Result<GlLabeler> {
    Result<Labeler> made = Labeler::create(engine);
    if (!made) return made.error();
    const Result<gl::Functions> functions = gl::load_functions();
    if (!functions) return functions.error();
    return GlLabeler(*std::move(made), *functions);
  });
  if (!labeler) raise_gl(labeler.error());
  return *std::move(labeler);
}

/// Labels that stay on the GPU, with the shape that their array has.
struct GlLabels {
  Labels labels;
  bool is_signed = false;  ///< Whether the table's values are signed integers.
};

GlLabels label(GlLabeler& labeler, const Source& source, const nb::object& spec, int named, const Outputs& output) {
  const auto& asked_spec = nb::cast<const LabelingSpec&>(spec);  // of _core
  return in_context(labeler, [&]() -> Result<GlLabels> {
    const gl::UseFunctions use(&labeler.functions);
    const Result<CheckedSource> found = inspect_source(source);
    if (!found) return found.error();
    const Result<LabelingSpec> asked = spec_for(asked_spec, named, found->extent);
    if (!asked) return asked.error();
    const Result<Labels> labels = labeler.label({source}, *asked, output);
    if (!labels) return labels.error();
    return GlLabels{*labels, traits_of(found->format).is_signed};
  });
}

void prepare(GlLabeler& labeler, const nb::object& spec, int named, std::string_view format_name,
             const std::vector<int>& shape, const Outputs& output) {
  const auto& asked_spec = nb::cast<const LabelingSpec&>(spec);  // of _core
  const PixelFormat format = format_of(format_name);
  const Extent extent = extent_of_shape(shape);
  in_context(labeler, [&]() -> Result<void> {
    const Result<LabelingSpec> asked = spec_for(asked_spec, named, extent);
    return asked ? labeler.prepare({format}, extent, *asked, output) : asked.error();
  });
}

nb::ndarray<nb::numpy, std::uint32_t> readback(GlLabeler& labeler) {
  LabelImage image = in_context(labeler, [&] { return labeler.readback(); });
  const std::vector<std::size_t> shape = shape_of(image.extent);
  if (shape.size() == 2) return own(std::move(image.values), {shape[0], shape[1]});
  return own(std::move(image.values), {shape[0], shape[1], shape[2]});
}

/// The columns of the table for an image of `axes` axes, and `value`.
nb::dict readback_components(GlLabeler& labeler, std::size_t axes) {
  const std::vector<Component> components = in_context(labeler, [&] { return labeler.readback_components(); });
  std::vector<std::uint32_t> values;
  values.reserve(components.size());
  for (const Component& component : components) values.push_back(component.value);
  nb::dict columns = columns_of(components, axes);
  columns["value"] = own(std::move(values), {components.size()});
  return columns;
}

std::vector<std::tuple<std::string, std::string, double>> times(GlLabeler& labeler) {
  const auto read = in_context(labeler, [&] { return labeler.times(); });
  std::vector<std::tuple<std::string, std::string, double>> rows;
  for (const StageTime& time : read) rows.emplace_back(time.stage, time.pass, time.milliseconds);
  return rows;
}

/// Ends the labeler's state, so that its memory is free although the object lives on.
void close(GlLabeler& labeler) {
  in_context(labeler, [&]() -> Result<void> {
    const Labeler ended = std::move(labeler);
    return {};
  });
}

bool poll(GlLabeler& labeler) {
  return in_context(labeler, [&] { return Result(labeler.poll()); });
}

std::string describe_plan(std::string_view engine, const nb::object& spec, int named, const std::vector<int>& shape,
                          const Outputs& output) {
  const auto& asked_spec = nb::cast<const LabelingSpec&>(spec);  // of _core
  const Extent extent = extent_of_shape(shape);
  const Result<LabelingSpec> asked = spec_for(asked_spec, named, extent);
  if (!asked) raise_gl(asked.error());
  const Result<std::string> plan = Labeler::describe_plan(engine_of(engine), extent, *asked, output);
  if (!plan) raise_gl(plan.error());
  return *plan;
}

void bind_arguments(nb::module_& module) {
  using Background = std::optional<PixelValue>;
  nb::class_<Source>(module, "Source", "A level of a texture, or a part of it.")
      .def(
          "__init__",
          [](Source* self, std::uint32_t texture, int level, int layer, std::optional<std::array<int, 6>> box,
             std::string_view aspect, bool all_layers) {
            std::optional<Rectangle> rectangle;
            if (box) rectangle = Rectangle{(*box)[0], (*box)[1], (*box)[2], (*box)[3], (*box)[4], (*box)[5]};
            new (self) Source{texture, level, layer, rectangle, aspect_of(aspect), all_layers};
          },
          "texture"_a, "level"_a, "layer"_a, "box"_a.none(), "aspect"_a, "all_layers"_a,
          "box: x0, y0, x1, y1, z0, z1, with exclusive ends.");

  module.def(
      "foreground",
      [](double low, double high, bool inverted, std::string_view channel) {
        return nb::cast(Foreground{low, high, inverted, channel_of(channel)});
      },
      "low"_a, "high"_a, "inverted"_a, "channel"_a, "A criterion of texels of several channels.");
  module.def(
      "equal", [](const Background& background) { return nb::cast(Equal{background}); }, "background"_a.none(),
      "The same, with the channels of a background.");
  module.def(
      "difference",
      [](double largest, const Background& background, std::string_view measure) {
        return nb::cast(Difference{largest, background, measure_of(measure)});
      },
      "largest"_a, "background"_a.none(), "measure"_a, "The same, by a measure.");
  module.def("checked_numbering", &checked_numbering, "name"_a, "The name of a numbering that there is.");

  nb::class_<Outputs>(module, "Output", "Where results go and how the context is treated.")
      .def(
          "__init__",
          [](Outputs* self, std::uint32_t target, std::uint32_t table_rows, std::string_view state,
             std::optional<std::string_view> timing, bool debug_groups) {
            new (self) Outputs{
                target, table_rows, state_policy_of(state), timing_of(timing), {}, debug_groups_of(debug_groups)};
          },
          "target"_a, "table_rows"_a, "state"_a, "timing"_a.none(), "debug_groups"_a);
}

}  // namespace
}  // namespace glccl::python

NB_MODULE(_gl, module) {
  using namespace glccl;
  module.doc() = "glccl::Labeler with arguments by name. Use glccl.gl instead.";
  nb::set_leak_warnings(false);  // a daemon thread keeps what it works on
  python::end_taking_at_exit();
  python::bind_arguments(module);

  nb::class_<python::GlLabels>(module, "Labels", "Names of OpenGL objects.")
      .def_prop_ro("texture", [](const python::GlLabels& self) { return self.labels.texture; })
      .def_prop_ro("table", [](const python::GlLabels& self) { return self.labels.table.buffer; })
      .def_prop_ro("table_rows", [](const python::GlLabels& self) { return self.labels.table.rows; })
      .def_prop_ro("shape", [](const python::GlLabels& self) { return python::shape_of(self.labels.extent); })
      .def_ro("is_signed", &python::GlLabels::is_signed);

  nb::class_<python::GlLabeler>(module, "Labeler", "glccl::Labeler.")
      .def(
          "__init__",
          [](python::GlLabeler* self, std::string_view engine) {
            new (self) python::GlLabeler(python::make_labeler(engine));
          },
          "engine"_a)
      .def("label", &python::label, "source"_a, "spec"_a, "named"_a, "output"_a)
      .def("prepare", &python::prepare, "spec"_a, "named"_a, "format"_a, "shape"_a, "output"_a)
      .def("readback", &python::readback)
      .def("readback_components", &python::readback_components, "axes"_a)
      .def("times", &python::times)
      .def("poll", &python::poll)
      .def("close", &python::close)
      .def_prop_ro("engine", [](const python::GlLabeler& self) { return python::python_name_of(self.engine()); })
      .def_prop_ro("scratch_bytes", [](const python::GlLabeler& self) { return self.scratch_bytes(); });
  module.def("describe_plan", &python::describe_plan, "engine"_a, "spec"_a, "named"_a, "shape"_a, "output"_a);
}
