// The engine `vulkan` of the Python package: one device for all threads of a process.
#pragma once

#include <string>

#include "glccl/result.hpp"
#include "python/src/label_array.hpp"

namespace glccl::python {

/// The engine. Its label() opens the device, unless it is open, and labels one array after another. Errors:
/// `no_device`, `gpu` (after which the next call opens the device again), `unsupported` (a limit of the device).
ArrayEngine vulkan_engine();

/// The name of the device, which is opened unless it is open. Error `no_device`: why there is none.
Result<std::string> open_vulkan();

/// Waits for the labeling that runs, and closes the device. The next labeling opens it again.
void close_vulkan();

}  // namespace glccl::python
