#include "tests/vulkan/c_api_user.h"

glccl_error_code vulkan_user_begin(vulkan_user* user, const glccl_vulkan_device* device, glccl_extent extent,
                                   const glccl_labeling_spec* spec, uint32_t rows, glccl_error* error) {
  const glccl_vulkan_request request = {
      .size = sizeof request, .extent = extent, .image = VK_FORMAT_R8_UINT, .spec = spec, .table_rows = rows};
  const glccl_error_code made = glccl_vulkan_labeler_create(device, &user->labeler, error);
  if (made != GLCCL_OK) return made;
  return glccl_vulkan_prepare(user->labeler, &request, &user->prepared, error);
}

glccl_error_code vulkan_user_record(vulkan_user* user, VkImageView image, VkImageView labels, VkBuffer table,
                                    VkCommandBuffer commands, glccl_error* error) {
  const glccl_vulkan_inputs inputs = {.size = sizeof inputs, .image = {image, VK_IMAGE_LAYOUT_GENERAL, {0}}};
  const glccl_vulkan_outputs outputs = {.size = sizeof outputs,
                                        .labels = labels,
                                        .table = table,
                                        .table_bytes = (VkDeviceSize)glccl_vulkan_table_bytes(user->prepared)};
  const glccl_error_code bound = glccl_vulkan_bind(user->prepared, &inputs, &outputs, &user->binding, error);
  if (bound != GLCCL_OK) return bound;
  return glccl_vulkan_record(user->prepared, user->binding, commands, error);
}

void vulkan_user_end(vulkan_user* user) {
  glccl_vulkan_binding_destroy(user->binding);
  glccl_vulkan_prepared_destroy(user->prepared);
  glccl_vulkan_labeler_destroy(user->labeler);
}
