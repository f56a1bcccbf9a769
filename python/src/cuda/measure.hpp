// Measures of labels in device memory.
#pragma once

#include <nanobind/nanobind.h>

namespace glccl::python {

/// Adds the function measure_cuda to the module.
void add_cuda_measure(nanobind::module_& module);

}  // namespace glccl::python
