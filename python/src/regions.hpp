// Selections by seeds, boundaries and lists of elements in the Python package.
#pragma once

#include <nanobind/nanobind.h>

namespace glccl::python {

/// Adds the functions on arrays of the CPU to the module: select, boundaries, lists.
void add_regions(nanobind::module_& module);

/// Adds those on arrays in device memory: select_cuda, boundaries_cuda, and the class CudaLists.
void add_cuda_regions(nanobind::module_& module);

/// Frees the device memory that select_cuda and boundaries_cuda keep for the next calls.
void free_cuda_regions();

}  // namespace glccl::python
