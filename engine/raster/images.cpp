#include "engine/raster/images.hpp"

#include <string>

#include "engine/gl/memory.hpp"

namespace glccl::raster {
namespace {

Error out_of_memory(const char* label, Size size) {
  return {ErrorCode::gpu, std::string("no GPU memory for the texture ") + label + " of " + std::to_string(size.width) +
                              "x" + std::to_string(size.height) +
                              ": free some, or label a smaller image (19 bytes a pixel are needed)"};
}

void copy(GLuint from, GLuint to, int to_y) {
  glCopyImageSubData(from, GL_TEXTURE_2D, 0, 0, 0, 0, to, GL_TEXTURE_2D, 0, 0, to_y, 0, routing_side, routing_side, 1);
}

}  // namespace

Status Images::add(Image image, GLenum format, Size size, const char* label) {
  Target target{gl::try_make_texture(format, size, label), gl::make_framebuffer(), size};
  if (!target.texture) return out_of_memory(label, size);
  glNamedFramebufferTexture(target.framebuffer.name(), GL_COLOR_ATTACHMENT0, target.texture.name(), 0);
  targets_[index(image)] = std::move(target);
  return {};
}

Result<Images> Images::create(Size size) {
  Images images;
  images.size_ = size;
  const Level last = pyramid_levels(size).back();
  const Size sums{pyramid_row, last.first_row + rows_of(last)};
  const Status results[] = {
      images.add(Image::ids_a, GL_R32F, size, "glccl ids_a"),
      images.add(Image::ids_b, GL_R32F, size, "glccl ids_b"),
      images.add(Image::masks, GL_R32UI, masks_size(size), "glccl masks"),
      images.add(Image::ranks, GL_RG32UI, masks_size(size), "glccl ranks"),
      images.add(Image::sums, GL_R32UI, sums, "glccl sums"),
      images.add(Image::points, GL_R32UI, size, "glccl points"),
  };
  for (const Status& result : results) {
    if (!result) return result.error();
  }
  images.marks_ = gl::try_make_texture(GL_DEPTH_COMPONENT16, size, "glccl marks");
  if (!images.marks_) return out_of_memory("glccl marks", size);
  for (const Image ids : {Image::ids_a, Image::ids_b}) {
    glNamedFramebufferTexture(images.framebuffer(ids), GL_DEPTH_ATTACHMENT, images.marks_.name(), 0);
  }
  images.targets_[index(Image::labels)] = {gl::Texture(), gl::make_framebuffer(), size};
  return images;
}

Status Images::provide(const Plan& plan, bool own_labels) {
  if (own_labels && texture(Image::labels) == 0) {
    gl::Texture labels = gl::try_make_texture(GL_R32UI, size_, "glccl labels");
    if (!labels) return out_of_memory("glccl labels", size_);
    targets_[index(Image::labels)].texture = std::move(labels);
  }
  for (const Pass& pass : plan.passes) {
    if (pass.name != PassName::stencil_routing || line_) continue;
    if (const Status status = add_routing(); !status) return status;
  }
  const Size rows = rows_size(plan.table_rows);
  if (plan.table_rows == 0 || size_of(Image::rows) == rows) return {};
  if (const Status status = add(Image::boxes, GL_RGBA32F, rows, "glccl boxes"); !status) return status;
  // Passes over rows store in the table: their framebuffer has a size and nothing to draw into.
  gl::Framebuffer framebuffer = gl::make_framebuffer();
  glNamedFramebufferParameteri(framebuffer.name(), GL_FRAMEBUFFER_DEFAULT_WIDTH, rows.width);
  glNamedFramebufferParameteri(framebuffer.name(), GL_FRAMEBUFFER_DEFAULT_HEIGHT, rows.height);
  targets_[index(Image::rows)] = {gl::Texture(), std::move(framebuffer), rows};
  return {};
}

Status Images::add_routing() {
  const Size region{routing_side, routing_side};
  if (const Status status = add(Image::routed, GL_R32F, region, "glccl routed"); !status) return status;
  routed_roots_ = gl::try_make_texture(GL_R32F, {routing_side, routing_side * routing_rounds}, "glccl routed roots");
  stencil_ = gl::try_make_texture(GL_DEPTH24_STENCIL8, region, "glccl routing stencil");
  gl::Texture line = gl::try_make_texture(GL_DEPTH24_STENCIL8, region, "glccl routing line");
  if (!routed_roots_ || !stencil_ || !line) return out_of_memory("glccl routing", region);
  for (GLint i = 0; i < routing_side * routing_side; ++i) {
    const GLuint value = i < routed_a_round ? static_cast<GLuint>(i) + 1U : 0U;
    glClearTexSubImage(line.name(), 0, i % routing_side, i / routing_side, 0, 1, 1, 1, GL_DEPTH_STENCIL,
                       GL_UNSIGNED_INT_24_8, &value);
  }
  glNamedFramebufferTexture(framebuffer(Image::routed), GL_DEPTH_STENCIL_ATTACHMENT, stencil_.name(), 0);
  line_ = std::move(line);
  return {};
}

std::int64_t Images::bytes() const {
  std::int64_t bytes = 0;
  for (const gl::Texture* texture : {&marks_, &line_, &stencil_, &routed_roots_}) bytes += gl::bytes_of(*texture);
  for (const Target& target : targets_) bytes += gl::bytes_of(target.texture);
  return bytes - gl::bytes_of(targets_[index(Image::labels)].texture);
}

void Images::attach_labels(GLuint texture) const {
  glNamedFramebufferTexture(framebuffer(Image::labels), GL_COLOR_ATTACHMENT0, texture, 0);
}

void Images::reset_routing() const {
  glClearTexImage(texture(Image::routed), 0, GL_RED, GL_FLOAT, nullptr);
  copy(line_.name(), stencil_.name(), 0);
}

void Images::keep_routed(int round) const { copy(texture(Image::routed), routed_roots_.name(), round * routing_side); }

}  // namespace glccl::raster
