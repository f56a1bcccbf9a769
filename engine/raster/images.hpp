// The textures that a plan works on, and the framebuffers that its passes draw into.
#pragma once

#include <array>

#include "gl/objects.hpp"
#include "glccl/result.hpp"
#include "raster/plan.hpp"

namespace glccl::raster {

/// Every texture of one image size: ids_a and ids_b (R32F) with the depth marks they share (DEPTH_COMPONENT16),
/// contacts (there are fewer than pixels) and labels (R32UI), and masks, sums (R32UI) and ranks (RG32UI), which are
/// small: 19 bytes a pixel.
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

  static std::size_t index(Image image) { return static_cast<std::size_t>(image); }
  Status add(Image image, GLenum format, Size size, const char* label);

  Size size_;
  gl::Texture marks_;
  std::array<Target, static_cast<std::size_t>(Image::labels) + 1> targets_;
};

}  // namespace glccl::raster
