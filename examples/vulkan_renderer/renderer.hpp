// Draws capsules into a picture and an id target, and the boxes of a component table over the picture.
#pragma once

#include "gpu.hpp"

/// Draws offscreen. Row 0 of both targets is the top row of the picture.
class Renderer {
 public:
  static constexpr std::uint32_t objects = 90;
  static constexpr vk::Format picture_format = vk::Format::eR8G8B8A8Unorm;
  static constexpr vk::Format id_format = vk::Format::eR8Uint;
  /// How draws leave a target.
  static constexpr ImageUse drawn = {
      vk::ImageLayout::eColorAttachmentOptimal, vk::PipelineStageFlagBits2::eColorAttachmentOutput,
      vk::AccessFlagBits2::eColorAttachmentRead | vk::AccessFlagBits2::eColorAttachmentWrite};

  /// `table`: a component table, which draw_boxes() reads.
  Renderer(const Gpu& gpu, vk::Extent2D extent, const Buffer& table);

  /// Records the draw of the capsules into both targets. Ids count from 1; 0 is background.
  void draw_scene(const vk::raii::CommandBuffer& commands) const;

  /// Records the draw of the boxes of all components over the picture. Only the GPU knows their number.
  void draw_boxes(const vk::raii::CommandBuffer& commands) const;

  const Image& picture() const { return picture_; }
  const Image& ids() const { return ids_; }

 private:
  /// Makes what both pipelines share: the descriptor set of the table, and the extent as a constant.
  void make_layout(const Gpu& gpu);
  vk::raii::Pipeline make_pipeline(const Gpu& gpu, const vk::raii::ShaderModule& vertices,
                                   const vk::raii::ShaderModule& fragments,
                                   const std::vector<vk::Format>& targets) const;
  void begin(const vk::raii::CommandBuffer& commands, const vk::raii::Pipeline& pipeline,
             const std::vector<vk::RenderingAttachmentInfo>& targets) const;

  vk::Extent2D extent_;
  vk::Buffer table_;
  Image picture_, ids_;
  vk::raii::DescriptorSetLayout set_layout_ = nullptr;
  vk::raii::DescriptorPool pool_ = nullptr;
  vk::raii::DescriptorSet set_ = nullptr;  ///< The component table.
  vk::raii::PipelineLayout layout_ = nullptr;
  vk::raii::Pipeline scene_ = nullptr, boxes_ = nullptr;
};
