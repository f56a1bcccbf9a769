#include "glccl/vulkan/prepared.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "engine/compute/buffers.hpp"
#include "glsl/shared/locations.h"
#include "vulkan/errors.hpp"
#include "vulkan/prepared_state.hpp"

namespace glccl::vulkan {

using compute::Buffers;

namespace {

Error invalid(const std::string& message) { return {ErrorCode::invalid_argument, message}; }

/// The names of what is read in messages, by Read.
constexpr std::array<const char*, read_kinds> names = {"the image", "the mask", "the image of intensities",
                                                       "the labels"};
constexpr auto at_labels = static_cast<std::size_t>(Read::labels);

/// What is read, by Read.
std::array<SourceImage, read_kinds> list_of(const Inputs& inputs, const Outputs& outputs) {
  return {inputs.image, inputs.mask, inputs.intensity, {outputs.labels, VK_IMAGE_LAYOUT_GENERAL, outputs.label_buffer}};
}

/// Whether a view or a buffer is given as prepare() was told.
Result<void> check_given(const std::string& name, VkImageView view, VkBuffer buffer, bool is_told, bool in_buffer) {
  const bool has_view = view != VK_NULL_HANDLE;
  const bool has_buffer = buffer != VK_NULL_HANDLE;
  const std::string the_view = " view of " + name;
  const std::string the_buffer = " buffer with " + name;
  if (has_view && !(is_told && !in_buffer)) {
    return invalid("there is a" + the_view + ", and prepare() was told of " + (is_told ? "a buffer" : "none"));
  }
  if (has_buffer && !(is_told && in_buffer)) {
    return invalid("there is a" + the_buffer + ", and prepare() was told of " + (is_told ? "a view" : "none"));
  }
  if (is_told && !has_view && !has_buffer) {
    return invalid("there is no" + (in_buffer ? the_buffer : the_view) + ", of which prepare() was told");
  }
  return {};
}

/// Where elements lie in a buffer, if they do.
Result<PitchedPlace> place_of(const std::string& what, PixelFormat format, const Extent& extent,
                              const PitchedBuffer& in, const VkPhysicalDeviceLimits& limits) {
  if (in.buffer == VK_NULL_HANDLE) return PitchedPlace{};
  const Pitched image = Pitched::of(format, extent, in.offset, in.row_bytes, in.slice_bytes);
  if (const Result<void> status = check_pitches(what, image); !status) return status.error();
  return find_place(what, image,
                    {.name = "their buffer",
                     .end = in.bytes,
                     .alignment = std::max<VkDeviceSize>(limits.minStorageBufferOffsetAlignment, 16),
                     .most_bound = limits.maxStorageBufferRange,
                     .binder = "this device",
                     .limit = "maxStorageBufferRange"});
}

VkDescriptorBufferInfo range_of(VkBuffer buffer, const PitchedPlace& place) {
  return {buffer, static_cast<VkDeviceSize>(place.begin), static_cast<VkDeviceSize>(place.bytes)};
}

}  // namespace

Binding::Binding(std::unique_ptr<State> state) : state_(std::move(state)) {}
Binding::Binding(Binding&&) noexcept = default;
Binding& Binding::operator=(Binding&&) noexcept = default;
Binding::~Binding() = default;

Prepared::Prepared(std::unique_ptr<State> state) : state_(std::move(state)) {}
Prepared::Prepared(Prepared&&) noexcept = default;
Prepared& Prepared::operator=(Prepared&&) noexcept = default;
Prepared::~Prepared() = default;

std::optional<PixelFormat> Prepared::State::format_of(std::size_t read) const {
  const std::array<std::optional<PixelFormat>, read_kinds> all = {
      formats.image, formats.mask, formats.intensity, fills_holes ? std::optional(PixelFormat::u32) : std::nullopt};
  return all[read];
}

SetKind Prepared::State::kind_of(std::size_t read) const {
  const std::array<bool, read_kinds> all = {in_buffers.image, in_buffers.mask, in_buffers.intensity, in_buffers.labels};
  return source_kind(all[read]);
}

Result<void> Prepared::State::find_places(const Inputs& inputs, const Outputs& outputs, Binding::State& binding) const {
  const std::array<SourceImage, read_kinds> images = list_of(inputs, outputs);
  for (std::size_t i = 0; i < read_kinds; ++i) {
    const std::optional<PixelFormat> format = i == at_labels ? PixelFormat::u32 : format_of(i);
    const Result<void> given = check_given(names[i], images[i].view, images[i].buffer.buffer, format.has_value(),
                                           kind_of(i) == SetKind::source_buffer);
    if (!given) return given;
    if (!format) continue;
    const std::string what = std::string(i == at_labels ? "" : "the pixels of ") + names[i];
    const Result<PitchedPlace> place = place_of(what, *format, extent, images[i].buffer, core->traits.limits);
    if (!place) return place.error();
    binding.source_places[i] = *place;
  }
  const VkBuffer target = outputs.label_buffer.buffer;
  if (target != VK_NULL_HANDLE && target == inputs.intensity.buffer.buffer &&
      binding.source_places[at_labels].overlaps(binding.source_places[static_cast<std::size_t>(Read::intensity)])) {
    return invalid("labels are written over the image of intensities: pass a copy of it");
  }
  return {};
}

Result<void> Prepared::State::check_table(const BufferRange& table) const {
  if (table_bytes == 0) return {};
  if (table.buffer == VK_NULL_HANDLE) return invalid("there is no buffer for the component table");
  if (table.bytes < table_bytes) {
    return invalid("the component table has " + std::to_string(table.bytes) + " bytes: " + std::to_string(table_bytes) +
                   " are needed");
  }
  const VkDeviceSize alignment = core->traits.limits.minStorageBufferOffsetAlignment;
  if (table.offset % alignment == 0) return {};
  return invalid("the component table begins " + std::to_string(table.offset) +
                 " bytes behind the begin of its buffer: a multiple of " + std::to_string(alignment) +
                 " is needed (minStorageBufferOffsetAlignment)");
}

Result<void> Prepared::State::allocate(Binding::State& binding) const {
  const DeviceFunctions& vk = core->functions;
  constexpr std::uint32_t most_sets = table_kinds + read_kinds + 1;
  const std::array<VkDescriptorPoolSize, 3> sizes = {
      {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, table_kinds * Buffers::bindings + read_kinds + 1},
       {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, read_kinds},
       {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 1}}};
  auto pool = info_of<VkDescriptorPoolCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
  pool.maxSets = most_sets;
  pool.poolSizeCount = static_cast<std::uint32_t>(sizes.size());
  pool.pPoolSizes = sizes.data();
  const VkResult made = vk.CreateDescriptorPool(core->device.device, &pool, nullptr, &binding.pool);
  if (made != VK_SUCCESS) return vulkan_error("CreateDescriptorPool", made);
  const auto allocate_one = [&](SetKind kind, VkDescriptorSet& set) {
    const VkDescriptorSetLayout layout = core->pipelines.layout_of(kind);
    auto info = info_of<VkDescriptorSetAllocateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO);
    info.descriptorPool = binding.pool;
    info.descriptorSetCount = 1;
    info.pSetLayouts = &layout;
    return vk.AllocateDescriptorSets(core->device.device, &info, &set);
  };
  VkResult result = allocate_one(label_kind(in_buffers.labels), binding.labels);
  for (std::size_t i = 0; i < table_kinds && result == VK_SUCCESS; ++i) {
    result = allocate_one(SetKind::buffers, binding.buffers[i]);
  }
  for (std::size_t i = 0; i < read_kinds && result == VK_SUCCESS; ++i) {
    if (format_of(i)) result = allocate_one(kind_of(i), binding.sources[i]);
  }
  return result == VK_SUCCESS ? Result<void>() : vulkan_error("AllocateDescriptorSets", result);
}

void Prepared::State::describe(const Inputs& inputs, const Outputs& outputs, Binding::State& binding) const {
  const auto write = [&](VkDescriptorSet set, SetKind kind, std::uint32_t at, const VkDescriptorBufferInfo& buffer,
                         const VkDescriptorImageInfo& image) {
    auto one = info_of<VkWriteDescriptorSet>(VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET);
    one.dstSet = set;
    one.dstBinding = set_bindings[static_cast<std::size_t>(kind)] + at;
    one.descriptorCount = 1;
    one.descriptorType = descriptor_type_of(kind);
    one.pBufferInfo = &buffer;  // the type decides which of them is read
    one.pImageInfo = &image;
    core->functions.UpdateDescriptorSets(core->device.device, 1, &one, 0, nullptr);
  };
  // A buffer that a plan lacks is never accessed, but a descriptor needs one: that of counts always exists.
  constexpr std::size_t any = Buffers::counts;
  const auto whole = [&](std::size_t index) {
    const VkBuffer buffer = scratch.buffer(index);
    return VkDescriptorBufferInfo{buffer != VK_NULL_HANDLE ? buffer : scratch.buffer(any), 0, VK_WHOLE_SIZE};
  };
  const bool has_table = table_bytes != 0;
  const std::array<VkDescriptorBufferInfo, table_kinds> at_table = {
      {has_table ? VkDescriptorBufferInfo{outputs.table.buffer, outputs.table.offset, table_bytes} : whole(any),
       whole(Buffers::areas), whole(Buffers::mask)}};
  for (std::size_t i = 0; i < table_kinds; ++i) {
    write(binding.buffers[i], SetKind::buffers, 0, at_table[i], {});
    for (std::uint32_t at = 1; at < Buffers::bindings; ++at) {
      write(binding.buffers[i], SetKind::buffers, at, whole(at - 1), {});
    }
  }
  const std::array<SourceImage, read_kinds> images = list_of(inputs, outputs);
  const auto place = [&](std::size_t i) { return range_of(images[i].buffer.buffer, binding.source_places[i]); };
  for (std::size_t i = 0; i < read_kinds; ++i) {
    if (!format_of(i)) continue;
    write(binding.sources[i], kind_of(i), 0, place(i), {core->pipelines.nearest(), images[i].view, images[i].layout});
  }
  write(binding.labels, label_kind(in_buffers.labels), 0, place(at_labels),
        {VK_NULL_HANDLE, outputs.labels, VK_IMAGE_LAYOUT_GENERAL});
}

void Prepared::State::bind_pass(const ReadyPass& pass, const Binding::State& binding, VkCommandBuffer commands) const {
  const DeviceFunctions& vk = core->functions;
  const auto read = static_cast<std::size_t>(pass.read);
  const Pipeline& pipeline = pass.pipeline;
  const auto bind = [&](std::uint32_t number, VkDescriptorSet set) {
    vk.CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.layout, number, 1, &set, 0, nullptr);
  };
  vk.CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.pipeline);
  bind(0, binding.buffers[static_cast<std::size_t>(pass.at_table)]);
  // A pass whose layout has another kind of set does not read it.
  if (pipeline.source == kind_of(read)) bind(1, binding.sources[read]);
  if (pipeline.labels == label_kind(in_buffers.labels)) bind(2, binding.labels);
  compute::UniformBlock uniforms = pass.uniforms;
  if (pipeline.source == SetKind::source_buffer) {
    uniforms.set(shared::AT_SOURCE_PLACE, binding.source_places[read].uniform(1));
  }
  if (pipeline.labels == SetKind::label_buffer) {
    uniforms.set(shared::AT_LABEL_PLACE, binding.source_places[at_labels].uniform(4));
  }
  vk.CmdPushConstants(commands, pipeline.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, compute::UniformBlock::bytes,
                      uniforms.words().data());
}

Result<Binding> Prepared::bind(const Inputs& inputs, const Outputs& outputs) const {
  auto binding = std::make_unique<Binding::State>(state_->core);
  Result<void> done = state_->find_places(inputs, outputs, *binding);
  if (done) done = state_->check_table(outputs.table);
  if (done) done = state_->allocate(*binding);
  if (!done) return done.error();
  state_->describe(inputs, outputs, *binding);
  return Binding(std::move(binding));
}

void Prepared::record(VkCommandBuffer commands, const Binding& binding) const {
  const DeviceFunctions& vk = state_->core->functions;
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
    state_->bind_pass(pass, *binding.state_, commands);
    vk.CmdDispatch(commands, pass.groups[0], pass.groups[1], pass.groups[2]);
    order(dispatches, VK_ACCESS_SHADER_WRITE_BIT, dispatches, uses);
  }
}

std::int64_t Prepared::scratch_bytes() const { return state_->scratch.bytes(); }

std::int64_t Prepared::table_bytes() const { return static_cast<std::int64_t>(state_->table_bytes); }

}  // namespace glccl::vulkan
