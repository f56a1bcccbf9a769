#include "vulkan/passes.hpp"

#include <string>

#include "engine/common/shader_files.hpp"
#include "vulkan/limits.hpp"
#include "vulkan/order.hpp"

namespace glccl::vulkan {
namespace {

static_assert(sizeof(PassArguments) <= compute::UniformBlock::bytes);

Result<void> check_grid(const gl::PassSource& pass, const VkPhysicalDeviceLimits& limits) {
  for (std::size_t axis = 0; axis < pass.groups.size(); ++axis) {
    if (pass.groups[axis] <= limits.maxComputeWorkGroupCount[axis]) continue;
    return Error{ErrorCode::too_large, std::string(pass.name) + " takes " + std::to_string(pass.groups[axis]) +
                                           " workgroups in a row, and this device runs " +
                                           std::to_string(limits.maxComputeWorkGroupCount[axis]) + " at most"};
  }
  return {};
}

}  // namespace

Result<ReadyPasses> ReadyPasses::create(Core& core, const gl::PassList& list, bool in_buffers) {
  const VkPhysicalDeviceLimits& limits = core.traits.limits;
  Result<void> checked = check_storage_buffers({.image = in_buffers, .labels = in_buffers}, limits);
  ReadyPasses made;
  for (const gl::PassSource& pass : list.passes) {
    if (checked) checked = check_group(pass.name, list.group_size, limits);
    if (checked) checked = check_grid(pass, limits);
    if (!checked) return checked.error();
    const Result<Pipeline> pipeline =
        core.pipelines.find_or_make(gl::text_of(shader_files, list, pass, in_buffers), pass.reads_labels && in_buffers);
    if (!pipeline) return pipeline.error();
    made.passes_.push_back({*pipeline, pass.groups, pass.reads_labels});
  }
  made.sizes_ = list.size_values();
  return made;
}

void ReadyPasses::record(const DeviceFunctions& vk, VkCommandBuffer commands, std::size_t index, const PassSets& sets,
                         PassArguments arguments) const {
  const auto& [pipeline, groups, reads_labels] = passes_[index];
  vk.CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.pipeline);
  const auto bind = [&, layout = pipeline.layout](std::uint32_t number, VkDescriptorSet set) {
    if (set == VK_NULL_HANDLE) return;
    vk.CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, number, 1, &set, 0, nullptr);
  };
  bind(0, sets.buffers);
  if (reads_labels) {
    bind(1, sets.labels);
    bind(2, sets.target);
  }
  arguments.sizes = sizes_;
  vk.CmdPushConstants(commands, pipeline.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof arguments, &arguments);
  vk.CmdDispatch(commands, groups[0], groups[1], groups[2]);
  order(vk, commands, by_dispatches, by_dispatches);
}

}  // namespace glccl::vulkan
