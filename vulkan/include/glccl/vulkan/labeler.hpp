// Labeling of Vulkan images: the passes of the engine `compute`, recorded into the caller's command buffers.
#pragma once

#include <vulkan/vulkan_core.h>

#include <cstdint>
#include <memory>
#include <optional>

#include "glccl/api.h"
#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/spec.hpp"
#include "glccl/types.hpp"

namespace glccl::vulkan {

/// What the engine `vulkan` can label.
GLCCL_API const Capabilities& capabilities();

/// The caller's device. It stays the caller's, and must outlive what is made of it. Vulkan 1.1 suffices, with any
/// queue family that has compute.
struct Device {
  VkInstance instance = VK_NULL_HANDLE;               ///< Of Vulkan 1.1 or newer.
  VkPhysicalDevice physical_device = VK_NULL_HANDLE;  ///< Of that instance.
  VkDevice device = VK_NULL_HANDLE;                   ///< Made from it, with a queue that has compute.
  /// Every other function is asked for here; nothing is linked.
  PFN_vkGetInstanceProcAddr get_instance_proc_addr = nullptr;
  VkPipelineCache pipeline_cache = VK_NULL_HANDLE;  ///< For the pipelines of prepare(), or none.
};

/// An image that is read: a view of VK_IMAGE_TYPE_2D, of a volume VK_IMAGE_TYPE_3D, of an image with
/// VK_IMAGE_USAGE_SAMPLED_BIT.
struct SourceView {
  VkImageView view = VK_NULL_HANDLE;                                ///< The view.
  VkImageLayout layout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;  ///< When the commands run.
};

/// What a labeling reads.
struct Inputs {
  SourceView image;           ///< The labeled image.
  SourceView mask = {};       ///< Elements that are 0 here are background. As prepare() was told.
  SourceView intensity = {};  ///< Measured by table_column_intensity. As prepare() was told.
};

/// A part of a buffer. `offset` is a multiple of minStorageBufferOffsetAlignment.
struct BufferRange {
  VkBuffer buffer = VK_NULL_HANDLE;  ///< The buffer.
  VkDeviceSize offset = 0;           ///< Of the part, in bytes.
  VkDeviceSize bytes = 0;            ///< Of the part.
};

/// What a labeling writes.
struct Outputs {
  /// A view of format VK_FORMAT_R32_UINT of an image with VK_IMAGE_USAGE_STORAGE_BIT, of the labeled extent. Its layout
  /// is VK_IMAGE_LAYOUT_GENERAL when the commands run.
  VkImageView labels = VK_NULL_HANDLE;
  /// The component table (glccl/table.hpp): table_bytes() of the rows that prepare() was told, with
  /// VK_BUFFER_USAGE_STORAGE_BUFFER_BIT. Its header holds the arguments of an indirect draw and an indirect dispatch.
  BufferRange table = {};
};

/// The descriptors of one labeling's inputs and outputs. It must outlive the command buffers into which it is recorded.
class GLCCL_API Binding {
 public:
  /// Moves. The other object may only be destroyed or assigned to afterwards.
  Binding(Binding&&) noexcept;
  /// Moves.
  Binding& operator=(Binding&&) noexcept;
  ~Binding();

 private:
  friend class Labeler;
  struct State;
  explicit Binding(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Labels images and volumes of one extent, one set of formats and one specification at a time, as prepare() was told
/// last. One thread at a time may use a Labeler.
///
/// What record() records is a sequence of compute dispatches with barriers between them. The caller orders it with
/// other commands: before it, writes of the inputs must be visible to VK_ACCESS_SHADER_READ_BIT at
/// VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT; after it, labels and table were written by VK_ACCESS_SHADER_WRITE_BIT at that
/// stage. Labelings of one Labeler share scratch memory: what is recorded begins with a barrier against earlier
/// commands of the same queue, and command buffers on several queues must not overlap.
class GLCCL_API Labeler {
 public:
  /// Finds the device's functions and limits. Errors: `invalid_argument` (a null handle), `no_device` (a function that
  /// get_instance_proc_addr does not find), `unsupported` (a device below Vulkan 1.1).
  static Result<Labeler> create(const Device& device);

  /// Moves. The other object may only be destroyed or assigned to afterwards.
  Labeler(Labeler&&) noexcept;
  /// Moves.
  Labeler& operator=(Labeler&&) noexcept;
  ~Labeler();

  /// Makes pipelines and scratch memory for labelings of images with these formats and this extent. `table_rows`: the
  /// capacity of the component table; 0: no table. Compiles what earlier calls have not. No command buffer of an
  /// earlier prepare() may be pending. Errors: those of check() with capabilities(), of check_second_images() and
  /// check_table(); `unsupported` (a program that this build lacks), `too_large` (a buffer beyond
  /// maxStorageBufferRange, workgroups beyond the device's limits), `gpu` (no memory, or the driver rejects a
  /// pipeline).
  Result<void> prepare(const InputFormats& formats, Extent extent, const LabelingSpec& spec = {},
                       std::uint32_t table_rows = 0);

  /// Describes inputs and outputs of labelings as prepare() was told. Errors: `invalid_argument` (before prepare(), a
  /// null handle, a table that is too short or not aligned), `gpu` (no memory).
  Result<Binding> bind(const Inputs& inputs, const Outputs& outputs) const;

  /// Records a labeling into a command buffer that is being recorded, of a queue family with compute. Neither waits nor
  /// allocates. The command buffer's pipeline, descriptor sets and push constants of compute are others afterwards.
  void record(VkCommandBuffer commands, const Binding& binding) const;

  /// Bytes of device memory that the Labeler keeps besides labels and table; 0 before prepare().
  std::int64_t scratch_bytes() const;

 private:
  struct State;
  explicit Labeler(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace glccl::vulkan
