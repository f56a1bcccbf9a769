// Sets of descriptors.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/common/pitched.hpp"
#include "glccl/vulkan/binding.hpp"
#include "vulkan/core.hpp"

namespace glccl::vulkan {

/// Sets of descriptors from one pool.
class DescriptorSets {
 public:
  /// A set of each kind; nothing: there is no such set. Error `gpu`.
  static Result<DescriptorSets> create(std::shared_ptr<const Core> core, std::span<const std::optional<SetKind>> kinds);

  DescriptorSets() = default;
  DescriptorSets(DescriptorSets&& other) noexcept;
  DescriptorSets& operator=(DescriptorSets&& other) noexcept;
  ~DescriptorSets();

  VkDescriptorSet operator[](std::size_t index) const { return sets_[index]; }

  /// Describes what a set has at a binding, counted from its first one. Does nothing where there is no such set.
  void write(std::size_t index, const VkDescriptorBufferInfo& buffer, std::uint32_t at = 0) const;
  void write(std::size_t index, const VkDescriptorImageInfo& image) const;
  /// Either, as the kind of the set has it.
  void write(std::size_t index, const SourceImage& image, const PitchedPlace& place) const;

 private:
  void write(std::size_t index, std::uint32_t at, VkWriteDescriptorSet one) const;

  std::shared_ptr<const Core> core_;
  VkDescriptorPool pool_ = VK_NULL_HANDLE;
  std::vector<std::optional<SetKind>> kinds_;
  std::vector<VkDescriptorSet> sets_;
};

struct Binding::State {
  const void* owner = nullptr;  ///< The state of what has made it.
  DescriptorSets sets;
  std::vector<PitchedPlace> places;  ///< Of images in buffers; what they count is the owner's.
};

}  // namespace glccl::vulkan
