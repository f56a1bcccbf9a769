// What a Labeler shares with all that it prepares.
#pragma once

#include "glccl/vulkan/labeler.hpp"
#include "vulkan/functions.hpp"
#include "vulkan/pipelines.hpp"

namespace glccl::vulkan {

/// Does not move: its pipelines point to its functions.
struct Core {
  Device device;
  DeviceFunctions functions;
  Traits traits;
  Pipelines pipelines;
};

}  // namespace glccl::vulkan
