// Properties of labels in device memory.
#pragma once

#include <nanobind/nanobind.h>

namespace glccl::python {

/// Adds the class CudaProperties to the module, and the table columns that properties need.
void add_cuda_properties(nanobind::module_& module);

}  // namespace glccl::python
