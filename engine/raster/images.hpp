// The textures that a plan works on, and the framebuffers that its passes draw into.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/gl/objects.hpp"
#include "engine/gl/state/replaced_objects.hpp"
#include "engine/raster/plan.hpp"
#include "glccl/result.hpp"

namespace glccl::raster {

/// Every texture of one extent of images: ids_a and ids_b (R32F) with the depth marks that they share
/// (DEPTH_COMPONENT16), points (R32UI, as large as the image), and masks, sums (R32UI) and ranks (RG32UI), which are
/// small: 15 bytes a pixel in all. Plans that need them also have the region of stencil_routing (16x16) and boxes
/// (RGBA32F, a texel per row of the table). Outputs owns the label texture.
class Images {
 public:
  /// Allocates what every plan needs. Error `gpu`: the driver has no memory for a texture; nothing is kept.
  static Result<Images> create(const Extent& extent);

  /// Allocates what this plan needs besides. Error `gpu` as create(); existing textures stay.
  Status provide(const RasterPlan& plan, gl::ReplacedObjects& replaced);

  /// Bytes of GPU memory of all textures.
  std::int64_t bytes() const;

  /// Whether a texture is one of these.
  bool has(GLuint texture) const;

  const Extent& extent() const { return extent_; }
  GLuint texture(PlanImage image) const { return targets_[index(image)].texture.name(); }
  GLuint framebuffer(PlanImage image) const { return targets_[index(image)].framebuffer.name(); }
  const Extent& extent_of(PlanImage image) const { return targets_[index(image)].extent; }

  /// Makes this texture the target of draws into PlanImage::labels; 0 detaches it.
  void attach_labels(GLuint texture) const;

  /// Empties the region of stencil_routing and numbers its texels, before every round.
  void reset_routing() const;

  /// Keeps what round `round` has gathered, after it.
  void keep_routed(int round) const;

  /// Everything gathered, round below round: R32F, 16x64.
  GLuint routed_roots() const { return routed_roots_.name(); }

 private:
  struct Target {
    gl::Texture texture;
    gl::Framebuffer framebuffer;
    Extent extent;
  };

  static std::size_t index(PlanImage image) { return static_cast<std::size_t>(image); }
  static Result<Target> make_target(GLenum format, const Extent& extent, const char* label);
  std::vector<const gl::Texture*> textures() const;
  Status add_routing();

  Extent extent_;
  gl::Texture marks_;
  gl::Texture line_;     ///< Stencil 1..255 of the region in raster order.
  gl::Texture stencil_;  ///< The region's stencil while a round runs.
  gl::Texture routed_roots_;
  std::array<Target, plan_image_count> targets_;
};

}  // namespace glccl::raster
