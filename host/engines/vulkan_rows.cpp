// The row of the engine `vulkan`.
#include "host/engines/rows.hpp"

#if GLCCL_WITH_VULKAN
#include "glccl/vulkan/labeler.hpp"
#include "host/engines/vulkan_runner.hpp"
#endif

namespace glccl::engines {

std::vector<EngineInfo> vulkan_rows() {
#if GLCCL_WITH_VULKAN
  return {{.name = vulkan::capabilities().engine,
           .summary = "the passes of compute under Vulkan, on GPUs of every vendor",
           .source = "as compute",
           .backend = Backend::vulkan,
           .capabilities = vulkan::capabilities(),
           .has_table = true,
           .place = "buffer",
           .make = [](const DeviceChoice& device) { return make_vulkan_runner(device, false); },
           .make_in_place = [](const DeviceChoice& device) { return make_vulkan_runner(device, true); },
           .find_reason = why_no_vulkan}};
#else
  return {};
#endif
}

}  // namespace glccl::engines
