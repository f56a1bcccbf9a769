// glccl::vulkan for C, and for every language that calls C: what labeler.hpp and prepared.hpp can do, function by
// function. Failures, null pointers and sizes of structs are as in glccl.h; barriers, layouts and lifetimes as those
// headers say.
#pragma once

#include <stdint.h>
#include <vulkan/vulkan_core.h>

#include "glccl/glccl.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The caller's device, which stays the caller's. Vulkan 1.1 suffices.
typedef struct glccl_vulkan_device {
  uint32_t size;                                     ///< Bytes of the struct.
  VkInstance instance;                               ///< Of Vulkan 1.1 or newer.
  VkPhysicalDevice physical_device;                  ///< Of that instance.
  VkDevice device;                                   ///< Made from it, with a queue that has compute.
  PFN_vkGetInstanceProcAddr get_instance_proc_addr;  ///< Every other function is asked for here.
  VkPipelineCache pipeline_cache;                    ///< For the pipelines, or none.
  int32_t subgroup_size_control;                     ///< As glccl::vulkan::Device's; 0: no.
} glccl_vulkan_device;

/// What glccl_vulkan_prepare() is told.
typedef struct glccl_vulkan_request {
  uint32_t size;                    ///< Bytes of the struct.
  glccl_extent extent;              ///< Of the image, the mask, the intensities and the labels.
  VkFormat image;                   ///< Of the labeled image, R8_UINT for example: formats.hpp has the list.
  VkFormat mask;                    ///< R8_UINT or R8_UNORM; UNDEFINED: no mask.
  VkFormat intensity;               ///< A format of one channel; UNDEFINED: no intensities.
  const glccl_labeling_spec* spec;  ///< Null: the defaults.
  uint32_t table_rows;              ///< Capacity of the component table; 0: no table.
  int32_t image_in_buffer;          ///< 0: a view; any other number: a buffer.
  int32_t mask_in_buffer;           ///< Likewise.
  int32_t intensity_in_buffer;      ///< Likewise.
  int32_t labels_in_buffer;         ///< Likewise.
} glccl_vulkan_request;

/// An image, a volume or labels in a buffer, as glccl::vulkan::PitchedBuffer. Pitches of 0: there are no gaps.
typedef struct glccl_vulkan_buffer {
  VkBuffer buffer;           ///< With VK_BUFFER_USAGE_STORAGE_BUFFER_BIT.
  VkDeviceSize bytes;        ///< Of all of it, as it was made.
  VkDeviceSize offset;       ///< Bytes before element (0, 0, 0).
  VkDeviceSize row_bytes;    ///< Bytes from a row to the next.
  VkDeviceSize slice_bytes;  ///< Bytes from a slice to the next.
} glccl_vulkan_buffer;

/// An image that is read: a view, or a buffer, as glccl_vulkan_prepare() was told.
typedef struct glccl_vulkan_source {
  VkImageView view;            ///< Of an image with VK_IMAGE_USAGE_SAMPLED_BIT.
  VkImageLayout layout;        ///< Of the view, when the commands run.
  glccl_vulkan_buffer buffer;  ///< In place of the view.
} glccl_vulkan_source;

/// What a labeling reads. Those that glccl_vulkan_prepare() was not told of are zeros.
typedef struct glccl_vulkan_inputs {
  uint32_t size;                  ///< Bytes of the struct.
  glccl_vulkan_source image;      ///< The labeled image.
  glccl_vulkan_source mask;       ///< Elements that are 0 here are background.
  glccl_vulkan_source intensity;  ///< Measured by GLCCL_TABLE_COLUMN_INTENSITY.
} glccl_vulkan_inputs;

/// What a labeling writes.
typedef struct glccl_vulkan_outputs {
  uint32_t size;                     ///< Bytes of the struct.
  VkImageView labels;                ///< R32_UINT for storage, in VK_IMAGE_LAYOUT_GENERAL; as glccl::vulkan::Outputs.
  glccl_vulkan_buffer label_buffer;  ///< In place of the view.
  VkBuffer table;                    ///< The component table, or none.
  VkDeviceSize table_offset;         ///< A multiple of minStorageBufferOffsetAlignment.
  VkDeviceSize table_bytes;          ///< Of the table, glccl_vulkan_table_bytes() at least.
} glccl_vulkan_outputs;

/// glccl::vulkan::Labeler: pipelines of a device.
typedef struct glccl_vulkan_labeler glccl_vulkan_labeler;
/// glccl::vulkan::Prepared: pipelines and scratch memory of one request.
typedef struct glccl_vulkan_prepared glccl_vulkan_prepared;
/// glccl::vulkan::Binding: descriptors of one labeling's inputs and outputs.
typedef struct glccl_vulkan_binding glccl_vulkan_binding;

/// Makes a labeler. Errors: those of glccl::vulkan::Labeler::create().
GLCCL_API glccl_error_code glccl_vulkan_labeler_create(const glccl_vulkan_device* device,
                                                       glccl_vulkan_labeler** labeler, glccl_error* error);

/// Ends a labeler, or nothing for a null pointer. What it has prepared lives on.
GLCCL_API void glccl_vulkan_labeler_destroy(glccl_vulkan_labeler* labeler);

/// Makes pipelines and scratch memory. Errors: those of glccl::vulkan::Labeler::prepare(), and UNSUPPORTED for a format
/// that cannot be labeled.
GLCCL_API glccl_error_code glccl_vulkan_prepare(glccl_vulkan_labeler* labeler, const glccl_vulkan_request* request,
                                                glccl_vulkan_prepared** prepared, glccl_error* error);

/// Frees the scratch memory, or does nothing for a null pointer: no command buffer into which the labeling is recorded
/// may be pending.
GLCCL_API void glccl_vulkan_prepared_destroy(glccl_vulkan_prepared* prepared);

/// Bytes of device memory that it keeps besides labels and table; 0 for a null pointer.
GLCCL_API int64_t glccl_vulkan_scratch_bytes(const glccl_vulkan_prepared* prepared);

/// Bytes of the component table, whose rows have the columns that its header names; 0 without one, and for a null
/// pointer.
GLCCL_API int64_t glccl_vulkan_table_bytes(const glccl_vulkan_prepared* prepared);

/// Describes inputs and outputs. Errors: those of glccl::vulkan::Prepared::bind().
GLCCL_API glccl_error_code glccl_vulkan_bind(const glccl_vulkan_prepared* prepared, const glccl_vulkan_inputs* inputs,
                                             const glccl_vulkan_outputs* outputs, glccl_vulkan_binding** binding,
                                             glccl_error* error);

/// Frees descriptors, or does nothing for a null pointer: no command buffer into which they are recorded may be
/// pending.
GLCCL_API void glccl_vulkan_binding_destroy(glccl_vulkan_binding* binding);

/// Records a labeling, as glccl::vulkan::Prepared::record(). Error: INVALID_ARGUMENT for a null pointer.
GLCCL_API glccl_error_code glccl_vulkan_record(const glccl_vulkan_prepared* prepared,
                                               const glccl_vulkan_binding* binding, VkCommandBuffer commands,
                                               glccl_error* error);

#ifdef __cplusplus
}  // extern "C"
#endif
