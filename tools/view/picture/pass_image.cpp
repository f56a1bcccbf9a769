#include "tools/view/picture/pass_image.hpp"

#include <GL/glew.h>

#include <algorithm>

#include "glsl/shared/ids.h"

namespace glccl::view {
namespace {

constexpr std::int64_t most_places = 96 * 96;  // shown of a list

ImageKind kind_of(const Step& step, const std::string& pass) {
  // These passes write into buffers alone, though the plan may name a texture for them.
  if (pass == "list_components" || pass == "sum_areas" || pass == "write_boxes") return ImageKind::table;
  if (pass == "count_points" || step.texture == 0) return ImageKind::nothing;
  switch (step.contents) {
    case StepContents::none:
    case StepContents::source:
      return ImageKind::nothing;
    case StepContents::ids:
      return ImageKind::ids;
    case StepContents::masks:
      return ImageKind::masks;
    case StepContents::words:
      return ImageKind::words;
    case StepContents::sums:
      return ImageKind::counts;
    case StepContents::ranks:
      return ImageKind::ranks;
    case StepContents::points:
      return pass == "number_roots" ? ImageKind::numbers : ImageKind::places;
    case StepContents::roots:
      return ImageKind::roots;
    case StepContents::labels:
      return ImageKind::labels;
    case StepContents::boxes:
      return ImageKind::boxes;
  }
  return ImageKind::nothing;
}

}  // namespace

PassImage describe_image(const Step& step, const std::string& pass, std::optional<std::uint64_t> components) {
  PassImage result;
  result.kind = kind_of(step, pass);
  if (step.texture == 0) return result;
  result.texture = step.texture;
  result.extent = step.extent;
  result.elements = step.extent.elements();
  // Most lists are short, and only the GPU knows how long they are.
  if (result.kind == ImageKind::places) result.elements = std::min(result.elements, most_places);
  if (result.kind == ImageKind::boxes && components) {
    result.elements = std::clamp<std::int64_t>(static_cast<std::int64_t>(*components), 1, step.extent.elements());
  }
  return result;
}

std::vector<std::uint32_t> read_words(const PassImage& image, const Rectangle& rectangle) {
  const Extent size = extent_of(rectangle);
  const bool ids = image.kind == ImageKind::ids;
  const bool ranks = image.kind == ImageKind::ranks;
  std::vector<std::uint32_t> words(static_cast<std::size_t>(size.elements()) * (ranks ? 2 : 1));
  const GLenum format = ids ? GL_RED : ranks ? GL_RG_INTEGER : GL_RED_INTEGER;
  glGetTextureSubImage(image.texture, 0, rectangle.x0, rectangle.y0, rectangle.z0, size.width, size.height, size.depth,
                       format, ids ? GL_FLOAT : GL_UNSIGNED_INT,
                       static_cast<GLsizei>(words.size() * sizeof(std::uint32_t)), words.data());
  return words;
}

Position position_of_id(std::uint32_t bits, const Extent& image) {
  const std::uint32_t packed = bits - shared::ID_BASE;
  return {image.width - 1 - shared::packed_x(packed), image.height - 1 - shared::packed_y(packed)};
}

}  // namespace glccl::view
