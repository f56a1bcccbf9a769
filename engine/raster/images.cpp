#include "engine/raster/images.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/gl/memory.hpp"
#include "glsl/shared/raster_layout.h"

namespace glccl::raster {
namespace {

void copy(GLuint from, GLuint to, int to_y) {
  gl::api().CopyImageSubData(from, GL_TEXTURE_2D, 0, 0, 0, 0, to, GL_TEXTURE_2D, 0, 0, to_y, 0, shared::ROUTING_SIDE,
                             shared::ROUTING_SIDE, 1);
}

/// Sets `to` to a new texture; after an error it is as before.
Result<void> make(gl::Texture& to, GLenum format, const Extent& extent, const char* label) {
  Result<gl::Texture> texture = gl::try_make_texture(format, extent, label);
  if (!texture) return texture.error();
  to = *std::move(texture);
  return {};
}

/// The format of an image; 0: it has no texture of its own.
GLenum format_of(PlanImage image) {
  switch (image) {
    case PlanImage::ids_a:
    case PlanImage::ids_b:
    case PlanImage::ends_a:
    case PlanImage::ends_b:
    case PlanImage::trees_a:
    case PlanImage::trees_b:
    case PlanImage::routed:
      return GL_R32F;
    case PlanImage::foreground:
    case PlanImage::masks:
    case PlanImage::sums:
    case PlanImage::points:
    case PlanImage::contact_sums:
    case PlanImage::root_masks:
    case PlanImage::root_sums:
    case PlanImage::numbers:
      return GL_R32UI;
    case PlanImage::ranks:
    case PlanImage::root_ranks:
    case PlanImage::pairs:
      return GL_RG32UI;
    case PlanImage::links:
    case PlanImage::contacts:
      return GL_RGBA32UI;
    case PlanImage::boxes:
      return GL_RGBA32F;
    case PlanImage::none:
    case PlanImage::source:
    case PlanImage::labels:
    case PlanImage::rows:
      return 0;
  }
  return 0;
}

/// Bytes of a texel of format_of(). Formats of depth marks have 2.
std::int64_t texel_bytes(PlanImage image) {
  switch (format_of(image)) {
    case GL_RGBA32F:
    case GL_RGBA32UI:
      return 16;
    case GL_RG32UI:
      return 8;
    case GL_R32F:
    case GL_R32UI:
      return 4;
    default:
      return 0;
  }
}
constexpr std::int64_t mark_bytes = 2;

/// The images that a plan writes.
std::array<bool, plan_image_count> images_of(const RasterPlan& plan) {
  std::array<bool, plan_image_count> used{};
  for (const Draw& draw : plan.passes) {
    used[static_cast<std::size_t>(draw.write)] = used[static_cast<std::size_t>(draw.stored)] = true;
  }
  return used;
}

/// The image whose marks this one shares, for images that have marks.
PlanImage owner_of_marks(PlanImage image) {
  if (image == PlanImage::ids_a || image == PlanImage::ids_b) return PlanImage::ids_a;
  if (image == PlanImage::trees_a || image == PlanImage::trees_b) return PlanImage::trees_a;
  return PlanImage::none;
}

}  // namespace

/// A texture and a framebuffer that draws into it. Draws over rows store in the table: their framebuffer has an extent
/// and no attachment. attach_labels() attaches labels.
Result<Images::Target> Images::make_target(PlanImage image, const Extent& extent) const {
  Target target{{}, {}, gl::make_framebuffer(), extent};
  const GLuint framebuffer = target.framebuffer.name();
  if (image == PlanImage::rows) {
    gl::api().NamedFramebufferParameteri(framebuffer, GL_FRAMEBUFFER_DEFAULT_WIDTH, extent.width);
    gl::api().NamedFramebufferParameteri(framebuffer, GL_FRAMEBUFFER_DEFAULT_HEIGHT, extent.height);
  }
  if (const GLenum format = format_of(image); format != 0) {
    const std::string label = std::string("glccl ") + traits_of(image).name;
    if (const Result<void> made = make(target.texture, format, extent, label.c_str()); !made) return made.error();
    gl::api().NamedFramebufferTexture(framebuffer, GL_COLOR_ATTACHMENT0, target.texture.name(), 0);
  }
  if (owner_of_marks(image) == image) {
    const std::string label = std::string("glccl marks of ") + traits_of(image).name;
    const Result<void> made = make(target.marks, GL_DEPTH_COMPONENT16, extent, label.c_str());
    if (!made) return made.error();
    gl::api().NamedFramebufferTexture(framebuffer, GL_DEPTH_ATTACHMENT, target.marks.name(), 0);
  }
  return target;
}

Result<void> Images::provide(const RasterPlan& plan, gl::ReplacedObjects& replaced) {
  if (plan.key.raster.compaction == Compaction::stencil_routing && !line_) {
    if (const Result<void> status = add_routing(); !status) return status;
  }
  const std::array<bool, plan_image_count> used = images_of(plan);
  std::vector<std::pair<PlanImage, Target>> made;
  for (int i = 0; i < plan_image_count; ++i) {
    const auto image = static_cast<PlanImage>(i);
    const Extent extent = raster::extent_of(image, plan.key);
    if (!used[index(image)] || extent == Extent{} || extent == extent_of(image)) continue;
    Result<Target> target = make_target(image, extent);
    if (!target) return target.error();
    made.emplace_back(image, *std::move(target));
  }
  for (auto& [image, target] : made) replaced.replace(targets_[index(image)], std::move(target));
  for (const auto& [image, target] : made) {
    const PlanImage owner = owner_of_marks(image);
    if (owner == PlanImage::none || owner == image) continue;
    gl::api().NamedFramebufferTexture(framebuffer(image), GL_DEPTH_ATTACHMENT, targets_[index(owner)].marks.name(), 0);
  }
  return {};
}

Result<void> Images::add_routing() {
  constexpr Extent region{shared::ROUTING_SIDE, shared::ROUTING_SIDE};
  constexpr Extent rounds{shared::ROUTING_SIDE, shared::ROUTING_SIDE * shared::ROUTING_ROUNDS};
  constexpr GLenum format = GL_DEPTH24_STENCIL8;
  Result<Target> routed = make_target(PlanImage::routed, region);
  if (!routed) return routed.error();
  targets_[index(PlanImage::routed)] = *std::move(routed);
  if (const Result<void> made = make(routed_roots_, GL_R32F, rounds, "glccl routed roots"); !made) return made;
  if (const Result<void> made = make(stencil_, format, region, "glccl routing stencil"); !made) return made;
  if (const Result<void> made = make(line_, format, region, "glccl routing line"); !made) return made;
  for (GLint i = 0; i < shared::ROUTING_SIDE * shared::ROUTING_SIDE; ++i) {
    const GLuint value = i < shared::ROUTED_A_ROUND ? static_cast<GLuint>(i) + 1U : 0U;
    gl::api().ClearTexSubImage(line_.name(), 0, i % shared::ROUTING_SIDE, i / shared::ROUTING_SIDE, 0, 1, 1, 1,
                               GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, &value);
  }
  gl::api().NamedFramebufferTexture(framebuffer(PlanImage::routed), GL_DEPTH_STENCIL_ATTACHMENT, stencil_.name(), 0);
  return {};
}

std::vector<const gl::Texture*> Images::textures() const {
  std::vector<const gl::Texture*> all = {&line_, &stencil_, &routed_roots_};
  for (const Target& target : targets_) all.insert(all.end(), {&target.texture, &target.marks});
  return all;
}

std::int64_t Images::bytes() const {
  std::int64_t bytes = 0;
  for (const gl::Texture* texture : textures()) bytes += gl::bytes_of(*texture);
  return bytes;
}

std::int64_t Images::bytes_of(const RasterPlan& plan) {
  const std::array<bool, plan_image_count> used = images_of(plan);
  std::int64_t bytes = 0;
  for (int i = 0; i < plan_image_count; ++i) {
    const auto image = static_cast<PlanImage>(i);
    const Extent extent = raster::extent_of(image, plan.key);
    if (!used[index(image)] || extent == Extent{} || image == PlanImage::routed) continue;
    bytes += extent.elements() * (texel_bytes(image) + (owner_of_marks(image) == image ? mark_bytes : 0));
  }
  if (plan.key.raster.compaction != Compaction::stencil_routing) return bytes;
  constexpr std::int64_t region = shared::ROUTING_SIDE * shared::ROUTING_SIDE;  // of 4 bytes each in add_routing()
  return bytes + 4 * region * (3 + shared::ROUTING_ROUNDS);
}

bool Images::has(GLuint texture) const {
  const std::vector<const gl::Texture*> all = textures();
  return std::any_of(all.begin(), all.end(), [&](const gl::Texture* one) { return one->name() == texture; });
}

void Images::attach_labels(GLuint texture) const {
  gl::api().NamedFramebufferTexture(framebuffer(PlanImage::labels), GL_COLOR_ATTACHMENT0, texture, 0);
}

void Images::reset_routing() const {
  gl::api().ClearTexImage(texture(PlanImage::routed), 0, GL_RED, GL_FLOAT, nullptr);
  copy(line_.name(), stencil_.name(), 0);
}

void Images::keep_routed(int round) const {
  copy(texture(PlanImage::routed), routed_roots_.name(), round * shared::ROUTING_SIDE);
}

}  // namespace glccl::raster
