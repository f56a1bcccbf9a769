// Where the values of uniforms go: to a program of OpenGL, or to push constants of Vulkan.
#pragma once

#include <array>
#include <cstdint>

namespace glccl {

/// Takes values by the locations of glsl/shared/locations.h. Values of uniforms that a program lacks are ignored.
class UniformValues {
 public:
  virtual void set(int location, std::int32_t value) = 0;
  virtual void set(int location, std::uint32_t value) = 0;
  virtual void set(int location, float value) = 0;
  virtual void set(int location, const std::array<std::int32_t, 2>& value) = 0;
  virtual void set(int location, const std::array<std::int32_t, 4>& value) = 0;

 protected:
  ~UniformValues() = default;
};

}  // namespace glccl
