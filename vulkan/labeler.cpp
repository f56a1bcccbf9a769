#include "glccl/vulkan/labeler.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "engine/compute/plan.hpp"
#include "engine/compute/programs.hpp"
#include "glccl/options.hpp"
#include "vulkan/functions.hpp"
#include "vulkan/pipelines.hpp"
#include "vulkan/scratch.hpp"

namespace glccl::vulkan {
namespace {

using compute::Buffers;

/// What a pass has at the binding of the component table.
enum class AtTable : std::uint8_t { table, areas, mask };
/// Which image a pass reads.
enum class Read : std::uint8_t { image, mask, intensity };
constexpr std::size_t kinds = 3;  ///< Of either.

/// A pass that is ready to be recorded.
struct ReadyPass {
  VkPipeline pipeline;
  compute::UniformBlock uniforms;
  std::array<std::uint32_t, 3> groups;
  AtTable at_table;
  Read read;
};

AtTable at_table_of(const compute::Dispatch& pass) {
  const compute::ComputePassNeeds& needs = compute::traits_of(pass.name).needs;
  if (pass.masked || needs.mask) return AtTable::mask;
  return pass.measures || needs.writes_areas ? AtTable::areas : AtTable::table;
}

Read read_of(const compute::Dispatch& pass) {
  const compute::ComputePassNeeds& needs = compute::traits_of(pass.name).needs;
  return needs.mask ? Read::mask : needs.intensity ? Read::intensity : Read::image;
}

CheckedSource source_of(PixelFormat format, const Extent& extent) {
  CheckedSource source{.texture = 1, .extent = extent, .format = format};
  source.shape = extent.is_volume() ? SourceShape::volume : SourceShape::flat;
  return source;
}

Request request_of(const InputFormats& formats, const Extent& extent, const LabelingSpec& spec, std::uint32_t rows) {
  Request request{source_of(formats.image, extent), spec_in(extent, spec), {.table_rows = rows}};
  if (formats.mask) request.mask = source_of(*formats.mask, extent);
  if (formats.intensity) request.intensity = source_of(*formats.intensity, extent);
  return request;
}

Capabilities make_capabilities() {
  Capabilities made = capabilities_of(Engine::compute);
  made.engine = "vulkan";
  made.needs = made.needs.without({Need::holes});
  return made;
}

Result<void> check_labeling(const InputFormats& formats, const Extent& extent, const LabelingSpec& spec,
                            std::uint32_t rows) {
  Result<void> checked = check(spec, formats.image, extent, capabilities());
  if (checked) checked = check_second_images(spec, formats, extent, capabilities());
  return checked ? check_table(spec, rows) : checked;
}

/// Whether the device runs the workgroups of a plan.
Result<void> check_groups(const compute::ComputePlan& plan, const VkPhysicalDeviceLimits& limits) {
  constexpr std::uint32_t shared_bytes = 32768;
  if (limits.maxComputeSharedMemorySize < shared_bytes) {
    return Error{ErrorCode::too_large, "workgroups need " + std::to_string(shared_bytes) +
                                           " bytes of shared memory, and this device has " +
                                           std::to_string(limits.maxComputeSharedMemorySize)};
  }
  if (limits.maxPerStageDescriptorStorageBuffers < Buffers::bindings) {
    return Error{ErrorCode::too_large, "shaders need " + std::to_string(Buffers::bindings) +
                                           " storage buffers, and this device binds " +
                                           std::to_string(limits.maxPerStageDescriptorStorageBuffers)};
  }
  for (const compute::Dispatch& pass : plan.passes) {
    const auto most = std::min(limits.maxComputeWorkGroupInvocations, limits.maxComputeWorkGroupSize[0]);
    if (static_cast<std::uint32_t>(pass.group_size) <= most) continue;
    return Error{ErrorCode::too_large, std::string(compute::traits_of(pass.name).name) + " has workgroups of " +
                                           std::to_string(pass.group_size) + " invocations, and this device runs " +
                                           std::to_string(most) + " at most"};
  }
  return {};
}

}  // namespace

const Capabilities& capabilities() {
  static const Capabilities made = make_capabilities();
  return made;
}

struct Binding::State {
  const Functions* functions;
  VkDevice device;
  VkDescriptorPool pool = VK_NULL_HANDLE;
  std::array<VkDescriptorSet, kinds> buffers{};   ///< By AtTable.
  std::array<VkDescriptorSet, kinds> textures{};  ///< By Read.
  VkDescriptorSet images = VK_NULL_HANDLE;

  State(const Functions& all, VkDevice of) : functions(&all), device(of) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { functions->DestroyDescriptorPool(device, pool, nullptr); }
};

Binding::Binding(std::unique_ptr<State> state) : state_(std::move(state)) {}
Binding::Binding(Binding&&) noexcept = default;
Binding& Binding::operator=(Binding&&) noexcept = default;
Binding::~Binding() = default;

struct Labeler::State {
  Device device;
  Functions functions;
  Traits traits;
  Pipelines pipelines;
  Scratch scratch;
  std::vector<ReadyPass> passes;
  InputFormats formats;
  VkDeviceSize table_bytes = 0;

  Result<void> allocate(Binding::State& binding) const;
  void describe(Binding::State& binding, const Inputs& inputs, const Outputs& outputs) const;
  Result<void> check(const Inputs& inputs, const Outputs& outputs) const;
};

Labeler::Labeler(std::unique_ptr<State> state) : state_(std::move(state)) {}
Labeler::Labeler(Labeler&&) noexcept = default;
Labeler& Labeler::operator=(Labeler&&) noexcept = default;
Labeler::~Labeler() = default;

Result<Labeler> Labeler::create(const Device& device) {
  if (device.instance == VK_NULL_HANDLE || device.physical_device == VK_NULL_HANDLE ||
      device.device == VK_NULL_HANDLE || device.get_instance_proc_addr == nullptr) {
    return Error{ErrorCode::invalid_argument,
                 "a Device needs instance, physical_device, device and get_instance_proc_addr: one of them is null"};
  }
  auto state = std::make_unique<State>();
  state->device = device;
  Result<Functions> functions = load_functions(device);
  if (!functions) return functions.error();
  state->functions = *functions;
  Result<Traits> traits = find_traits(device);
  if (!traits) return traits.error();
  state->traits = *traits;
  Result<Pipelines> pipelines = Pipelines::create(state->functions, device);
  if (!pipelines) return pipelines.error();
  state->pipelines = *std::move(pipelines);
  return Labeler(std::move(state));
}

Result<void> Labeler::prepare(const InputFormats& formats, Extent extent, const LabelingSpec& spec,
                              std::uint32_t table_rows) {
  if (const Result<void> checked = check_labeling(formats, extent, spec, table_rows); !checked) return checked;
  const Request request = request_of(formats, extent, spec, table_rows);
  PlanKey key = request.plan_key();
  key.workgroups.unite_in_tiles = false;
  const compute::ComputePlan plan = compute::make_plan(key);
  if (const Result<void> checked = check_groups(plan, state_->traits.limits); !checked) return checked;

  std::vector<ReadyPass> passes;
  for (const compute::Dispatch& pass : plan.passes) {
    // Over subgroups NVIDIA's driver 580.159.04 gets other sums of intensities under Vulkan than in OpenGL.
    const bool subgroups = state_->traits.subgroups && !compute::traits_of(pass.name).needs.intensity;
    const Result<VkPipeline> pipeline = state_->pipelines.find_or_make(compute::key_of(pass, request, subgroups));
    if (!pipeline) return pipeline.error();
    ReadyPass ready{*pipeline,
                    {},
                    {static_cast<std::uint32_t>(pass.groups_x), static_cast<std::uint32_t>(pass.groups_y),
                     static_cast<std::uint32_t>(pass.groups_z)},
                    at_table_of(pass),
                    read_of(pass)};
    compute::set_uniforms(ready.uniforms, plan, request, pass.name);
    passes.push_back(ready);
  }
  Result<Scratch> scratch = Scratch::create(state_->functions, state_->device.device, state_->traits,
                                            Buffers::bytes_for(std::span(&plan, 1)));
  if (!scratch) return scratch.error();
  state_->scratch = *std::move(scratch);
  state_->passes = std::move(passes);
  state_->formats = formats;
  state_->table_bytes = table_rows == 0 ? 0 : table_bytes(table_rows, request.columns());
  return {};
}

Result<void> Labeler::State::check(const Inputs& inputs, const Outputs& outputs) const {
  const auto invalid = [](const std::string& message) { return Error{ErrorCode::invalid_argument, message}; };
  if (passes.empty()) return invalid("bind() comes after prepare()");
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
  const VkDeviceSize alignment = traits.limits.minStorageBufferOffsetAlignment;
  if (outputs.table.offset % alignment != 0) {
    return invalid("the component table begins " + std::to_string(outputs.table.offset) +
                   " bytes behind the begin of its buffer: a multiple of " + std::to_string(alignment) +
                   " is needed (minStorageBufferOffsetAlignment)");
  }
  return {};
}

Result<void> Labeler::State::allocate(Binding::State& binding) const {
  constexpr std::uint32_t sets = 2 * kinds + 1;
  const std::array<VkDescriptorPoolSize, set_count> sizes = {
      {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, kinds * Buffers::bindings},
       {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, kinds},
       {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 1}}};
  auto pool = info_of<VkDescriptorPoolCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
  pool.maxSets = sets;
  pool.poolSizeCount = set_count;
  pool.pPoolSizes = sizes.data();
  const VkResult made = functions.CreateDescriptorPool(device.device, &pool, nullptr, &binding.pool);
  if (made != VK_SUCCESS) return vulkan_error("CreateDescriptorPool", made);
  std::array<VkDescriptorSetLayout, sets> layouts{};
  std::fill_n(layouts.begin(), kinds, pipelines.layout_of(Set::buffers));
  std::fill_n(layouts.begin() + kinds, kinds, pipelines.layout_of(Set::textures));
  layouts.back() = pipelines.layout_of(Set::images);
  auto info = info_of<VkDescriptorSetAllocateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO);
  info.descriptorPool = binding.pool;
  info.descriptorSetCount = sets;
  info.pSetLayouts = layouts.data();
  std::array<VkDescriptorSet, sets> found{};
  const VkResult allocated = functions.AllocateDescriptorSets(device.device, &info, found.data());
  if (allocated != VK_SUCCESS) return vulkan_error("AllocateDescriptorSets", allocated);
  std::copy_n(found.begin(), kinds, binding.buffers.begin());
  std::copy_n(found.begin() + kinds, kinds, binding.textures.begin());
  binding.images = found.back();
  return {};
}

void Labeler::State::describe(Binding::State& binding, const Inputs& inputs, const Outputs& outputs) const {
  const auto write = [&](VkDescriptorSet set, std::uint32_t at, VkDescriptorType type,
                         const VkDescriptorBufferInfo* buffer, const VkDescriptorImageInfo* image) {
    auto one = info_of<VkWriteDescriptorSet>(VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET);
    one.dstSet = set;
    one.dstBinding = at;
    one.descriptorCount = 1;
    one.descriptorType = type;
    one.pBufferInfo = buffer;
    one.pImageInfo = image;
    functions.UpdateDescriptorSets(device.device, 1, &one, 0, nullptr);
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
    const VkDescriptorImageInfo image{pipelines.nearest(), source.view, source.layout};
    write(binding.textures[i], source_binding, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, nullptr, &image);
  }
  const VkDescriptorImageInfo labels{VK_NULL_HANDLE, outputs.labels, VK_IMAGE_LAYOUT_GENERAL};
  write(binding.images, labels_binding, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, nullptr, &labels);
}

Result<Binding> Labeler::bind(const Inputs& inputs, const Outputs& outputs) const {
  if (const Result<void> checked = state_->check(inputs, outputs); !checked) return checked.error();
  auto binding = std::make_unique<Binding::State>(state_->functions, state_->device.device);
  if (const Result<void> allocated = state_->allocate(*binding); !allocated) return allocated.error();
  state_->describe(*binding, inputs, outputs);
  return Binding(std::move(binding));
}

void Labeler::record(VkCommandBuffer commands, const Binding& binding) const {
  const Functions& vk = state_->functions;
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
    vk.CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, state_->pipelines.layout(), 0, set_count,
                             bound.data(), 0, nullptr);
    vk.CmdPushConstants(commands, state_->pipelines.layout(), VK_SHADER_STAGE_COMPUTE_BIT, 0,
                        compute::UniformBlock::bytes, pass.uniforms.words().data());
    vk.CmdDispatch(commands, pass.groups[0], pass.groups[1], pass.groups[2]);
    order(dispatches, VK_ACCESS_SHADER_WRITE_BIT, dispatches, uses);
  }
}

std::int64_t Labeler::scratch_bytes() const { return state_->scratch.bytes(); }

}  // namespace glccl::vulkan
