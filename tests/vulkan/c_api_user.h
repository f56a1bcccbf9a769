// A user of glccl_vulkan in C.
#pragma once

#include "glccl/vulkan/labeler.h"
#include "glccl/vulkan/regions.h"
#include "glccl/vulkan/tracker.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What lives until the commands have run.
typedef struct vulkan_user {
  glccl_vulkan_labeler* labeler;
  glccl_vulkan_prepared* prepared;
  glccl_vulkan_binding* binding;
  glccl_vulkan_tracker* tracker;
  glccl_vulkan_binding* tracked;
  glccl_vulkan_regions* regions;
  glccl_vulkan_binding* taken;
} vulkan_user;

/// Makes a labeler, and prepares labelings with a table of images of bytes.
glccl_error_code vulkan_user_begin(vulkan_user* user, const glccl_vulkan_device* device, glccl_extent extent,
                                   const glccl_labeling_spec* spec, uint32_t rows, glccl_error* error);

/// Binds views in VK_IMAGE_LAYOUT_GENERAL and a table, and records.
glccl_error_code vulkan_user_record(vulkan_user* user, VkImageView image, VkImageView labels, VkBuffer table,
                                    VkCommandBuffer commands, glccl_error* error);

/// Makes a tracker, and regions of selections as labels, contacts and colours. Records a frame, the selection of one
/// seed, contacts and colours of labels in VK_IMAGE_LAYOUT_GENERAL, into images in that layout.
glccl_error_code vulkan_user_follow(vulkan_user* user, const glccl_vulkan_labels* labels,
                                    const glccl_vulkan_region_outputs* outputs, glccl_position seed,
                                    VkCommandBuffer commands, glccl_error* error);

void vulkan_user_end(vulkan_user* user);

#ifdef __cplusplus
}  // extern "C"
#endif
