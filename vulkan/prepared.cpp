#include "glccl/vulkan/prepared.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "engine/compute/buffers.hpp"
#include "vulkan/prepared_state.hpp"

namespace glccl::vulkan {

using compute::Buffers;

struct Binding::State {
  std::shared_ptr<const Core> core;
  VkDescriptorPool pool = VK_NULL_HANDLE;
  std::array<VkDescriptorSet, kinds> buffers{};   ///< By AtTable.
  std::array<VkDescriptorSet, kinds> textures{};  ///< By Read.
  VkDescriptorSet images = VK_NULL_HANDLE;

  explicit State(std::shared_ptr<const Core> of) : core(std::move(of)) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { core->functions.DestroyDescriptorPool(core->device.device, pool, nullptr); }
};

Binding::Binding(std::unique_ptr<State> state) : state_(std::move(state)) {}
Binding::Binding(Binding&&) noexcept = default;
Binding& Binding::operator=(Binding&&) noexcept = default;
Binding::~Binding() = default;

Prepared::Prepared(std::unique_ptr<State> state) : state_(std::move(state)) {}
Prepared::Prepared(Prepared&&) noexcept = default;
Prepared& Prepared::operator=(Prepared&&) noexcept = default;
Prepared::~Prepared() = default;

Result<void> Prepared::State::check(const Inputs& inputs, const Outputs& outputs) const {
  const auto invalid = [](const std::string& message) { return Error{ErrorCode::invalid_argument, message}; };
  if (inputs.image.view == VK_NULL_HANDLE) return invalid("there is no view of an image");
  if (outputs.labels == VK_NULL_HANDLE) return invalid("there is no view for labels");
  if (formats.mask.has_value() != (inputs.mask.view != VK_NULL_HANDLE)) {
    return invalid(formats.mask ? "there is no view of the mask that prepare() was told of"
                                : "there is a view of a mask, and prepare() was told of none");
  }
  if (formats.intensity.has_value() != (inputs.intensity.view != VK_NULL_HANDLE)) {
    return invalid(formats.intensity ? "there is no view of the intensities that prepare() was told of"
                                     : "there is a view of intensities, and prepare() was told of none");
  }
  if (table_bytes == 0) return {};
  if (outputs.table.buffer == VK_NULL_HANDLE) return invalid("there is no buffer for the component table");
  if (outputs.table.bytes < table_bytes) {
    return invalid("the component table has " + std::to_string(outputs.table.bytes) +
                   " bytes: " + std::to_string(table_bytes) + " are needed");
  }
  const VkDeviceSize alignment = core->traits.limits.minStorageBufferOffsetAlignment;
  if (outputs.table.offset % alignment != 0) {
    return invalid("the component table begins " + std::to_string(outputs.table.offset) +
                   " bytes behind the begin of its buffer: a multiple of " + std::to_string(alignment) +
                   " is needed (minStorageBufferOffsetAlignment)");
  }
  return {};
}

Result<void> Prepared::State::allocate(Binding::State& binding) const {
  constexpr std::uint32_t sets = 2 * kinds + 1;
  const std::array<VkDescriptorPoolSize, set_count> sizes = {
      {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, kinds * Buffers::bindings},
       {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, kinds},
       {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 1}}};
  auto pool = info_of<VkDescriptorPoolCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
  pool.maxSets = sets;
  pool.poolSizeCount = set_count;
  pool.pPoolSizes = sizes.data();
  const VkResult made = core->functions.CreateDescriptorPool(core->device.device, &pool, nullptr, &binding.pool);
  if (made != VK_SUCCESS) return vulkan_error("CreateDescriptorPool", made);
  std::array<VkDescriptorSetLayout, sets> layouts{};
  std::fill_n(layouts.begin(), kinds, core->pipelines.layout_of(Set::buffers));
  std::fill_n(layouts.begin() + kinds, kinds, core->pipelines.layout_of(Set::textures));
  layouts.back() = core->pipelines.layout_of(Set::images);
  auto info = info_of<VkDescriptorSetAllocateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO);
  info.descriptorPool = binding.pool;
  info.descriptorSetCount = sets;
  info.pSetLayouts = layouts.data();
  std::array<VkDescriptorSet, sets> found{};
  const VkResult allocated = core->functions.AllocateDescriptorSets(core->device.device, &info, found.data());
  if (allocated != VK_SUCCESS) return vulkan_error("AllocateDescriptorSets", allocated);
  std::copy_n(found.begin(), kinds, binding.buffers.begin());
  std::copy_n(found.begin() + kinds, kinds, binding.textures.begin());
  binding.images = found.back();
  return {};
}

void Prepared::State::describe(Binding::State& binding, const Inputs& inputs, const Outputs& outputs) const {
  const auto write = [&](VkDescriptorSet set, std::uint32_t at, VkDescriptorType type,
                         const VkDescriptorBufferInfo* buffer, const VkDescriptorImageInfo* image) {
    auto one = info_of<VkWriteDescriptorSet>(VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET);
    one.dstSet = set;
    one.dstBinding = at;
    one.descriptorCount = 1;
    one.descriptorType = type;
    one.pBufferInfo = buffer;
    one.pImageInfo = image;
    core->functions.UpdateDescriptorSets(core->device.device, 1, &one, 0, nullptr);
  };
  // A buffer that a plan lacks is never accessed, but a descriptor needs one: that of counts always exists.
  constexpr std::size_t any = Buffers::counts;
  const auto whole = [&](std::size_t index) {
    const VkBuffer buffer = scratch.buffer(index);
    return VkDescriptorBufferInfo{buffer != VK_NULL_HANDLE ? buffer : scratch.buffer(any), 0, VK_WHOLE_SIZE};
  };
  const bool has_table = table_bytes != 0;
  const std::array<VkDescriptorBufferInfo, kinds> at_table = {
      {has_table ? VkDescriptorBufferInfo{outputs.table.buffer, outputs.table.offset, table_bytes} : whole(any),
       whole(Buffers::areas), whole(Buffers::mask)}};
  for (std::size_t i = 0; i < kinds; ++i) {
    write(binding.buffers[i], 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, &at_table[i], nullptr);
    for (std::uint32_t at = 1; at < Buffers::bindings; ++at) {
      const VkDescriptorBufferInfo buffer = whole(at - 1);
      write(binding.buffers[i], at, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, &buffer, nullptr);
    }
  }
  const std::array<const SourceView*, kinds> views = {&inputs.image, &inputs.mask, &inputs.intensity};
  for (std::size_t i = 0; i < kinds; ++i) {
    const SourceView& source = views[i]->view != VK_NULL_HANDLE ? *views[i] : inputs.image;
    const VkDescriptorImageInfo image{core->pipelines.nearest(), source.view, source.layout};
    write(binding.textures[i], source_binding, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, nullptr, &image);
  }
  const VkDescriptorImageInfo labels{VK_NULL_HANDLE, outputs.labels, VK_IMAGE_LAYOUT_GENERAL};
  write(binding.images, labels_binding, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, nullptr, &labels);
}

Result<Binding> Prepared::bind(const Inputs& inputs, const Outputs& outputs) const {
  if (const Result<void> checked = state_->check(inputs, outputs); !checked) return checked.error();
  auto binding = std::make_unique<Binding::State>(state_->core);
  if (const Result<void> allocated = state_->allocate(*binding); !allocated) return allocated.error();
  state_->describe(*binding, inputs, outputs);
  return Binding(std::move(binding));
}

void Prepared::record(VkCommandBuffer commands, const Binding& binding) const {
  const Functions& vk = state_->core->functions;
  const Binding::State& sets = *binding.state_;
  const auto order = [&](VkPipelineStageFlags from, VkAccessFlags written, VkPipelineStageFlags to,
                         VkAccessFlags used) {
    auto barrier = info_of<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
    barrier.srcAccessMask = written;
    barrier.dstAccessMask = used;
    vk.CmdPipelineBarrier(commands, from, to, 0, 1, &barrier, 0, nullptr, 0, nullptr);
  };
  constexpr VkPipelineStageFlags dispatches = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
  constexpr VkPipelineStageFlags fills = VK_PIPELINE_STAGE_TRANSFER_BIT;
  constexpr VkAccessFlags uses = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT;
  // Labelings before use the same memory. The buffer of sums counts groups, from 0 on.
  if (state_->scratch.buffer(Buffers::sums) != VK_NULL_HANDLE) {
    order(dispatches, VK_ACCESS_SHADER_WRITE_BIT, fills | dispatches, VK_ACCESS_TRANSFER_WRITE_BIT | uses);
    vk.CmdFillBuffer(commands, state_->scratch.buffer(Buffers::sums), 0, VK_WHOLE_SIZE, 0);
    order(fills, VK_ACCESS_TRANSFER_WRITE_BIT, dispatches, uses);
  } else {
    order(dispatches, VK_ACCESS_SHADER_WRITE_BIT, dispatches, uses);
  }
  for (const ReadyPass& pass : state_->passes) {
    const std::array<VkDescriptorSet, set_count> bound = {sets.buffers[static_cast<std::size_t>(pass.at_table)],
                                                          sets.textures[static_cast<std::size_t>(pass.read)],
                                                          sets.images};
    vk.CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pass.pipeline);
    vk.CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, state_->core->pipelines.layout(), 0, set_count,
                             bound.data(), 0, nullptr);
    vk.CmdPushConstants(commands, state_->core->pipelines.layout(), VK_SHADER_STAGE_COMPUTE_BIT, 0,
                        compute::UniformBlock::bytes, pass.uniforms.words().data());
    vk.CmdDispatch(commands, pass.groups[0], pass.groups[1], pass.groups[2]);
    order(dispatches, VK_ACCESS_SHADER_WRITE_BIT, dispatches, uses);
  }
}

std::int64_t Prepared::scratch_bytes() const { return state_->scratch.bytes(); }

}  // namespace glccl::vulkan
