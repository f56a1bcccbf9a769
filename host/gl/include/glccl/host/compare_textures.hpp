// Comparing label textures on the GPU.
#pragma once

#include <cstdint>
#include <memory>

#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// Counts the texels in which two label textures differ, without reading the textures back: only the result of an
/// occlusion query comes to the CPU. Belongs to the context that is current when it is made, which must be current in
/// every call.
class TextureComparison {
 public:
  /// Builds the program. Error `gpu`.
  static Result<TextureComparison> create();
  /// Moves. The other object may only be destroyed or assigned to afterwards.
  TextureComparison(TextureComparison&&) noexcept;
  /// Moves.
  TextureComparison& operator=(TextureComparison&&) noexcept;
  ~TextureComparison();

  /// The number of texels of level 0 that differ. Waits for the GPU. `texture` and `other` are names of textures of
  /// format R32UI, at least `extent` large: GL_TEXTURE_2D, for an extent of several slices GL_TEXTURE_3D. Requires the
  /// default state of all that discards fragments. Leaves no framebuffer, program or vertex array bound, no texture or
  /// sampler at units 0 and 1, of volumes 2 and 3, and the viewport at `extent`. Error `gpu`.
  Result<std::uint64_t> count_differences(std::uint32_t texture, std::uint32_t other, const Extent& extent);

 private:
  struct State;
  explicit TextureComparison(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace glccl::host
