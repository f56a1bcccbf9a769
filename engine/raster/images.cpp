#include "raster/images.hpp"

#include <string>

namespace glccl::raster {
namespace {

/// A texture of one level, or no texture where the driver has no memory for it. The caller's GL error state is only
/// read when an allocation has failed.
gl::Texture make_texture(GLenum format, Size size, const char* label) {
  GLuint name = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &name);
  gl::Texture texture(name);
  glTextureStorage2D(name, 1, format, size.width, size.height);
  glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTextureParameteri(name, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glObjectLabel(GL_TEXTURE, name, -1, label);
  GLint width = 0;
  glGetTextureLevelParameteriv(name, 0, GL_TEXTURE_WIDTH, &width);
  if (width == size.width) return texture;
  glGetError();  // the out-of-memory that this function has answered for
  return {};
}

Error out_of_memory(const char* label, Size size) {
  return {ErrorCode::gpu, std::string("no GPU memory for the texture ") + label + " of " + std::to_string(size.width) +
                              "x" + std::to_string(size.height) +
                              ": free some, or label a smaller image (19 bytes a pixel are needed)"};
}

}  // namespace

Status Images::add(Image image, GLenum format, Size size, const char* label) {
  Target target{make_texture(format, size, label), gl::make_framebuffer(), size};
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
      images.add(Image::contacts, GL_R32UI, size, "glccl contacts"),
      images.add(Image::labels, GL_R32UI, size, "glccl labels"),
  };
  for (const Status& result : results) {
    if (!result) return result.error();
  }
  images.marks_ = make_texture(GL_DEPTH_COMPONENT16, size, "glccl marks");
  if (!images.marks_) return out_of_memory("glccl marks", size);
  for (const Image ids : {Image::ids_a, Image::ids_b}) {
    glNamedFramebufferTexture(images.framebuffer(ids), GL_DEPTH_ATTACHMENT, images.marks_.name(), 0);
  }
  return images;
}

}  // namespace glccl::raster
