#include "vulkan/pipelines.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "vulkan/errors.hpp"
#include "vulkan/modules.hpp"

namespace glccl::vulkan {

VkDescriptorType descriptor_type_of(SetKind kind) {
  switch (kind) {
    case SetKind::source_texture:
      return VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    case SetKind::label_image:
      return VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
    default:
      return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
  }
}

Result<Pipelines> Pipelines::create(const DeviceFunctions& functions, const Device& device, SubgroupSupport subgroups) {
  Pipelines made;
  made.functions_ = &functions;
  made.device_ = device;
  made.subgroups_ = subgroups;
  for (std::size_t i = 0; i < set_kinds; ++i) {
    const auto kind = static_cast<SetKind>(i);
    std::vector<VkDescriptorSetLayoutBinding> bindings(bindings_of(kind));
    std::uint32_t binding = set_bindings[i];
    for (VkDescriptorSetLayoutBinding& one : bindings) {
      one = {binding++, descriptor_type_of(kind), 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr};
    }
    auto info = info_of<VkDescriptorSetLayoutCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO);
    info.bindingCount = static_cast<std::uint32_t>(bindings.size());
    info.pBindings = bindings.data();
    const VkResult result = functions.CreateDescriptorSetLayout(device.device, &info, nullptr, &made.set_layouts_[i]);
    if (result != VK_SUCCESS) return vulkan_error("CreateDescriptorSetLayout", result);
  }
  auto sampler = info_of<VkSamplerCreateInfo>(VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO);
  sampler.addressModeU = sampler.addressModeV = sampler.addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
  const VkResult sampled = functions.CreateSampler(device.device, &sampler, nullptr, &made.nearest_);
  if (sampled != VK_SUCCESS) return vulkan_error("CreateSampler", sampled);
  return made;
}

Pipelines::Pipelines(Pipelines&& other) noexcept { *this = std::move(other); }

Pipelines& Pipelines::operator=(Pipelines&& other) noexcept {
  std::swap(functions_, other.functions_);
  std::swap(device_, other.device_);
  std::swap(subgroups_, other.subgroups_);
  std::swap(set_layouts_, other.set_layouts_);
  std::swap(layouts_, other.layouts_);
  std::swap(nearest_, other.nearest_);
  std::swap(pipelines_, other.pipelines_);
  std::swap(listed_, other.listed_);
  return *this;
}

Pipelines::~Pipelines() {
  if (functions_ == nullptr) return;
  for (const auto& [key, pipeline] : pipelines_) {
    functions_->DestroyPipeline(device_.device, pipeline.pipeline, nullptr);
  }
  for (const auto& [text, pipeline] : listed_) {
    functions_->DestroyPipeline(device_.device, pipeline.pipeline, nullptr);
  }
  for (const auto& [kinds, layout] : layouts_) functions_->DestroyPipelineLayout(device_.device, layout, nullptr);
  for (VkDescriptorSetLayout set : set_layouts_) functions_->DestroyDescriptorSetLayout(device_.device, set, nullptr);
  functions_->DestroySampler(device_.device, nearest_, nullptr);
}

Result<Pipeline> Pipelines::find_or_make(const compute::ComputeProgramKey& key) {
  const auto found = pipelines_.find(key);
  if (found != pipelines_.end()) return found->second;
  Pipeline made;
  made.source = source_kind(key.source.shape == SourceShape::buffer);
  made.labels = label_kind(key.label_buffer);
  const Result<VkPipelineLayout> layout = find_or_make_layout(made.source, made.labels);
  if (!layout) return layout.error();
  made.layout = *layout;
  const Result<VkPipeline> pipeline = make(vulkan_text_of(key), constants_of(key), key.subgroups, made.layout);
  if (!pipeline) return pipeline.error();
  made.pipeline = *pipeline;
  pipelines_.emplace(key, made);
  return made;
}

Result<Pipeline> Pipelines::find_or_make(const gl::ProgramText& text, bool in_buffers) {
  const std::string& key = text.stages.front().text;
  const auto found = listed_.find(key);
  if (found != listed_.end()) return found->second;
  Pipeline made{VK_NULL_HANDLE, VK_NULL_HANDLE, source_kind(in_buffers), label_kind(in_buffers)};
  const Result<VkPipelineLayout> layout = find_or_make_layout(made.source, made.labels);
  if (!layout) return layout.error();
  made.layout = *layout;
  const Result<VkPipeline> pipeline = make(text, {}, false, made.layout);
  if (!pipeline) return pipeline.error();
  made.pipeline = *pipeline;
  listed_.emplace(key, made);
  return made;
}

Result<VkPipelineLayout> Pipelines::find_or_make_layout(SetKind source, SetKind labels) {
  VkPipelineLayout& layout = layouts_[{source, labels}];
  if (layout != VK_NULL_HANDLE) return layout;
  const std::array<VkDescriptorSetLayout, set_count> sets = {layout_of(SetKind::buffers), layout_of(source),
                                                             layout_of(labels)};
  const VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, compute::UniformBlock::bytes};
  auto info = info_of<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
  info.setLayoutCount = set_count;
  info.pSetLayouts = sets.data();
  info.pushConstantRangeCount = 1;
  info.pPushConstantRanges = &range;
  const VkResult result = functions_->CreatePipelineLayout(device_.device, &info, nullptr, &layout);
  if (result != VK_SUCCESS) return vulkan_error("CreatePipelineLayout", result);
  return layout;
}

Result<VkPipeline> Pipelines::make(const gl::ProgramText& text, const std::vector<ProgramConstant>& given,
                                   bool subgroups, VkPipelineLayout layout) const {
  const std::optional<std::vector<std::uint32_t>> words = find_module(text.stages.front().text);
  if (!words) return Error{ErrorCode::unsupported, "this build has no program " + text.name + " for such a labeling"};
  auto module_info = info_of<VkShaderModuleCreateInfo>(VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
  module_info.codeSize = words->size() * sizeof(std::uint32_t);
  module_info.pCode = words->data();
  VkShaderModule module = VK_NULL_HANDLE;
  const VkResult loaded = functions_->CreateShaderModule(device_.device, &module_info, nullptr, &module);
  if (loaded != VK_SUCCESS) return vulkan_error("CreateShaderModule", loaded);

  std::vector<std::uint32_t> values;
  std::vector<VkSpecializationMapEntry> entries;
  for (const ProgramConstant& constant : given) {
    const auto number = static_cast<std::uint32_t>(values.size());
    entries.push_back({number, number * static_cast<std::uint32_t>(sizeof(std::uint32_t)), sizeof(std::uint32_t)});
    values.push_back(constant.value);
  }
  const VkSpecializationInfo constants{static_cast<std::uint32_t>(entries.size()), entries.data(),
                                       values.size() * sizeof(std::uint32_t), values.data()};
  auto info = info_of<VkComputePipelineCreateInfo>(VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO);
  info.stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                nullptr,
                0,
                VK_SHADER_STAGE_COMPUTE_BIT,
                module,
                "main",
                &constants};
  auto size = info_of<VkPipelineShaderStageRequiredSubgroupSizeCreateInfo>(
      VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO);
  size.requiredSubgroupSize = subgroup_size;
  if (subgroups && subgroups_ == SubgroupSupport::on_request) {
    info.stage.flags = VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT;
    info.stage.pNext = &size;
  }
  info.layout = layout;
  VkPipeline pipeline = VK_NULL_HANDLE;
  const VkResult made =
      functions_->CreateComputePipelines(device_.device, device_.pipeline_cache, 1, &info, nullptr, &pipeline);
  functions_->DestroyShaderModule(device_.device, module, nullptr);
  if (made != VK_SUCCESS) return vulkan_error("CreateComputePipelines", made);
  return pipeline;
}

}  // namespace glccl::vulkan
