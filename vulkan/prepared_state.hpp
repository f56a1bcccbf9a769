// What Labeler::prepare() makes.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/compute/uniform_block.hpp"
#include "glccl/spec.hpp"
#include "glccl/vulkan/prepared.hpp"
#include "vulkan/descriptors.hpp"
#include "vulkan/scratch.hpp"

namespace glccl::vulkan {

/// What a pass has at the binding of the component table.
enum class AtTable : std::uint8_t { table, areas, mask };
constexpr std::size_t table_kinds = 3;
/// Which image a pass reads: an input, or the labels of the background.
enum class Read : std::uint8_t { image, mask, intensity, labels };
constexpr std::size_t read_kinds = 4;

/// A pass that is ready to be recorded. Its uniforms lack the places of images and labels in buffers.
struct ReadyPass {
  Pipeline pipeline;
  compute::UniformBlock uniforms;
  std::array<std::uint32_t, 3> groups;
  AtTable at_table;
  Read read;
};

struct Prepared::State {
  std::shared_ptr<const Core> core;
  ScratchBuffers scratch;
  std::vector<ReadyPass> passes;
  InputFormats formats;
  Extent extent;
  InBuffers in_buffers;
  bool fills_holes = false;
  VkDeviceSize table_bytes = 0;

  /// Whether images and labels are as they were told; finds where they lie in buffers, by Read.
  Result<void> find_places(const Inputs& inputs, const Outputs& outputs, Binding::State& binding) const;

  /// Makes the sets of descriptors, and fills them.
  Result<void> describe(const Inputs& inputs, const Outputs& outputs, Binding::State& binding) const;

  /// Records what a pass needs before it is dispatched.
  void bind_pass(const ReadyPass& pass, const Binding::State& binding, VkCommandBuffer commands) const;

  /// Of what is read, by Read: whether there is such an image, and what its set holds.
  std::optional<PixelFormat> format_of(std::size_t read) const;
  SetKind kind_of(std::size_t read) const;
};

}  // namespace glccl::vulkan
