// A renderer in C++ for the harness of tests/renderers: each source file beside defines make_renderer(), and becomes a
// module with the functions of renderer.cpp.
#pragma once

#include <cstdint>
#include <glccl/labeler.hpp>
#include <memory>
#include <span>

/// A disc of the scene, in pixels from the bottom left. Colours are 0 to 255.
struct Disc {
  float x, y, radius;
  float red, green, blue;
};

class Renderer {
 public:
  Renderer() = default;
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;
  virtual ~Renderer() = default;

  /// Draws the discs into the renderer's target, over the colour (24, 26, 32, 255).
  virtual void draw(std::span<const Disc> discs) = 0;
  /// Makes the renderer's context current. OpenGL's name of the target's texture.
  virtual std::uint32_t source() = 0;
  /// OpenGL's name of the texture that takes the colours of labels; 0 for one of the harness.
  virtual std::uint32_t target() { return 0; }
  /// Draws the texture of colours, as large as the target, to framebuffer 0.
  virtual void show(std::uint32_t colours) = 0;
};

/// The renderer, in the context that is current, or in one that it makes.
std::unique_ptr<Renderer> make_renderer(unsigned width, unsigned height, bool has_context);
