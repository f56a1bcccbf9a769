// A scene of moving shapes, drawn by OpenGL: an input whose image is on the GPU from the start.
#pragma once

#include <cstdint>
#include <memory>

#include "glccl/host/texture.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// What the texture of a Scene holds.
enum class SceneOutput {
  colours,  ///< RGBA8: the shapes' colours.
  ids,      ///< R32UI: the number of the shape that is seen, from 1, and 0 where there is none.
};

/// Overlapping discs, squares and triangles that move slowly, in opaque colours on transparent black: the alpha channel
/// separates foreground from background, or the number of each shape. About three in five shapes gather in clusters,
/// the others stand alone.
class Scene {
 public:
  /// Builds the program and places `shapes` (0 to 1000000) shapes by `seed` for a texture of `extent`. Errors:
  /// `invalid_argument` (an extent below 1x1, a number of shapes out of range), `too_large`, `gpu`.
  static Result<Scene> create(const Extent& extent, int shapes, std::uint32_t seed,
                              SceneOutput output = SceneOutput::colours);
  /// Moves. The other object may only be destroyed or assigned to afterwards.
  Scene(Scene&&) noexcept;
  /// Moves.
  Scene& operator=(Scene&&) noexcept;
  ~Scene();

  /// Draws the moment `time` (in seconds) into texture(). Requires the default state of all that discards, masks or
  /// blends fragments. Leaves no framebuffer, program or vertex array bound, and the viewport at the texture's extent.
  void draw(float time);

  /// Without multisampling. Of SceneOutput::colours every pixel is a colour with alpha 255 or four zeros.
  const OwnedTexture& texture() const;

 private:
  friend Result<OwnedTexture> draw_scene(const Extent& extent, int shapes, std::uint32_t seed, float time);
  struct State;
  explicit Scene(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// One moment of a Scene in a texture of its own. Errors, required state and state left behind are those of Scene.
Result<OwnedTexture> draw_scene(const Extent& extent, int shapes, std::uint32_t seed, float time = 0.0F);

}  // namespace glccl::host
