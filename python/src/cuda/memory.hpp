// Device memory in the Python package: memory of its own, arrays of other libraries, and copies on the CPU.
#pragma once

#include <nanobind/nanobind.h>

namespace glccl::python {

/// Adds the classes CudaMemory and DlpackView, and the functions read_cuda, export_array, cuda_device_of and
/// order_streams, to the module.
void add_cuda_memory(nanobind::module_& module);

/// Frees the memory of the CPU that is kept for the next copies.
void free_pinned_memory();

}  // namespace glccl::python
