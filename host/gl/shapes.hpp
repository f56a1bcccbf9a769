// Discs, squares and triangles that OpenGL draws, one instance each: what scenes and objects have in common.
#pragma once

#include <GL/glew.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <random>
#include <span>

#include "engine/gl/objects.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// The bytes red, green, blue and alpha.
using ShapeColour = std::array<std::uint8_t, 4>;

/// The vertex attributes of one instance in shapes.vert.
struct ShapeInstance {
  glm::mat3x2 transform;  ///< From the shape, -1 to 1 in both directions, to pixels.
  ShapeColour colour{};
  std::uint32_t kind = 0;  ///< 0 disc, 1 square, 2 triangle.
  glm::vec3 depth;         ///< At the centre, in 0..1, and how much it grows along the shape's own x and y.
};

/// The square from -1 to 1, turned so that its x axis becomes `right`, around a position. Lengths are in pixels.
inline glm::mat3x2 placed(glm::vec2 position, glm::vec2 right) { return {right, {-right.y, right.x}, position}; }

constexpr float two_pi = 6.2831853F;

/// Random numbers from the generator's integers, because the distributions of the standard library differ between
/// implementations.
class SceneDice {
 public:
  explicit SceneDice(std::uint32_t seed) : random_(seed) {}
  std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(random_() % count); }
  float between(float low, float high) { return low + (high - low) * static_cast<float>(below(1U << 16)) / 65535.0F; }
  glm::vec2 inside(glm::vec2 area) {
    const float x = between(0.0F, area.x);  // In a statement of its own: arguments of a call have no order.
    return {x, between(0.0F, area.y)};
  }

 private:
  std::mt19937 random_;
};

/// What the fragments of shapes write.
enum class ShapeOutput {
  colours,  ///< The colour.
  ids,      ///< The number of the instance, from 1, as an unsigned integer.
};

/// The program, and memory for the instances.
class ShapePainter {
 public:
  /// For targets of `extent` and up to `shapes` instances. Error `gpu`: the driver's log.
  static Result<ShapePainter> create(const Extent& extent, std::size_t shapes, ShapeOutput output);

  /// Draws instances, in their order, into the bound framebuffer, and leaves neither program nor vertex array bound.
  void draw(std::span<const ShapeInstance> shapes);

 private:
  Extent extent_;
  gl::Program program_;
  gl::Buffer buffer_;
  gl::VertexArray vertex_array_;
};

}  // namespace glccl::host
