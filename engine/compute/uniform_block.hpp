// The uniforms of the passes as one block.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/vocabulary/uniform_values.hpp"

namespace glccl::compute {

/// The block of uniforms of glsl/common/uniforms.glsl: push constants of Vulkan, a uniform buffer of WebGPU.
class UniformBlock final : public UniformValues {
 public:
  static constexpr std::size_t bytes = 128;

  void set(int location, std::int32_t value) override;
  void set(int location, std::uint32_t value) override;
  void set(int location, float value) override;
  void set(int location, const std::array<std::int32_t, 2>& value) override;
  void set(int location, const std::array<std::int32_t, 4>& value) override;

  /// The words of the block.
  const std::array<std::uint32_t, bytes / sizeof(std::uint32_t)>& words() const { return words_; }

 private:
  template <class Value>
  void store(int location, const Value& value);

  std::array<std::uint32_t, bytes / sizeof(std::uint32_t)> words_{};
};

}  // namespace glccl::compute
