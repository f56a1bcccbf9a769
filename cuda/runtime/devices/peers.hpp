// Copies between the memories of several devices.
#pragma once

#include <span>

#include "glccl/api.h"

namespace glccl::cuda {

/// Lets each of these devices reach the memory of the others where hardware can, for as long as the process runs.
/// Copies between two of them then wait for nothing but the stream that they are on; others go by way of the host, and
/// may wait for other work of both devices. Failures are no error: copies work in either way.
GLCCL_API void open_peers(std::span<const int> devices);

}  // namespace glccl::cuda
