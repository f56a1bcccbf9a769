#include "vulkan/pipelines.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/compute/buffers.hpp"
#include "vulkan/modules.hpp"

namespace glccl::vulkan {
namespace {

VkDescriptorSetLayoutBinding describe(std::uint32_t binding, VkDescriptorType type) {
  return {binding, type, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr};
}

/// The bindings of each set.
std::array<std::vector<VkDescriptorSetLayoutBinding>, set_count> all_bindings() {
  std::array<std::vector<VkDescriptorSetLayoutBinding>, set_count> sets;
  for (std::uint32_t i = 0; i < compute::Buffers::bindings; ++i) {
    sets[0].push_back(describe(i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER));
  }
  sets[1].push_back(describe(source_binding, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER));
  sets[2].push_back(describe(labels_binding, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE));
  return sets;
}

}  // namespace

Result<Pipelines> Pipelines::create(const Functions& functions, const Device& device) {
  Pipelines made;
  made.functions_ = &functions;
  made.device_ = device;
  const auto sets = all_bindings();
  for (std::size_t i = 0; i < set_count; ++i) {
    auto info = info_of<VkDescriptorSetLayoutCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO);
    info.bindingCount = static_cast<std::uint32_t>(sets[i].size());
    info.pBindings = sets[i].data();
    const VkResult result = functions.CreateDescriptorSetLayout(device.device, &info, nullptr, &made.set_layouts_[i]);
    if (result != VK_SUCCESS) return vulkan_error("CreateDescriptorSetLayout", result);
  }
  const VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, compute::UniformBlock::bytes};
  auto layout = info_of<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
  layout.setLayoutCount = set_count;
  layout.pSetLayouts = made.set_layouts_.data();
  layout.pushConstantRangeCount = 1;
  layout.pPushConstantRanges = &range;
  const VkResult result = functions.CreatePipelineLayout(device.device, &layout, nullptr, &made.layout_);
  if (result != VK_SUCCESS) return vulkan_error("CreatePipelineLayout", result);
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
  std::swap(set_layouts_, other.set_layouts_);
  std::swap(layout_, other.layout_);
  std::swap(nearest_, other.nearest_);
  std::swap(pipelines_, other.pipelines_);
  return *this;
}

Pipelines::~Pipelines() {
  if (functions_ == nullptr) return;
  for (const auto& [key, pipeline] : pipelines_) functions_->DestroyPipeline(device_.device, pipeline, nullptr);
  functions_->DestroyPipelineLayout(device_.device, layout_, nullptr);
  for (VkDescriptorSetLayout set : set_layouts_) functions_->DestroyDescriptorSetLayout(device_.device, set, nullptr);
  functions_->DestroySampler(device_.device, nearest_, nullptr);
}

Result<VkPipeline> Pipelines::find_or_make(const compute::ComputeProgramKey& key) {
  const auto found = pipelines_.find(key);
  if (found != pipelines_.end()) return found->second;
  const Result<VkPipeline> made = make(key);
  if (made) pipelines_.emplace(key, *made);
  return made;
}

Result<VkPipeline> Pipelines::make(const compute::ComputeProgramKey& key) const {
  const gl::ProgramText text = vulkan_text_of(key);
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
  for (const compute::ProgramConstant& constant : constants_of(key)) {
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
  info.layout = layout_;
  VkPipeline pipeline = VK_NULL_HANDLE;
  const VkResult made =
      functions_->CreateComputePipelines(device_.device, device_.pipeline_cache, 1, &info, nullptr, &pipeline);
  functions_->DestroyShaderModule(device_.device, module, nullptr);
  if (made != VK_SUCCESS) return vulkan_error("CreateComputePipelines", made);
  return pipeline;
}

}  // namespace glccl::vulkan
