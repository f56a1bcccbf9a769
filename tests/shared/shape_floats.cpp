// glccl/shape_floats.h against shape.hpp, as C++ and as GLSL: the errors are below those that the header states.
#include "glccl/shape_floats.h"

#include <GL/glew.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/gl/objects.hpp"
#include "engine/gl/readback.hpp"
#include "glccl/shape.hpp"
#include "shape_floats_text.hpp"  // made by tests/CMakeLists.txt
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"

namespace glccl::tests {
namespace {

using shape_floats::CentralFloats;
using shape_floats::EllipseFloats;
using shape_floats::uvec2;

constexpr std::size_t words_of_row = 12;
constexpr std::size_t results_of_row = 7;

/// The exact sums of a component.
struct Sums {
  Component component;
  Moments moments;

  void add(std::uint64_t x, std::uint64_t y) {
    ++component.area;
    component.sum_x += x;
    component.sum_y += y;
    moments.xx += x * x;
    moments.xy += x * y;
    moments.yy += y * y;
  }
};

/// A filled ellipse with these half axes, turned, whose box begins near a position.
Sums ellipse(std::uint64_t x0, std::uint64_t y0, double a, double b, double turn) {
  Sums sums;
  const auto reach = static_cast<std::int64_t>(std::ceil(std::max(a, b)));
  for (std::int64_t y = -reach; y <= reach; ++y) {
    for (std::int64_t x = -reach; x <= reach; ++x) {
      const double u = std::cos(turn) * static_cast<double>(x) + std::sin(turn) * static_cast<double>(y);
      const double v = std::cos(turn) * static_cast<double>(y) - std::sin(turn) * static_cast<double>(x);
      if (u * u / (a * a) + v * v / (b * b) > 1.0) continue;
      sums.add(x0 + static_cast<std::uint64_t>(x + reach), y0 + static_cast<std::uint64_t>(y + reach));
    }
  }
  return sums;
}

Sums rectangle(std::uint64_t x0, std::uint64_t y0, std::uint64_t width, std::uint64_t height) {
  Sums sums;
  for (std::uint64_t y = 0; y < height; ++y) {
    for (std::uint64_t x = 0; x < width; ++x) sums.add(x0 + x, y0 + y);
  }
  return sums;
}

/// Components of all kinds, near the origin and at the end of the range.
std::vector<Sums> components() {
  std::vector<Sums> all;
  for (const std::uint64_t at : {std::uint64_t{0}, std::uint64_t{1000}, std::uint64_t{(1U << 22) - 1000}}) {
    all.push_back(rectangle(at, at / 2, 1, 1));
    all.push_back(rectangle(at, at / 3, 700, 1));
    all.push_back(rectangle(at / 5, at, 1, 2));
    all.push_back(rectangle(at, at, 30, 30));
    all.push_back(rectangle(at, at / 7, 31, 400));
    for (int i = 0; i < 40; ++i) {
      const double a = 0.6 + 2.3 * i;
      const double ratio = 0.05 + 0.95 * (i * 7 % 40) / 40.0;
      all.push_back(ellipse(at, at / (1 + static_cast<std::uint64_t>(i)), a, std::max(0.5, a * ratio), 0.37 * i));
    }
  }
  all.push_back(rectangle(0, 0, 4000, 1000));
  return all;
}

struct Floats {
  CentralFloats central;
  EllipseFloats ellipse;
};

std::array<GLuint, words_of_row> words_of(const Sums& sums) {
  std::array<GLuint, words_of_row> words = {};
  const std::array<std::uint64_t, 6> integers = {sums.component.area, sums.component.sum_x, sums.component.sum_y,
                                                 sums.moments.xx,     sums.moments.xy,      sums.moments.yy};
  for (std::size_t i = 0; i < integers.size(); ++i) {
    words[2 * i] = static_cast<GLuint>(integers[i]);
    words[2 * i + 1] = static_cast<GLuint>(integers[i] >> 32);
  }
  return words;
}

Floats floats_on_cpu(const Sums& sums) {
  const std::array<GLuint, words_of_row> words = words_of(sums);
  const auto pair = [&](std::size_t i) { return uvec2(words[2 * i], words[2 * i + 1]); };
  const CentralFloats central =
      shape_floats::glccl_central_moments(pair(0), pair(1), pair(2), pair(3), pair(4), pair(5));
  return {central, shape_floats::glccl_ellipse_of(central, pair(0))};
}

/// What a user's shader has behind the text of the header.
const char* const shader_main = R"(
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Sums { uvec2 sums[]; };
layout(std430, binding = 1) writeonly buffer Results { float results[]; };
void main() {
  uint row = gl_GlobalInvocationID.x;
  if (row * 6u >= uint(sums.length())) return;
  uint at = row * 6u;
  CentralFloats central =
      glccl_central_moments(sums[at], sums[at + 1u], sums[at + 2u], sums[at + 3u], sums[at + 4u], sums[at + 5u]);
  EllipseFloats ellipse = glccl_ellipse_of(central, sums[at]);
  float values[7] = float[7](central.xx, central.xy, central.yy, ellipse.axis_major_length, ellipse.axis_minor_length,
                             ellipse.eccentricity, ellipse.orientation);
  for (uint i = 0u; i < 7u; ++i) results[row * 7u + i] = values[i];
}
)";

/// The same by a compute shader in which the header's text follows #version.
std::vector<Floats> floats_on_gpu(const std::vector<Sums>& all) {
  const std::array<const char*, 3> texts = {"#version 450\n", shape_floats_text, shader_main};
  const GLuint program = glCreateShaderProgramv(GL_COMPUTE_SHADER, static_cast<GLsizei>(texts.size()), texts.data());
  GLint linked = GL_FALSE;
  glGetProgramiv(program, GL_LINK_STATUS, &linked);
  std::array<char, 2000> log = {};
  glGetProgramInfoLog(program, static_cast<GLsizei>(log.size()), nullptr, log.data());
  INFO(log.data());
  REQUIRE(linked == GL_TRUE);
  std::vector<GLuint> words;
  for (const Sums& sums : all) {
    const std::array<GLuint, words_of_row> row = words_of(sums);
    words.insert(words.end(), row.begin(), row.end());
  }
  std::vector<float> values(results_of_row * all.size(), std::bit_cast<float>(0x7FC00099U));
  const auto bytes = static_cast<GLsizeiptr>(values.size() * sizeof(float));
  const gl::Buffer input = gl::make_buffer(static_cast<GLsizeiptr>(words.size() * sizeof(GLuint)), words.data());
  const gl::Buffer output = gl::make_buffer(bytes, values.data());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, input.name());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, output.name());
  glUseProgram(program);
  glDispatchCompute(static_cast<GLuint>(all.size() / 64 + 1), 1, 1);
  glMemoryBarrier(GL_ALL_BARRIER_BITS);
  gl::read_buffer(output.name(), 0, bytes, values.data());
  glUseProgram(0);
  glDeleteProgram(program);
  std::vector<Floats> floats;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const float* const row = values.data() + results_of_row * i;
    floats.push_back({{row[0], row[1], row[2]}, {row[3], row[4], row[5], row[6]}});
  }
  return floats;
}

/// Checks the bounds at the head of the header. A NaN is below none.
void check_errors(const Sums& sums, const Floats& found) {
  const CentralMoments central = central_moments(sums.component, sums.moments);
  const Ellipse expected = ellipse_of(central, sums.component.area);
  CAPTURE(sums.component.area, sums.component.sum_x, sums.component.sum_y, expected.eccentricity);
  const double of_moments = 2e-6 * (central.xx + central.yy + static_cast<double>(sums.component.area));
  CHECK(std::abs(found.central.xx - central.xx) < of_moments);
  CHECK(std::abs(found.central.xy - central.xy) < of_moments);
  CHECK(std::abs(found.central.yy - central.yy) < of_moments);
  const double of_axes = 0.01 + 0.002 * expected.axis_major_length;
  CHECK(std::abs(found.ellipse.axis_major_length - expected.axis_major_length) < of_axes);
  CHECK(std::abs(found.ellipse.axis_minor_length - expected.axis_minor_length) < of_axes);
  const double off = std::abs(found.ellipse.eccentricity - expected.eccentricity);
  CHECK(off < (expected.eccentricity < 0.3 ? 5e-3 : 1e-4));
  if (expected.eccentricity < 0.3) return;
  const double turned = std::abs(found.ellipse.orientation - expected.orientation);
  CHECK(std::min(turned, std::abs(turned - 3.14159265358979)) < 1e-3);  // -pi/2 and pi/2 are one direction
}

}  // namespace

TEST_CASE("ellipses in single precision are those of shape.hpp, in C++", "[conformance][shared]") {
  for (const Sums& sums : components()) check_errors(sums, floats_on_cpu(sums));
}

TEST_CASE_METHOD(GlFixture, "ellipses in single precision are those of shape.hpp, in GLSL", "[conformance][shared]") {
  const std::vector<Sums> all = components();
  const std::vector<Floats> found = floats_on_gpu(all);
  for (std::size_t i = 0; i < all.size(); ++i) check_errors(all[i], found[i]);
}

}  // namespace glccl::tests
