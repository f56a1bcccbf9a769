#include "renderer.hpp"

#include <array>

#include "boxes_frag.h"
#include "boxes_vert.h"
#include "scene_frag.h"
#include "scene_vert.h"

namespace {

constexpr vk::ClearColorValue night = {.float32 = std::array{0.07F, 0.08F, 0.11F, 1.0F}};
constexpr vk::ClearColorValue no_object = {.uint32 = std::array{0U, 0U, 0U, 0U}};

template <std::size_t words>
vk::raii::ShaderModule make_module(const Gpu& gpu, const std::uint32_t (&code)[words]) {
  return {gpu.device, vk::ShaderModuleCreateInfo{.codeSize = sizeof(code), .pCode = code}};
}

vk::RenderingAttachmentInfo attachment(const Image& image, vk::AttachmentLoadOp load, vk::ClearColorValue clear = {}) {
  return {.imageView = *image.view,
          .imageLayout = Renderer::drawn.layout,
          .loadOp = load,
          .storeOp = vk::AttachmentStoreOp::eStore,
          .clearValue = {.color = clear}};
}

}  // namespace

Renderer::Renderer(const Gpu& gpu, vk::Extent2D extent, const Buffer& table) : extent_(extent), table_(*table.buffer) {
  constexpr vk::ImageUsageFlags target =
      vk::ImageUsageFlagBits::eColorAttachment | vk::ImageUsageFlagBits::eTransferSrc;
  picture_ = make_image(gpu, extent, picture_format, target);
  ids_ = make_image(gpu, extent, id_format, target | vk::ImageUsageFlagBits::eSampled);
  make_layout(gpu);
  scene_ = make_pipeline(gpu, make_module(gpu, scene_vert), make_module(gpu, scene_frag), {picture_format, id_format});
  boxes_ = make_pipeline(gpu, make_module(gpu, boxes_vert), make_module(gpu, boxes_frag), {picture_format});
}

void Renderer::make_layout(const Gpu& gpu) {
  constexpr vk::DescriptorType storage = vk::DescriptorType::eStorageBuffer;
  const vk::DescriptorSetLayoutBinding binding{
      .descriptorType = storage, .descriptorCount = 1, .stageFlags = vk::ShaderStageFlagBits::eVertex};
  set_layout_ = {gpu.device, vk::DescriptorSetLayoutCreateInfo{.bindingCount = 1, .pBindings = &binding}};
  const vk::DescriptorPoolSize size{.type = storage, .descriptorCount = 1};
  pool_ = {gpu.device, vk::DescriptorPoolCreateInfo{.flags = vk::DescriptorPoolCreateFlagBits::eFreeDescriptorSet,
                                                    .maxSets = 1,
                                                    .poolSizeCount = 1,
                                                    .pPoolSizes = &size}};
  const vk::DescriptorSetLayout set_layout = *set_layout_;
  const vk::DescriptorSetAllocateInfo one{
      .descriptorPool = *pool_, .descriptorSetCount = 1, .pSetLayouts = &set_layout};
  set_ = std::move(vk::raii::DescriptorSets(gpu.device, one).front());
  const vk::DescriptorBufferInfo whole{.buffer = table_, .range = VK_WHOLE_SIZE};
  gpu.device.updateDescriptorSets(
      vk::WriteDescriptorSet{.dstSet = *set_, .descriptorCount = 1, .descriptorType = storage, .pBufferInfo = &whole},
      {});
  const vk::PushConstantRange constants{.stageFlags = vk::ShaderStageFlagBits::eVertex, .size = 2 * sizeof(float)};
  layout_ = {gpu.device, vk::PipelineLayoutCreateInfo{.setLayoutCount = 1,
                                                      .pSetLayouts = &set_layout,
                                                      .pushConstantRangeCount = 1,
                                                      .pPushConstantRanges = &constants}};
}

vk::raii::Pipeline Renderer::make_pipeline(const Gpu& gpu, const vk::raii::ShaderModule& vertices,
                                           const vk::raii::ShaderModule& fragments,
                                           const std::vector<vk::Format>& targets) const {
  const std::array stages = {vk::PipelineShaderStageCreateInfo{
                                 .stage = vk::ShaderStageFlagBits::eVertex, .module = *vertices, .pName = "main"},
                             vk::PipelineShaderStageCreateInfo{
                                 .stage = vk::ShaderStageFlagBits::eFragment, .module = *fragments, .pName = "main"}};
  const vk::PipelineVertexInputStateCreateInfo no_vertices;
  const vk::PipelineInputAssemblyStateCreateInfo rectangles{.topology = vk::PrimitiveTopology::eTriangleStrip};
  const vk::Viewport viewport{0, 0, static_cast<float>(extent_.width), static_cast<float>(extent_.height), 0, 1};
  const vk::Rect2D scissor{.extent = extent_};
  const vk::PipelineViewportStateCreateInfo view{
      .viewportCount = 1, .pViewports = &viewport, .scissorCount = 1, .pScissors = &scissor};
  const vk::PipelineRasterizationStateCreateInfo raster{.lineWidth = 1};
  const vk::PipelineMultisampleStateCreateInfo one_sample;
  vk::PipelineColorBlendAttachmentState all_channels;
  all_channels.colorWriteMask = vk::FlagTraits<vk::ColorComponentFlagBits>::allFlags;
  const std::vector blends(targets.size(), all_channels);
  const vk::PipelineColorBlendStateCreateInfo blend{.attachmentCount = static_cast<std::uint32_t>(blends.size()),
                                                    .pAttachments = blends.data()};
  const vk::PipelineRenderingCreateInfo rendering{.colorAttachmentCount = static_cast<std::uint32_t>(targets.size()),
                                                  .pColorAttachmentFormats = targets.data()};
  return {gpu.device, nullptr,
          vk::GraphicsPipelineCreateInfo{.pNext = &rendering,
                                         .stageCount = static_cast<std::uint32_t>(stages.size()),
                                         .pStages = stages.data(),
                                         .pVertexInputState = &no_vertices,
                                         .pInputAssemblyState = &rectangles,
                                         .pViewportState = &view,
                                         .pRasterizationState = &raster,
                                         .pMultisampleState = &one_sample,
                                         .pColorBlendState = &blend,
                                         .layout = *layout_}};
}

void Renderer::begin(const vk::raii::CommandBuffer& commands, const vk::raii::Pipeline& pipeline,
                     const std::vector<vk::RenderingAttachmentInfo>& targets) const {
  commands.beginRendering({.renderArea = {.extent = extent_},
                           .layerCount = 1,
                           .colorAttachmentCount = static_cast<std::uint32_t>(targets.size()),
                           .pColorAttachments = targets.data()});
  commands.bindPipeline(vk::PipelineBindPoint::eGraphics, *pipeline);
  const std::array extent = {static_cast<float>(extent_.width), static_cast<float>(extent_.height)};
  commands.pushConstants<float>(*layout_, vk::ShaderStageFlagBits::eVertex, 0, extent);
}

void Renderer::draw_scene(const vk::raii::CommandBuffer& commands) const {
  order(commands, picture_, not_used, drawn);
  order(commands, ids_, not_used, drawn);
  begin(commands, scene_,
        {attachment(picture_, vk::AttachmentLoadOp::eClear, night),
         attachment(ids_, vk::AttachmentLoadOp::eClear, no_object)});
  commands.draw(4, objects, 0, 0);
  commands.endRendering();
}

void Renderer::draw_boxes(const vk::raii::CommandBuffer& commands) const {
  order(commands, picture_, drawn, drawn);
  begin(commands, boxes_, {attachment(picture_, vk::AttachmentLoadOp::eLoad)});
  commands.bindDescriptorSets(vk::PipelineBindPoint::eGraphics, *layout_, 0, *set_, {});
  // The table begins with the arguments of the draw: four vertices, and one instance per row.
  commands.drawIndirect(table_, 0, 1, 0);
  commands.endRendering();
}
