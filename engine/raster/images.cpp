#include "engine/raster/images.hpp"

#include <algorithm>
#include <utility>

#include "engine/gl/memory.hpp"
#include "glsl/shared/raster_layout.h"

namespace glccl::raster {
namespace {

void copy(GLuint from, GLuint to, int to_y) {
  glCopyImageSubData(from, GL_TEXTURE_2D, 0, 0, 0, 0, to, GL_TEXTURE_2D, 0, 0, to_y, 0, shared::ROUTING_SIDE,
                     shared::ROUTING_SIDE, 1);
}

/// Sets `to` to a new texture; after an error it is as before.
Status make(gl::Texture& to, GLenum format, const Extent& extent, const char* label) {
  Result<gl::Texture> texture = gl::try_make_texture(format, extent, label);
  if (!texture) return texture.error();
  to = *std::move(texture);
  return {};
}

}  // namespace

Result<Images::Target> Images::make_target(GLenum format, const Extent& extent, const char* label) {
  Result<gl::Texture> texture = gl::try_make_texture(format, extent, label);
  if (!texture) return texture.error();
  gl::Framebuffer framebuffer = gl::make_framebuffer();
  glNamedFramebufferTexture(framebuffer.name(), GL_COLOR_ATTACHMENT0, texture->name(), 0);
  return Target{*std::move(texture), std::move(framebuffer), extent};
}

Result<Images> Images::create(const Extent& extent) {
  Images images;
  images.extent_ = extent;
  const Extent masks = masks_extent(extent);
  const Level last = pyramid_levels(extent).back();
  const Extent sums{shared::PYRAMID_ROW, last.first_row + rows_of(last)};
  struct Row {
    PlanImage image;
    GLenum format;
    Extent extent;
    const char* label;
  };
  for (const Row& row : {Row{PlanImage::ids_a, GL_R32F, extent, "glccl ids_a"},
                         {PlanImage::ids_b, GL_R32F, extent, "glccl ids_b"},
                         {PlanImage::masks, GL_R32UI, masks, "glccl masks"},
                         {PlanImage::ranks, GL_RG32UI, masks, "glccl ranks"},
                         {PlanImage::sums, GL_R32UI, sums, "glccl sums"},
                         {PlanImage::points, GL_R32UI, extent, "glccl points"}}) {
    Result<Target> made = make_target(row.format, row.extent, row.label);
    if (!made) return made.error();
    images.targets_[index(row.image)] = *std::move(made);
  }
  const Status marked = make(images.marks_, GL_DEPTH_COMPONENT16, extent, "glccl marks");
  if (!marked) return marked.error();
  for (const PlanImage ids : {PlanImage::ids_a, PlanImage::ids_b}) {
    glNamedFramebufferTexture(images.framebuffer(ids), GL_DEPTH_ATTACHMENT, images.marks_.name(), 0);
  }
  images.targets_[index(PlanImage::labels)] = {gl::Texture(), gl::make_framebuffer(), extent};
  return images;
}

Status Images::provide(const RasterPlan& plan, gl::ReplacedObjects& replaced) {
  if (plan.key.raster.compaction == Compaction::stencil_routing && !line_) {
    if (const Status status = add_routing(); !status) return status;
  }
  const Extent rows = rows_extent(plan.key.table_rows);
  if (plan.key.table_rows == 0 || extent_of(PlanImage::rows) == rows) return {};
  Result<Target> boxes = make_target(GL_RGBA32F, rows, "glccl boxes");
  if (!boxes) return boxes.error();
  replaced.replace(targets_[index(PlanImage::boxes)], *std::move(boxes));
  // Draws over rows store in the table: their framebuffer has an extent and no attachment.
  gl::Framebuffer framebuffer = gl::make_framebuffer();
  glNamedFramebufferParameteri(framebuffer.name(), GL_FRAMEBUFFER_DEFAULT_WIDTH, rows.width);
  glNamedFramebufferParameteri(framebuffer.name(), GL_FRAMEBUFFER_DEFAULT_HEIGHT, rows.height);
  replaced.replace(targets_[index(PlanImage::rows)], {gl::Texture(), std::move(framebuffer), rows});
  return {};
}

Status Images::add_routing() {
  constexpr Extent region{shared::ROUTING_SIDE, shared::ROUTING_SIDE};
  constexpr Extent rounds{shared::ROUTING_SIDE, shared::ROUTING_SIDE * shared::ROUTING_ROUNDS};
  constexpr GLenum format = GL_DEPTH24_STENCIL8;
  Result<Target> routed = make_target(GL_R32F, region, "glccl routed");
  if (!routed) return routed.error();
  targets_[index(PlanImage::routed)] = *std::move(routed);
  if (const Status made = make(routed_roots_, GL_R32F, rounds, "glccl routed roots"); !made) return made;
  if (const Status made = make(stencil_, format, region, "glccl routing stencil"); !made) return made;
  if (const Status made = make(line_, format, region, "glccl routing line"); !made) return made;
  for (GLint i = 0; i < shared::ROUTING_SIDE * shared::ROUTING_SIDE; ++i) {
    const GLuint value = i < shared::ROUTED_A_ROUND ? static_cast<GLuint>(i) + 1U : 0U;
    glClearTexSubImage(line_.name(), 0, i % shared::ROUTING_SIDE, i / shared::ROUTING_SIDE, 0, 1, 1, 1,
                       GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, &value);
  }
  glNamedFramebufferTexture(framebuffer(PlanImage::routed), GL_DEPTH_STENCIL_ATTACHMENT, stencil_.name(), 0);
  return {};
}

std::vector<const gl::Texture*> Images::textures() const {
  std::vector<const gl::Texture*> all = {&marks_, &line_, &stencil_, &routed_roots_};
  for (const Target& target : targets_) all.push_back(&target.texture);
  return all;
}

std::int64_t Images::bytes() const {
  std::int64_t bytes = 0;
  for (const gl::Texture* texture : textures()) bytes += gl::bytes_of(*texture);
  return bytes;
}

bool Images::has(GLuint texture) const {
  const std::vector<const gl::Texture*> all = textures();
  return std::any_of(all.begin(), all.end(), [&](const gl::Texture* one) { return one->name() == texture; });
}

void Images::attach_labels(GLuint texture) const {
  glNamedFramebufferTexture(framebuffer(PlanImage::labels), GL_COLOR_ATTACHMENT0, texture, 0);
}

void Images::reset_routing() const {
  glClearTexImage(texture(PlanImage::routed), 0, GL_RED, GL_FLOAT, nullptr);
  copy(line_.name(), stencil_.name(), 0);
}

void Images::keep_routed(int round) const {
  copy(texture(PlanImage::routed), routed_roots_.name(), round * shared::ROUTING_SIDE);
}

}  // namespace glccl::raster
