// The pipelines of the passes, and their layouts.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/compute/buffers.hpp"
#include "engine/compute/programs.hpp"
#include "engine/compute/uniform_block.hpp"
#include "vulkan/functions.hpp"

namespace glccl::vulkan {

/// What a set of descriptors holds. Set 0 has the buffers of the passes. In the shaders of glsl/compute, set 1 has the
/// source, set 2 the labels; in those of glsl/tracks and glsl/regions, set 1 the labels, set 2 what is written for each
/// element.
enum class SetKind : std::uint8_t { buffers, source_texture, source_buffer, label_image, label_buffer };
constexpr std::size_t set_kinds = 5;
constexpr std::uint32_t set_count = 3;

/// The one binding of a set of each kind; those of SetKind::buffers begin at it.
constexpr std::array<std::uint32_t, set_kinds> set_bindings = {0, 1, 8, 0, 9};

/// The bindings of a set of a kind.
constexpr std::uint32_t bindings_of(SetKind kind) { return kind == SetKind::buffers ? compute::Buffers::bindings : 1; }

/// The type of what a set of a kind holds.
VkDescriptorType descriptor_type_of(SetKind kind);

constexpr SetKind source_kind(bool in_buffer) { return in_buffer ? SetKind::source_buffer : SetKind::source_texture; }
constexpr SetKind label_kind(bool in_buffer) { return in_buffer ? SetKind::label_buffer : SetKind::label_image; }

/// A pipeline, and the kinds of its sets 1 and 2. A pass that reads no source, or no labels, has those of images.
struct Pipeline {
  VkPipeline pipeline = VK_NULL_HANDLE;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  SetKind source = SetKind::source_texture;
  SetKind labels = SetKind::label_image;
};

/// Makes pipelines and keeps them.
class Pipelines {
 public:
  /// Error `gpu`.
  static Result<Pipelines> create(const DeviceFunctions& functions, const Device& device, SubgroupSupport subgroups);

  Pipelines() = default;
  Pipelines(Pipelines&& other) noexcept;
  Pipelines& operator=(Pipelines&& other) noexcept;
  ~Pipelines();

  /// Errors: `unsupported` (no such program in this build), `gpu`.
  Result<Pipeline> find_or_make(const compute::ComputeProgramKey& key);

  /// The same of a shader of gl::text_of(). `in_buffers`: its sets 1 and 2 have buffers.
  Result<Pipeline> find_or_make(const gl::ProgramText& text, bool in_buffers);

  std::size_t size() const { return pipelines_.size() + listed_.size(); }
  VkDescriptorSetLayout layout_of(SetKind kind) const { return set_layouts_[static_cast<std::size_t>(kind)]; }
  VkSampler nearest() const { return nearest_; }

 private:
  Result<VkPipelineLayout> find_or_make_layout(SetKind source, SetKind labels);
  Result<VkPipeline> make(const gl::ProgramText& text, const std::vector<ProgramConstant>& given, bool subgroups,
                          VkPipelineLayout layout) const;

  const DeviceFunctions* functions_ = nullptr;
  Device device_;
  SubgroupSupport subgroups_ = SubgroupSupport::none;
  std::array<VkDescriptorSetLayout, set_kinds> set_layouts_{};
  std::map<std::array<SetKind, 2>, VkPipelineLayout> layouts_;  ///< By the kinds of sets 1 and 2.
  VkSampler nearest_ = VK_NULL_HANDLE;
  std::map<compute::ComputeProgramKey, Pipeline> pipelines_;
  std::map<std::string, Pipeline> listed_;  ///< By the texts of shaders.
};

}  // namespace glccl::vulkan
