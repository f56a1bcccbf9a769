// The textures that a plan works on, and the framebuffers that its passes draw into.
#pragma once

#include <array>

#include "gl/objects.hpp"
#include "glccl/result.hpp"
#include "raster/plan.hpp"

namespace glccl::raster {

/// Every texture of one image size: ids_a and ids_b (R32F) with the depth marks they share (DEPTH_COMPONENT16),
/// sums, numbers and labels (R32UI): 18 bytes a pixel and a little.
class Images {
 public:
  /// Error `gpu`: the driver has no memory for a texture; nothing is kept.
  static Result<Images> create(Size size);

  Size size() const { return size_; }
  GLuint texture(Image image) const { return targets_[index(image)].texture.name(); }
  GLuint framebuffer(Image image) const { return targets_[index(image)].framebuffer.name(); }
  Size size_of(Image image) const { return targets_[index(image)].size; }

 private:
  struct Target {
    gl::Texture texture;
    gl::Framebuffer framebuffer;
    Size size;
  };

  static std::size_t index(Image image) {
    return static_cast<std::size_t>(image) - static_cast<std::size_t>(Image::ids_a);
  }
  Status add(Image image, GLenum format, Size size, const char* label);

  Size size_;
  gl::Texture marks_;
  std::array<Target, 5> targets_;
};

}  // namespace glccl::raster
