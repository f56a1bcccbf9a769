// Holding label textures against one another on the GPU.
#pragma once

#include <cstdint>
#include <memory>

#include "glccl/host/texture.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// Counts the texels in which two label textures differ, without reading them back: only the result of an occlusion
/// query comes to the CPU. Belongs to the context that is current when it is made, and needs one.
class TextureComparison {
 public:
  /// Builds the program. Error `gpu`.
  static Result<TextureComparison> create();
  TextureComparison(TextureComparison&&) noexcept;
  TextureComparison& operator=(TextureComparison&&) noexcept;
  ~TextureComparison();

  /// Texels of level 0 that differ; waits for the GPU. Both are names of a GL_TEXTURE_2D, R32UI, of at least `size`.
  /// Needs the context's default state of everything that discards fragments. Leaves no framebuffer, program and vertex
  /// array bound, no texture and sampler at units 0 and 1, and the viewport at `size`. Error `gpu`.
  Result<std::uint64_t> count_differences(std::uint32_t texture, std::uint32_t other, Size size);

 private:
  struct State;
  explicit TextureComparison(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// A texture for labels: R32UI, of one level, undefined contents. Errors: those of upload().
Result<Texture> make_label_texture(Size size);

/// Reads level 0 of an R32UI texture back, waiting for the GPU. Pixel-store state is left as it was found.
LabelImage download_labels(const Texture& texture);

}  // namespace glccl::host
