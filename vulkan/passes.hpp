// The passes of a Tracker or Regions as pipelines.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/gl/compute_pass.hpp"
#include "vulkan/core.hpp"

namespace glccl::vulkan {

/// The push constants of glsl/common/arguments.glsl.
struct PassArguments {
  std::array<std::int32_t, 4> label_place{};
  std::array<std::int32_t, 4> target_place{};
  std::int32_t argument = 0;
  gl::SizeValues sizes{};
};

/// The sets of descriptors of a pass. Passes that read no labels take the buffers alone; the target can be null.
struct PassSets {
  VkDescriptorSet buffers = VK_NULL_HANDLE;
  VkDescriptorSet labels = VK_NULL_HANDLE;
  VkDescriptorSet target = VK_NULL_HANDLE;
};

/// Passes of a list that are ready to be recorded.
class ReadyPasses {
 public:
  /// Makes their pipelines. Errors: `unsupported` (no such program in this build), `too_large` (workgroups or a number
  /// of buffers beyond the device's limits), `gpu`.
  static Result<ReadyPasses> create(Core& core, const gl::PassList& list, bool in_buffers);

  /// Records pass `index`, and a barrier behind it.
  void record(const DeviceFunctions& vk, VkCommandBuffer commands, std::size_t index, const PassSets& sets,
              PassArguments arguments) const;

  std::size_t size() const { return passes_.size(); }

 private:
  struct Ready {
    Pipeline pipeline;
    gl::Groups groups;
    bool reads_labels;
  };

  std::vector<Ready> passes_;
  gl::SizeValues sizes_{};
};

}  // namespace glccl::vulkan
