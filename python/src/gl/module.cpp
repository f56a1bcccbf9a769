// The extension module glccl._gl: glccl::Labeler, Tracker and Regions with arguments by name and shapes in the order of
// numpy. The package's Python code, glccl.gl, is what users see.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "glccl/host/program_folder.hpp"
#include "glccl/options.hpp"
#include "python/src/gil.hpp"
#include "python/src/gl/arguments.hpp"
#include "python/src/gl/context.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace glccl::python {
namespace {

void bind_source(nb::module_& module) {
  module.def("buffer_formats", &buffer_formats, "OpenGL's names of the formats of images in buffers.");
  nb::class_<BufferImage>(module, "Buffer", "An image or volume in a buffer object.")
      .def(
          "__init__",
          [](BufferImage* self, std::uint32_t name, std::string_view format, const std::vector<int>& shape,
             std::size_t offset, const std::optional<std::vector<std::size_t>>& strides) {
            new (self) BufferImage(buffer_image_of(name, format, shape, offset, strides));
          },
          "name"_a, "format"_a, "shape"_a, "offset"_a, "strides"_a.none());
  nb::class_<Source>(module, "Source", "An image of OpenGL, or a part of it.")
      .def(
          "__init__",
          [](Source* self, std::uint32_t texture, int level, int layer, std::optional<std::array<int, 6>> box,
             std::string_view aspect, bool all_layers, std::uint32_t renderbuffer, std::uint32_t framebuffer,
             std::uint32_t attachment, std::string_view samples, const std::optional<BufferImage>& buffer) {
            std::optional<Rectangle> rectangle;
            if (box) rectangle = Rectangle{(*box)[0], (*box)[1], (*box)[2], (*box)[3], (*box)[4], (*box)[5]};
            new (self) Source{.texture = texture,
                              .level = level,
                              .layer = layer,
                              .rectangle = rectangle,
                              .aspect = aspect_of(aspect),
                              .all_layers = all_layers,
                              .renderbuffer = renderbuffer,
                              .framebuffer = framebuffer,
                              .attachment = attachment,
                              .samples = samples_of(samples),
                              .buffer = buffer.value_or(BufferImage{})};
          },
          "texture"_a, "level"_a, "layer"_a, "box"_a.none(), "aspect"_a, "all_layers"_a, "renderbuffer"_a,
          "framebuffer"_a, "attachment"_a, "samples"_a, "buffer"_a.none(),
          "box: x0, y0, x1, y1, z0, z1, with exclusive ends.");
}

void bind_criteria(nb::module_& module) {
  using Background = std::optional<PixelValue>;
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
}

void bind_outputs(nb::module_& module) {
  nb::class_<Outputs>(module, "Output", "Where results go and how the context is treated.")
      .def(
          "__init__",
          [](Outputs* self, std::uint32_t target, std::uint32_t table_rows, std::string_view state,
             std::optional<std::string_view> timing, bool debug_groups) {
            new (self) Outputs{
                target, table_rows, state_policy_of(state), timing_of(timing), {}, debug_groups_of(debug_groups)};
          },
          "target"_a, "table_rows"_a, "state"_a, "timing"_a.none(), "debug_groups"_a);
  nb::class_<ContextUse>(module, "ContextUse", "How the context is treated.")
      .def(
          "__init__",
          [](ContextUse* self, std::string_view state, std::optional<std::string_view> timing, bool debug_groups) {
            new (self) ContextUse{.state_policy = state_policy_of(state),
                                  .timing = timing_of(timing),
                                  .debug_groups = debug_groups_of(debug_groups),
                                  .program_binaries = host::keep_programs_of_user()};
          },
          "state"_a, "timing"_a.none(), "debug_groups"_a);
  nb::class_<GlLabels>(module, "Labels", "Names of OpenGL objects.")
      .def(
          "__init__",
          [](GlLabels* self, std::uint32_t texture, const std::vector<int>& shape) {
            new (self) GlLabels{{texture, extent_of_shape(shape), {}}};
          },
          "texture"_a, "shape"_a, "Labels without a table.")
      .def_prop_ro("texture", [](const GlLabels& self) { return self.labels.texture; })
      .def_prop_ro("table", [](const GlLabels& self) { return self.labels.table.buffer; })
      .def_prop_ro("table_rows", [](const GlLabels& self) { return self.labels.table.rows; })
      .def_prop_ro("shape", [](const GlLabels& self) { return shape_of(self.labels.extent); })
      .def_ro("is_signed", &GlLabels::is_signed);
}

}  // namespace
}  // namespace glccl::python

NB_MODULE(_gl, module) {
  using namespace glccl;
  module.doc() = "glccl::Labeler, Tracker and Regions with arguments by name. Use glccl.gl instead.";
  nb::set_leak_warnings(false);  // a daemon thread keeps what it works on
  python::end_taking_at_exit();
  python::bind_source(module);
  python::bind_criteria(module);
  python::bind_outputs(module);
  python::add_gl_labeler(module);
  python::add_gl_tracker(module);
  python::add_gl_regions(module);
}
