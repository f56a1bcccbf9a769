#include "vulkan/descriptors.hpp"

#include <map>
#include <utility>

#include "engine/compute/buffers.hpp"
#include "vulkan/errors.hpp"

namespace glccl::vulkan {

Binding::Binding(std::unique_ptr<State> state) : state_(std::move(state)) {}
Binding::Binding(Binding&&) noexcept = default;
Binding& Binding::operator=(Binding&&) noexcept = default;
Binding::~Binding() = default;

DescriptorSets::DescriptorSets(DescriptorSets&& other) noexcept { *this = std::move(other); }

DescriptorSets& DescriptorSets::operator=(DescriptorSets&& other) noexcept {
  std::swap(core_, other.core_);
  std::swap(pool_, other.pool_);
  std::swap(kinds_, other.kinds_);
  std::swap(sets_, other.sets_);
  return *this;
}

DescriptorSets::~DescriptorSets() {
  if (core_) core_->functions.DestroyDescriptorPool(core_->device.device, pool_, nullptr);
}

Result<DescriptorSets> DescriptorSets::create(std::shared_ptr<const Core> core,
                                              std::span<const std::optional<SetKind>> kinds) {
  DescriptorSets made;
  made.core_ = std::move(core);
  made.kinds_.assign(kinds.begin(), kinds.end());
  made.sets_.resize(kinds.size());
  std::map<VkDescriptorType, std::uint32_t> counts;
  std::vector<VkDescriptorSetLayout> layouts;
  for (const std::optional<SetKind>& kind : kinds) {
    if (!kind) continue;
    counts[descriptor_type_of(*kind)] += bindings_of(*kind);
    layouts.push_back(made.core_->pipelines.layout_of(*kind));
  }
  std::vector<VkDescriptorPoolSize> sizes;
  for (const auto& [type, count] : counts) sizes.push_back({type, count});
  const DeviceFunctions& vk = made.core_->functions;
  auto pool = info_of<VkDescriptorPoolCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
  pool.maxSets = static_cast<std::uint32_t>(layouts.size());
  pool.poolSizeCount = static_cast<std::uint32_t>(sizes.size());
  pool.pPoolSizes = sizes.data();
  const VkResult created = vk.CreateDescriptorPool(made.core_->device.device, &pool, nullptr, &made.pool_);
  if (created != VK_SUCCESS) return vulkan_error("CreateDescriptorPool", created);
  auto info = info_of<VkDescriptorSetAllocateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO);
  info.descriptorPool = made.pool_;
  info.descriptorSetCount = pool.maxSets;
  info.pSetLayouts = layouts.data();
  std::vector<VkDescriptorSet> sets(layouts.size());
  const VkResult allocated = vk.AllocateDescriptorSets(made.core_->device.device, &info, sets.data());
  if (allocated != VK_SUCCESS) return vulkan_error("AllocateDescriptorSets", allocated);
  std::size_t next = 0;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (kinds[i]) made.sets_[i] = sets[next++];
  }
  return made;
}

void DescriptorSets::write(std::size_t index, std::uint32_t at, VkWriteDescriptorSet one) const {
  if (!kinds_[index]) return;
  one.dstSet = sets_[index];
  one.dstBinding = set_bindings[static_cast<std::size_t>(*kinds_[index])] + at;
  one.descriptorCount = 1;
  one.descriptorType = descriptor_type_of(*kinds_[index]);
  core_->functions.UpdateDescriptorSets(core_->device.device, 1, &one, 0, nullptr);
}

void DescriptorSets::write(std::size_t index, const VkDescriptorBufferInfo& buffer, std::uint32_t at) const {
  auto one = info_of<VkWriteDescriptorSet>(VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET);
  one.pBufferInfo = &buffer;
  write(index, at, one);
}

void DescriptorSets::write(std::size_t index, const VkDescriptorImageInfo& image) const {
  auto one = info_of<VkWriteDescriptorSet>(VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET);
  one.pImageInfo = &image;
  write(index, 0, one);
}

void DescriptorSets::write(std::size_t index, const SourceImage& image, const PitchedPlace& place) const {
  if (!kinds_[index]) return;
  if (descriptor_type_of(*kinds_[index]) == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER) {
    write(index, VkDescriptorBufferInfo{image.buffer.buffer, static_cast<VkDeviceSize>(place.begin),
                                        static_cast<VkDeviceSize>(place.bytes)});
  } else {
    write(index, VkDescriptorImageInfo{core_->pipelines.nearest(), image.view, image.layout});
  }
}

}  // namespace glccl::vulkan
