// Labeling of Vulkan images: the passes of the engine `compute`, recorded into the caller's command buffers.
#pragma once

#include <vulkan/vulkan_core.h>

#include <cstddef>
#include <cstdint>
#include <memory>

#include "glccl/api.h"
#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/spec.hpp"
#include "glccl/types.hpp"
#include "glccl/vulkan/prepared.hpp"
#include "glccl/vulkan/regions.hpp"
#include "glccl/vulkan/tracker.hpp"

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
  /// Whether the device was made with the features subgroupSizeControl and computeFullSubgroups, of Vulkan 1.3 or of
  /// VK_EXT_subgroup_size_control. Pipelines then ask for subgroups of 32 invocations where the device has them.
  bool subgroup_size_control = false;
};

/// The device's functions, limits and pipelines, which a Labeler shares with all that it prepares.
struct Core;

/// Prepares labelings of images and volumes on a device. It keeps their pipelines, so that what a later prepare() needs
/// again is not compiled again. One thread at a time may use a Labeler.
class GLCCL_API Labeler {
 public:
  /// Finds the device's functions and limits. Errors: `invalid_argument` (a null handle), `no_device` (a function that
  /// get_instance_proc_addr does not find), `unsupported` (a device below Vulkan 1.1), `gpu` (no memory).
  static Result<Labeler> create(const Device& device);

  /// Moves. The other object may only be destroyed or assigned to afterwards.
  Labeler(Labeler&&) noexcept;
  /// Moves.
  Labeler& operator=(Labeler&&) noexcept;
  ~Labeler();

  /// Makes pipelines and scratch memory for labelings of images with these formats and this extent. `table_rows`: the
  /// capacity of the component table; 0: no table. Compiles what earlier calls have not. Errors: those of check() with
  /// capabilities(), of check_second_images() and check_table(); `unsupported` (a format that buffers do not have, a
  /// program that this build lacks), `too_large` (a buffer beyond maxStorageBufferRange, workgroups or a number of
  /// buffers beyond the device's limits), `gpu` (no memory, or the driver rejects a pipeline).
  Result<Prepared> prepare(const InputFormats& formats, Extent extent, const LabelingSpec& spec = {},
                           std::uint32_t table_rows = 0, const InBuffers& in_buffers = {});

  /// Makes pipelines and memory for a Tracker of labels of this extent: an image's or a volume's. `in_buffers`: labels,
  /// and ids where the options ask for them, are in buffers; else they are images. Trackers of all extents and options
  /// share their pipelines. Errors: those of check_tracker(); `unsupported` (a program that this build lacks),
  /// `too_large` (a buffer beyond maxStorageBufferRange, workgroups or a number of buffers beyond the device's limits),
  /// `gpu` (no memory, or the driver rejects a pipeline).
  Result<Tracker> prepare_tracker(Extent extent, const TrackerOptions& options = {}, bool in_buffers = false);

  /// Makes pipelines and memory for Regions of labels of this extent: an image's or a volume's. `in_buffers`: labels,
  /// and what is written for each element, are in buffers; else they are images. Regions of all extents and capacities
  /// share their pipelines. Errors: those of check_regions(), and the others of prepare_tracker().
  Result<Regions> prepare_regions(Extent extent, const RegionOptions& options, bool in_buffers = false);

  /// The number of pipelines that it keeps, for later calls to use again.
  std::size_t pipelines() const;

 private:
  explicit Labeler(std::shared_ptr<Core> core);
  std::shared_ptr<Core> core_;
};

}  // namespace glccl::vulkan
