// What Labeler::prepare() makes.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/compute/uniform_block.hpp"
#include "glccl/spec.hpp"
#include "glccl/vulkan/prepared.hpp"
#include "vulkan/core.hpp"
#include "vulkan/scratch.hpp"

namespace glccl::vulkan {

/// What a pass has at the binding of the component table.
enum class AtTable : std::uint8_t { table, areas, mask };
/// Which image a pass reads.
enum class Read : std::uint8_t { image, mask, intensity };
/// The number of either.
constexpr std::size_t kinds = 3;

/// A pass that is ready to be recorded.
struct ReadyPass {
  VkPipeline pipeline;
  compute::UniformBlock uniforms;
  std::array<std::uint32_t, 3> groups;
  AtTable at_table;
  Read read;
};

struct Prepared::State {
  std::shared_ptr<const Core> core;
  Scratch scratch;
  std::vector<ReadyPass> passes;
  InputFormats formats;
  VkDeviceSize table_bytes = 0;

  Result<void> check(const Inputs& inputs, const Outputs& outputs) const;
  Result<void> allocate(Binding::State& binding) const;
  void describe(Binding::State& binding, const Inputs& inputs, const Outputs& outputs) const;
};

}  // namespace glccl::vulkan
