#include "glccl/vulkan/prepared.hpp"

#include <array>
#include <optional>
#include <utility>

#include "engine/compute/buffers.hpp"
#include "glsl/shared/locations.h"
#include "vulkan/order.hpp"
#include "vulkan/places.hpp"
#include "vulkan/prepared_state.hpp"

namespace glccl::vulkan {

using compute::Buffers;

namespace {

/// The names of what is read in messages, by Read.
constexpr std::array<const char*, read_kinds> names = {"the image", "the mask", "the image of intensities",
                                                       "the labels"};
constexpr auto at_labels = static_cast<std::size_t>(Read::labels);

/// What is read, by Read.
std::array<SourceImage, read_kinds> list_of(const Inputs& inputs, const Outputs& outputs) {
  return {inputs.image, inputs.mask, inputs.intensity, {outputs.labels, VK_IMAGE_LAYOUT_GENERAL, outputs.label_buffer}};
}

/// The sets of a Binding: the labels that are written, the buffers by AtTable, what is read by Read.
constexpr std::size_t label_set = 0;
constexpr std::size_t buffer_sets = 1;
constexpr std::size_t source_sets = buffer_sets + table_kinds;

}  // namespace

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
  binding.places.resize(read_kinds);
  for (std::size_t i = 0; i < read_kinds; ++i) {
    const std::optional<PixelFormat> format = i == at_labels ? PixelFormat::u32 : format_of(i);
    const Told told{names[i], "prepare()", format.has_value(), kind_of(i) == SetKind::source_buffer,
                    format.value_or(PixelFormat::u32)};
    const Result<PitchedPlace> place = find_place(told, extent, images[i], core->traits.limits);
    if (!place) return place.error();
    binding.places[i] = *place;
  }
  const VkBuffer target = outputs.label_buffer.buffer;
  if (target != VK_NULL_HANDLE && target == inputs.intensity.buffer.buffer &&
      binding.places[at_labels].overlaps(binding.places[static_cast<std::size_t>(Read::intensity)])) {
    return invalid("labels are written over the image of intensities: pass a copy of it");
  }
  return {};
}

Result<void> Prepared::State::describe(const Inputs& inputs, const Outputs& outputs, Binding::State& binding) const {
  std::array<std::optional<SetKind>, source_sets + read_kinds> kinds;
  kinds[label_set] = label_kind(in_buffers.labels);
  for (std::size_t i = 0; i < table_kinds; ++i) kinds[buffer_sets + i] = SetKind::buffers;
  for (std::size_t i = 0; i < read_kinds; ++i) {
    if (format_of(i)) kinds[source_sets + i] = kind_of(i);
  }
  Result<DescriptorSets> sets = DescriptorSets::create(core, kinds);
  if (!sets) return sets.error();
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
    sets->write(buffer_sets + i, at_table[i]);
    for (std::uint32_t at = 1; at < Buffers::bindings; ++at) sets->write(buffer_sets + i, whole(at - 1), at);
  }
  const std::array<SourceImage, read_kinds> images = list_of(inputs, outputs);
  for (std::size_t i = 0; i < read_kinds; ++i) sets->write(source_sets + i, images[i], binding.places[i]);
  sets->write(label_set, images[at_labels], binding.places[at_labels]);
  binding.sets = *std::move(sets);
  return {};
}

void Prepared::State::bind_pass(const ReadyPass& pass, const Binding::State& binding, VkCommandBuffer commands) const {
  const DeviceFunctions& vk = core->functions;
  const auto read = static_cast<std::size_t>(pass.read);
  const Pipeline& pipeline = pass.pipeline;
  const auto bind = [&](std::uint32_t number, VkDescriptorSet set) {
    vk.CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.layout, number, 1, &set, 0, nullptr);
  };
  vk.CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.pipeline);
  bind(0, binding.sets[buffer_sets + static_cast<std::size_t>(pass.at_table)]);
  // A pass whose layout has another kind of set does not read it.
  if (pipeline.source == kind_of(read)) bind(1, binding.sets[source_sets + read]);
  if (pipeline.labels == label_kind(in_buffers.labels)) bind(2, binding.sets[label_set]);
  compute::UniformBlock uniforms = pass.uniforms;
  if (pipeline.source == SetKind::source_buffer) {
    uniforms.set(shared::AT_SOURCE_PLACE, binding.places[read].uniform(1));
  }
  if (pipeline.labels == SetKind::label_buffer) {
    uniforms.set(shared::AT_LABEL_PLACE, binding.places[at_labels].uniform(4));
  }
  vk.CmdPushConstants(commands, pipeline.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, compute::UniformBlock::bytes,
                      uniforms.words().data());
}

Result<Binding> Prepared::bind(const Inputs& inputs, const Outputs& outputs) const {
  auto binding = std::make_unique<Binding::State>();
  binding->owner = state_.get();
  Result<void> done = state_->find_places(inputs, outputs, *binding);
  if (done && state_->table_bytes != 0) {
    done = check_range("the component table", outputs.table, state_->table_bytes, state_->core->traits.limits);
  }
  if (done) done = state_->describe(inputs, outputs, *binding);
  if (!done) return done.error();
  return Binding(std::move(binding));
}

void Prepared::record(VkCommandBuffer commands, const Binding& binding) const {
  const DeviceFunctions& vk = state_->core->functions;
  // Labelings before use the same memory. The buffer of sums counts groups, from 0 on.
  if (state_->scratch.buffer(Buffers::sums) != VK_NULL_HANDLE) {
    order(vk, commands, by_dispatches, by_both);
    vk.CmdFillBuffer(commands, state_->scratch.buffer(Buffers::sums), 0, VK_WHOLE_SIZE, 0);
    order(vk, commands, by_fills, by_dispatches);
  } else {
    order(vk, commands, by_dispatches, by_dispatches);
  }
  for (const ReadyPass& pass : state_->passes) {
    state_->bind_pass(pass, *binding.state_, commands);
    vk.CmdDispatch(commands, pass.groups[0], pass.groups[1], pass.groups[2]);
    order(vk, commands, by_dispatches, by_dispatches);
  }
}

std::int64_t Prepared::scratch_bytes() const { return state_->scratch.bytes(); }

std::int64_t Prepared::table_bytes() const { return static_cast<std::int64_t>(state_->table_bytes); }

}  // namespace glccl::vulkan
