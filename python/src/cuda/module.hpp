// The functions of the extension module for arrays on a GPU.
#pragma once

#include <nanobind/nanobind.h>

namespace glccl::python {

/// Adds them to the module. Only builds with CUDA have them.
void add_cuda(nanobind::module_& module);

}  // namespace glccl::python
