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

static glccl_error_code follow(vulkan_user* user, const glccl_vulkan_labels* labels, VkCommandBuffer commands,
                               glccl_error* error) {
  glccl_error_code code = glccl_vulkan_prepare_tracker(user->labeler, labels->extent, NULL, 0, &user->tracker, error);
  if (code == GLCCL_OK) code = glccl_vulkan_tracker_bind(user->tracker, labels, NULL, &user->tracked, error);
  glccl_vulkan_tracker_forget(user->tracker);
  if (code == GLCCL_OK) code = glccl_vulkan_tracker_record(user->tracker, user->tracked, commands, error);
  return code;
}

glccl_error_code vulkan_user_follow(vulkan_user* user, const glccl_vulkan_labels* labels,
                                    const glccl_vulkan_region_outputs* outputs, glccl_position seed,
                                    VkCommandBuffer commands, glccl_error* error) {
  glccl_region_options options = glccl_default_regions();
  options.max_seeds = 4;
  options.selection_labels = 1;
  options.max_contacts = 100;
  options.colours = 1;
  glccl_error_code code = follow(user, labels, commands, error);
  if (code == GLCCL_OK) {
    code = glccl_vulkan_prepare_regions(user->labeler, labels->extent, &options, 0, &user->regions, error);
  }
  if (code == GLCCL_OK) code = glccl_vulkan_regions_bind(user->regions, labels, outputs, &user->taken, error);
  if (code == GLCCL_OK) code = glccl_vulkan_regions_select(user->regions, user->taken, commands, &seed, 1, error);
  if (code == GLCCL_OK) {
    code = glccl_vulkan_regions_contacts(user->regions, user->taken, commands, GLCCL_CONNECTIVITY_EIGHT, error);
  }
  if (code == GLCCL_OK) code = glccl_vulkan_regions_colours(user->regions, user->taken, commands, error);
  return code;
}

void vulkan_user_end(vulkan_user* user) {
  glccl_vulkan_binding_destroy(user->taken);
  glccl_vulkan_regions_destroy(user->regions);
  glccl_vulkan_binding_destroy(user->tracked);
  glccl_vulkan_tracker_destroy(user->tracker);
  glccl_vulkan_binding_destroy(user->binding);
  glccl_vulkan_prepared_destroy(user->prepared);
  glccl_vulkan_labeler_destroy(user->labeler);
}
