// Textures for programs that start from an image or a scene.
#pragma once

#include <cstdint>
#include <memory>

#include "glccl/host/image.hpp"

namespace glccl::host {

/// Owner of a GL_TEXTURE_2D in the context that was current when it was made.
class Texture {
 public:
  Texture() = default;
  explicit Texture(std::uint32_t name, Size size) : name_(name), size_(size) {}
  Texture(Texture&& other) noexcept;
  Texture& operator=(Texture&& other) noexcept;
  ~Texture();
  std::uint32_t name() const { return name_; }
  Size size() const { return size_; }

 private:
  std::uint32_t name_ = 0;
  Size size_;
};

/// Uploads an image as R8UI, R16UI or RGBA8, row 0 first, with NEAREST filters. Pixel-store state is left as it was
/// found; errors that OpenGL reported earlier are dropped. Errors: `invalid_argument` for an image below 1x1 or without
/// all its bytes, `too_large` beyond GL_MAX_TEXTURE_SIZE (the message names both sizes), `gpu` when the driver runs out
/// of memory.
Result<Texture> upload(const Image& image);

/// Reads level 0 of an RGBA8 texture back, waiting for the GPU. Pixel-store state is left as it was found.
Image download_rgba8(const Texture& texture);

/// Overlapping discs, squares and triangles that move slowly, in opaque colours on transparent black, so that the alpha
/// channel tells foreground from background. About three in five gather in clusters, the rest stand alone.
class Scene {
 public:
  /// Builds the program and places `shapes` (0 to 1000000) shapes by `seed` for a texture of `size`. Errors:
  /// `invalid_argument` (a size below 1x1, a number of shapes out of range), `too_large`, `gpu`.
  static Result<Scene> create(Size size, int shapes, std::uint32_t seed);
  Scene(Scene&&) noexcept;
  Scene& operator=(Scene&&) noexcept;
  ~Scene();

  /// Draws the moment `time` (seconds) into texture(). Needs the context's default state of everything that discards,
  /// masks or blends fragments. Leaves no framebuffer, program and vertex array bound, and the viewport at the
  /// texture's size.
  void draw(float time);

  /// RGBA8, not multisampled: every pixel is either a colour with alpha 255 or four zeros.
  const Texture& texture() const;

 private:
  friend Result<Texture> draw_scene(Size size, int shapes, std::uint32_t seed, float time);
  struct State;
  explicit Scene(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// One moment of a Scene in a texture of its own; the same errors, and the same state needed and left behind.
Result<Texture> draw_scene(Size size, int shapes, std::uint32_t seed, float time = 0.0F);

}  // namespace glccl::host
