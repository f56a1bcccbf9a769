// Selections by seeds, boundaries, lists of elements, contacts and colours in command buffers of Vulkan, for C: what
// glccl::vulkan::Regions (regions.hpp) can do, function by function. Failures, null pointers and sizes of structs are
// as in glccl.h; barriers, layouts and lifetimes as that header says.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <vulkan/vulkan_core.h>

#include "glccl/regions.h"
#include "glccl/vulkan/labels.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What regions write, as glccl::vulkan::RegionOutputs. Those that the options do not ask for are zeros.
typedef struct glccl_vulkan_region_outputs {
  uint32_t size;                   ///< Bytes of the struct.
  glccl_vulkan_range seeds;        ///< A header of 16 bytes, and a glccl_seed for each of max_seeds.
  glccl_vulkan_target mask;        ///< The selection as 1 and 0.
  glccl_vulkan_target selection;   ///< The selection as labels 1..K.
  glccl_vulkan_target boundaries;  ///< 1 and 0.
  glccl_vulkan_range lists;        ///< A glccl_lists_header, and an offset for each of max_components and one more.
  glccl_vulkan_range places;       ///< 4 bytes for each of max_elements; 0 of those: for each element.
  glccl_vulkan_range contacts;     ///< A glccl_contacts_header, and a glccl_contact for each of max_contacts.
  glccl_vulkan_target colours;     ///< A view of R8G8B8A8_UNORM, or a buffer.
} glccl_vulkan_region_outputs;

/// glccl::vulkan::Regions: takes components out of labels.
typedef struct glccl_vulkan_regions glccl_vulkan_regions;

/// Makes regions for labels of this extent and sets `*regions`, to a null pointer after a failure. Of the options the
/// members about contexts of OpenGL are ignored. `in_buffers`: 0 where labels and what is written for each element are
/// images, any other number where they are in buffers. Errors: those of glccl::vulkan::Labeler::prepare_regions().
GLCCL_API glccl_error_code glccl_vulkan_prepare_regions(glccl_vulkan_labeler* labeler, glccl_extent extent,
                                                        const glccl_region_options* options, int32_t in_buffers,
                                                        glccl_vulkan_regions** regions, glccl_error* error);

/// Frees the scratch memory, or does nothing for a null pointer: no command buffer into which they are recorded may be
/// pending.
GLCCL_API void glccl_vulkan_regions_destroy(glccl_vulkan_regions* regions);

/// Describes labels, and where results go. Errors: those of glccl::vulkan::Regions::bind().
GLCCL_API glccl_error_code glccl_vulkan_regions_bind(const glccl_vulkan_regions* regions,
                                                     const glccl_vulkan_labels* labels,
                                                     const glccl_vulkan_region_outputs* outputs,
                                                     glccl_vulkan_binding** binding, glccl_error* error);

/// Records the selection of the components under `count` seeds. Errors: those of glccl::vulkan::Regions::select().
GLCCL_API glccl_error_code glccl_vulkan_regions_select(const glccl_vulkan_regions* regions,
                                                       const glccl_vulkan_binding* binding, VkCommandBuffer commands,
                                                       const glccl_position* seeds, size_t count, glccl_error* error);

/// Records boundaries. `connectivity` is a glccl_connectivity. Errors: those of glccl::vulkan::Regions::boundaries().
GLCCL_API glccl_error_code glccl_vulkan_regions_boundaries(const glccl_vulkan_regions* regions,
                                                           const glccl_vulkan_binding* binding,
                                                           VkCommandBuffer commands, int32_t connectivity,
                                                           glccl_error* error);

/// Records lists of elements. Errors: those of glccl::vulkan::Regions::lists().
GLCCL_API glccl_error_code glccl_vulkan_regions_lists(const glccl_vulkan_regions* regions,
                                                      const glccl_vulkan_binding* binding, VkCommandBuffer commands,
                                                      glccl_error* error);

/// Records contacts. `connectivity` is a glccl_connectivity. Errors: those of glccl::vulkan::Regions::contacts().
GLCCL_API glccl_error_code glccl_vulkan_regions_contacts(const glccl_vulkan_regions* regions,
                                                         const glccl_vulkan_binding* binding, VkCommandBuffer commands,
                                                         int32_t connectivity, glccl_error* error);

/// Records colours. Errors: those of glccl::vulkan::Regions::colours().
GLCCL_API glccl_error_code glccl_vulkan_regions_colours(const glccl_vulkan_regions* regions,
                                                        const glccl_vulkan_binding* binding, VkCommandBuffer commands,
                                                        glccl_error* error);

/// Bytes of device memory that they keep; 0 for a null pointer.
GLCCL_API int64_t glccl_vulkan_regions_scratch_bytes(const glccl_vulkan_regions* regions);

#ifdef __cplusplus
}  // extern "C"
#endif
