// The tracker of labels in device memory.
#pragma once

#include <nanobind/nanobind.h>

namespace glccl::python {

/// Adds the class CudaTracker to the module.
void add_cuda_tracker(nanobind::module_& module);

}  // namespace glccl::python
