// The pipelines of the passes, and their layout.
#pragma once

#include <array>
#include <map>

#include "engine/compute/programs.hpp"
#include "engine/compute/uniform_block.hpp"
#include "vulkan/functions.hpp"

namespace glccl::vulkan {

/// Sets of descriptors in the shaders of glsl/compute.
enum class Set : std::uint32_t { buffers, textures, images };
constexpr std::size_t set_count = 3;
/// Bindings of these sets.
constexpr std::uint32_t source_binding = 1;
constexpr std::uint32_t labels_binding = 0;

/// Makes pipelines and keeps them.
class Pipelines {
 public:
  /// Error `gpu`.
  static Result<Pipelines> create(const Functions& functions, const Device& device);

  Pipelines() = default;
  Pipelines(Pipelines&& other) noexcept;
  Pipelines& operator=(Pipelines&& other) noexcept;
  ~Pipelines();

  /// Errors: `unsupported` (no such program in this build), `gpu`.
  Result<VkPipeline> find_or_make(const compute::ComputeProgramKey& key);

  VkPipelineLayout layout() const { return layout_; }
  VkDescriptorSetLayout layout_of(Set set) const { return set_layouts_[static_cast<std::size_t>(set)]; }
  VkSampler nearest() const { return nearest_; }

 private:
  Result<VkPipeline> make(const compute::ComputeProgramKey& key) const;

  const Functions* functions_ = nullptr;
  Device device_;
  std::array<VkDescriptorSetLayout, set_count> set_layouts_{};
  VkPipelineLayout layout_ = VK_NULL_HANDLE;
  VkSampler nearest_ = VK_NULL_HANDLE;
  std::map<compute::ComputeProgramKey, VkPipeline> pipelines_;
};

}  // namespace glccl::vulkan
