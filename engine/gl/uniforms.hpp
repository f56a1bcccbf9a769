// The uniforms of a program by their locations, which glsl/shared/locations.h names for shaders and C++.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/gl/functions/opengl.hpp"
#include "engine/vocabulary/uniform_values.hpp"
#include "glsl/shared/locations.h"

namespace glccl::gl {

/// Knows which of the shared locations a linked program has, and what each was last set to: only changes reach the
/// driver, and values for uniforms that the program lacks are ignored.
class Uniforms final : public UniformValues {
 public:
  Uniforms() = default;

  /// Asks the program once which locations it has.
  explicit Uniforms(GLuint program);

  bool has(GLint location) const { return (present_ >> location & 1U) != 0; }

  void set(GLint location, GLint value) override;
  void set(GLint location, GLuint value) override;
  void set(GLint location, GLfloat value) override;
  void set(GLint location, const std::array<GLint, 2>& value) override;
  void set(GLint location, const std::array<GLint, 4>& value) override;

  /// shared::AT_LEVELS, an array of pairs.
  void set_levels(std::span<const std::array<GLint, 2>> levels);

  /// shared::AT_SIZES, an array.
  void set_sizes(std::span<const GLuint> sizes);

 private:
  static constexpr std::size_t location_count = shared::AT_SIZES + 1;
  using Words = std::array<GLint, 4>;

  bool changes(GLint location, const Words& words);

  GLuint program_ = 0;
  std::uint64_t present_ = 0;  ///< A bit per location that the program has.
  std::uint64_t known_ = 0;    ///< A bit per location whose value is in last_.
  std::array<Words, location_count> last_{};
  std::vector<std::array<GLint, 2>> last_levels_;
  std::vector<GLuint> last_sizes_;
};

}  // namespace glccl::gl
