// The textures that a plan works on, and the framebuffers that its passes draw into.
#pragma once

#include <array>
#include <cstdint>

#include "engine/gl/objects.hpp"
#include "engine/raster/plan.hpp"
#include "glccl/result.hpp"

namespace glccl::raster {

/// Every texture of one image size: ids_a and ids_b (R32F) with the depth marks they share (DEPTH_COMPONENT16), points
/// (R32UI; there are no more than pixels), and masks, sums (R32UI) and ranks (RG32UI), which are small: 15 bytes a
/// pixel; where they are asked for, labels (R32UI), the region of stencil_routing (16x16), and the boxes (RGBA32F, a
/// texel a row of the table).
class Images {
 public:
  /// Error `gpu`: the driver has no memory for a texture; nothing is kept.
  static Result<Images> create(Size size);

  /// Makes what a plan of this size needs besides. Error `gpu` as create(); what was there before stays.
  Status provide(const Plan& plan, bool own_labels);

  /// Bytes of GPU memory that all of them take but the labels.
  std::int64_t bytes() const;

  Size size() const { return size_; }
  GLuint texture(Image image) const { return targets_[index(image)].texture.name(); }
  GLuint framebuffer(Image image) const { return targets_[index(image)].framebuffer.name(); }
  Size size_of(Image image) const { return targets_[index(image)].size; }

  /// Draws labels into this texture: the caller's, or texture(Image::labels). 0 lets go of it.
  void attach_labels(GLuint texture) const;

  /// Before every pass that routes: an empty region whose texels stand in line.
  void reset_routing() const;

  /// After it: keeps what round `round` has gathered.
  void keep_routed(int round) const;

  /// All that was gathered, round below round: R32F, 16 x 64.
  GLuint routed_roots() const { return routed_roots_.name(); }

 private:
  struct Target {
    gl::Texture texture;
    gl::Framebuffer framebuffer;
    Size size;
  };

  static std::size_t index(Image image) { return static_cast<std::size_t>(image); }
  Status add(Image image, GLenum format, Size size, const char* label);
  Status add_routing();

  Size size_;
  gl::Texture marks_;
  gl::Texture line_;     ///< stencil 1..255 of the region, in line
  gl::Texture stencil_;  ///< what is left of it
  gl::Texture routed_roots_;
  std::array<Target, image_count> targets_;
};

}  // namespace glccl::raster
