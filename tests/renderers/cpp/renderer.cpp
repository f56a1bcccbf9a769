// The functions of a module, for ../compiled.py.
#include "renderer.hpp"

#include <glccl/regions.hpp>
#include <optional>
#include <string>

namespace {

std::unique_ptr<Renderer> renderer;
std::optional<glccl::Labeler> labeler;
std::optional<glccl::Regions> regions;
glccl::Extent extent;
std::string error;

glccl::Result<void> make_labeling() {
  if (regions) return {};
  glccl::Result<glccl::Labeler> made_labeler = glccl::Labeler::create();
  if (!made_labeler) return made_labeler.error();
  glccl::Result<glccl::Regions> made_regions = glccl::Regions::create(extent, {.colours = true});
  if (!made_regions) return made_regions.error();
  labeler = *std::move(made_labeler);
  regions = *std::move(made_regions);
  return {};
}

std::uint32_t fail(const glccl::Error& cause) {
  error = cause.message;
  return 0;
}

}  // namespace

extern "C" {

/// The error of the last call; null without one.
const char* renderer_error() { return error.empty() ? nullptr : error.c_str(); }

void renderer_create(unsigned width, unsigned height, int has_context) try {
  extent = {static_cast<int>(width), static_cast<int>(height)};
  renderer = make_renderer(width, height, has_context != 0);
} catch (const std::exception& thrown) {
  error = thrown.what();
}

void renderer_draw(const Disc* discs, std::size_t count) { renderer->draw({discs, count}); }

std::uint32_t renderer_source() { return renderer->source(); }

std::uint32_t renderer_target() { return renderer->target(); }

void renderer_show(std::uint32_t colours) { renderer->show(colours); }

/// The textures with the labels of a texture and with their colours, the target unless it is 0.
std::uint32_t renderer_label(std::uint32_t texture, std::uint32_t target, std::uint32_t* colours) {
  if (const glccl::Result<void> made = make_labeling(); !made) return fail(made.error());
  const glccl::LabelingSpec spec{.criterion = glccl::Equal{.background = glccl::PixelValue{24, 26, 32, 255}}};
  const glccl::Result<glccl::Labels> labels = labeler->label(texture, spec);
  if (!labels) return fail(labels.error());
  const glccl::Result<std::uint32_t> written = regions->colours(*labels, target);
  if (!written) return fail(written.error());
  *colours = *written;
  return labels->texture;
}
}
