// Labels that glccl::vulkan::Tracker and Regions read, and what they write, for C: what binding.hpp has.
#pragma once

#include <stdint.h>
#include <vulkan/vulkan_core.h>

#include "glccl/glccl.h"
#include "glccl/vulkan/labeler.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A part of a buffer, as glccl::vulkan::BufferRange.
typedef struct glccl_vulkan_range {
  VkBuffer buffer;      ///< With VK_BUFFER_USAGE_STORAGE_BUFFER_BIT.
  VkDeviceSize offset;  ///< A multiple of minStorageBufferOffsetAlignment.
  VkDeviceSize bytes;   ///< Of the part.
} glccl_vulkan_range;

/// An image of numbers that is written: a view, or a buffer where labels are in buffers; as glccl::vulkan::TargetImage.
typedef struct glccl_vulkan_target {
  VkImageView view;            ///< R32_UINT for storage, in VK_IMAGE_LAYOUT_GENERAL.
  glccl_vulkan_buffer buffer;  ///< In place of the view.
} glccl_vulkan_target;

/// Labels that are read, as glccl::vulkan::Labels.
typedef struct glccl_vulkan_labels {
  uint32_t size;              ///< Bytes of the struct.
  glccl_extent extent;        ///< Of the labels.
  glccl_vulkan_source image;  ///< A view of R32_UINT, of an image for sampling, or a buffer.
  glccl_vulkan_range table;   ///< Their component table, where the number of components is read.
} glccl_vulkan_labels;

#ifdef __cplusplus
}  // extern "C"
#endif
