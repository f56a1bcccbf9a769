#include "tools/view/pass_image.hpp"

#include <GL/glew.h>

#include <algorithm>

namespace glccl::view {
namespace {

constexpr int pixels_in_mask = 16;
constexpr std::int64_t most_places = 96 * 96;

ImageKind kind_of(GLint format, const std::string& pass, const Step& step, Size image) {
  const bool like_masks = step.size == Size{(image.width + pixels_in_mask - 1) / pixels_in_mask, image.height};
  switch (format) {
    case GL_R32F:
      return step.image == "routed" ? ImageKind::roots : ImageKind::ids;
    case GL_RG32UI:
      return like_masks ? ImageKind::ranks : ImageKind::counts;
    case GL_RGBA32F:
      return ImageKind::boxes;
    case GL_R32UI:
      if (step.image == "labels") return ImageKind::labels;
      if (step.image == "points") return pass == "number_roots" ? ImageKind::numbers : ImageKind::places;
      return like_masks && step.image == "masks" ? ImageKind::masks : ImageKind::counts;
    default:
      return ImageKind::nothing;
  }
}

/// Passes whose target in the plan is only there to say how many fragments they have.
ImageKind kind_without_texture(const std::string& pass, ImageKind otherwise) {
  if (pass == "list_components" || pass == "sum_areas" || pass == "write_boxes") return ImageKind::table;
  return pass == "count_points" ? ImageKind::nothing : otherwise;
}

}  // namespace

PassImage describe_image(const Step& step, const std::string& pass, Size image,
                         std::optional<std::uint32_t> components) {
  PassImage result;
  result.kind = kind_without_texture(pass, ImageKind::nothing);
  if (step.texture == 0) return result;
  GLint format = 0;
  glGetTextureLevelParameteriv(step.texture, 0, GL_TEXTURE_INTERNAL_FORMAT, &format);
  result.kind = kind_without_texture(pass, kind_of(format, pass, step, image));
  result.texture = step.texture;
  result.size = step.size;
  result.bits = pass == "find_roots" ? 1 : 2;
  result.elements = step.size.pixels();
  // Lists are mostly short, and how long is known to the GPU alone.
  if (result.kind == ImageKind::places) result.elements = std::min(result.elements, most_places);
  if (result.kind == ImageKind::boxes && components) {
    result.elements = std::clamp<std::int64_t>(*components, 1, step.size.pixels());
  }
  return result;
}

std::vector<std::uint32_t> read_words(const PassImage& image, const Box& box) {
  const int width = box.x1 - box.x0 + 1;
  const int height = box.y1 - box.y0 + 1;
  const bool ids = image.kind == ImageKind::ids;
  const bool ranks = image.kind == ImageKind::ranks;
  std::vector<std::uint32_t> words(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) *
                                   (ranks ? 2 : 1));
  const GLenum format = ids ? GL_RED : ranks ? GL_RG_INTEGER : GL_RED_INTEGER;
  glGetTextureSubImage(image.texture, 0, box.x0, box.y0, 0, width, height, 1, format, ids ? GL_FLOAT : GL_UNSIGNED_INT,
                       static_cast<GLsizei>(words.size() * sizeof(std::uint32_t)), words.data());
  return words;
}

Pixel place_of_id(std::uint32_t bits, Size image) {
  const std::uint32_t position = bits - 0x00800000U;
  return {image.width - 1 - static_cast<int>(position & 0x7FFFU), image.height - 1 - static_cast<int>(position >> 15U)};
}

}  // namespace glccl::view
