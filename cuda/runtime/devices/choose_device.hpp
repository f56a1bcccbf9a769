// The device of a Labeler or a Tracker.
#pragma once

#include "cuda/runtime/job.hpp"
#include "glccl/result.hpp"

namespace glccl::cuda {

/// The index of a device; -1 stands for the current one. Errors: `no_device` (none, no driver, no such device), `gpu`.
Result<int> choose_device(int device);

/// What launches depend on, of the device that is current. DeviceTraits::small_tiles is left out. Errors: `no_device`
/// (this build has no code for it), `gpu`.
Result<DeviceTraits> describe_device(int device);

}  // namespace glccl::cuda
