// Following components from frame to frame in command buffers of Vulkan, for C: what glccl::vulkan::Tracker
// (tracker.hpp) can do, function by function. Failures, null pointers and sizes of structs are as in glccl.h; barriers,
// layouts and lifetimes as that header says.
#pragma once

#include <stdint.h>
#include <vulkan/vulkan_core.h>

#include "glccl/tracker.h"
#include "glccl/vulkan/labels.h"

#ifdef __cplusplus
extern "C" {
#endif

/// glccl::vulkan::Tracker: follows components from frame to frame.
typedef struct glccl_vulkan_tracker glccl_vulkan_tracker;

/// Makes a tracker for labels of this extent and sets `*tracker`, to a null pointer after a failure. Null `options`
/// have the defaults; of others the members about contexts of OpenGL are ignored. `in_buffers`: 0 where labels and ids
/// are images, any other number where they are in buffers. Errors: those of glccl::vulkan::Labeler::prepare_tracker().
GLCCL_API glccl_error_code glccl_vulkan_prepare_tracker(glccl_vulkan_labeler* labeler, glccl_extent extent,
                                                        const glccl_tracker_options* options, int32_t in_buffers,
                                                        glccl_vulkan_tracker** tracker, glccl_error* error);

/// Frees the tracker's memory, or does nothing for a null pointer: no command buffer into which a frame is recorded may
/// be pending.
GLCCL_API void glccl_vulkan_tracker_destroy(glccl_vulkan_tracker* tracker);

/// Describes the labels of frames, and where ids go; null `id_labels` without glccl_tracker_options.id_labels. Errors:
/// those of glccl::vulkan::Tracker::bind().
GLCCL_API glccl_error_code glccl_vulkan_tracker_bind(const glccl_vulkan_tracker* tracker,
                                                     const glccl_vulkan_labels* labels,
                                                     const glccl_vulkan_target* id_labels,
                                                     glccl_vulkan_binding** binding, glccl_error* error);

/// Records a frame. Error INVALID_ARGUMENT: a null pointer, or a binding of another object.
GLCCL_API glccl_error_code glccl_vulkan_tracker_record(glccl_vulkan_tracker* tracker,
                                                       const glccl_vulkan_binding* binding, VkCommandBuffer commands,
                                                       glccl_error* error);

/// Forgets the last frame, after a cut: all ids of the next frame are new, and none die. Ignores a null pointer.
GLCCL_API void glccl_vulkan_tracker_forget(glccl_vulkan_tracker* tracker);

/// The buffer with a glccl_tracks_header, rows and deaths, which is the tracker's; zeros for a null pointer.
GLCCL_API glccl_vulkan_range glccl_vulkan_tracker_tracks(const glccl_vulkan_tracker* tracker);

/// Bytes of device memory that it keeps; 0 for a null pointer.
GLCCL_API int64_t glccl_vulkan_tracker_bytes(const glccl_vulkan_tracker* tracker);

#ifdef __cplusplus
}  // extern "C"
#endif
