// Which passes are compiled for subgroups.
#pragma once

#include "engine/compute/passes.hpp"

namespace glccl::vulkan {

/// Whether a pass takes the variant for subgroups of 32 invocations where a device has them. Over subgroups NVIDIA's
/// driver 580.159.04 gets other sums of intensities under Vulkan than in OpenGL.
inline bool takes_subgroups(compute::ComputePass pass) { return !compute::traits_of(pass).needs.intensity; }

}  // namespace glccl::vulkan
