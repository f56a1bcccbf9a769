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

/// The textures of the plans that have been run, for one extent of images. OutputObjects owns the label texture.
///
///   image                     format              bytes a pixel
///   ids_a, ids_b              R32F                8, and 2 of depth marks that both share
///   trees_a, trees_b          R32F                8, and 2 of depth marks
///   points                    R32UI               4
///   pairs                     RG32UI              2
///   links, contacts           RGBA32UI            1/2 each
///   foreground, ends          R32UI, R32F         3/8
///   masks, ranks and pyramids R32UI, RG32UI       7/8
///   numbers                   R32UI               4
///
/// A plan of Engine::raster takes 18 bytes a pixel. ids_a and ids_b belong to Engine::raster_paper, the sweep and
/// stencil_routing, which also has `numbers` and a region of 16x16; boxes (RGBA32F) have a texel per row of the table.
class Images {
 public:
  Images() = default;
  explicit Images(const Extent& extent) : extent_(extent) {}

  /// Allocates what this plan draws into and does not have yet. Error `gpu`: the driver has no memory for a texture;
  /// existing textures stay.
  Result<void> provide(const RasterPlan& plan, gl::ReplacedObjects& replaced);

  /// Bytes of GPU memory of all textures.
  std::int64_t bytes() const;

  /// Bytes of the textures that provide() makes for this plan where there are none.
  static std::int64_t bytes_of(const RasterPlan& plan);

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
    gl::Texture marks;  ///< Of the first of two images that share them.
    gl::Framebuffer framebuffer;
    Extent extent;
  };

  static std::size_t index(PlanImage image) { return static_cast<std::size_t>(image); }
  Result<Target> make_target(PlanImage image, const Extent& extent) const;
  std::vector<const gl::Texture*> textures() const;
  Result<void> add_routing();

  Extent extent_;
  gl::Texture line_;     ///< Stencil 1..255 of the region in raster order.
  gl::Texture stencil_;  ///< The region's stencil while a round runs.
  gl::Texture routed_roots_;
  std::array<Target, plan_image_count> targets_;
};

}  // namespace glccl::raster
