// Device memory and captures for the tests of the Python package, which call these functions through ctypes.
#include <cuda_runtime_api.h>

#include <cstddef>

extern bool is_capturing_for_python;  // in runtime.cpp

extern "C" {

/// Device memory, or null.
__attribute__((visibility("default"))) void* glccl_test_allocate(std::size_t bytes) {
  void* memory = nullptr;
  return cudaMalloc(&memory, bytes) == cudaSuccess ? memory : nullptr;
}

__attribute__((visibility("default"))) void glccl_test_free(void* memory) { static_cast<void>(cudaFree(memory)); }

/// From now on all streams seem to be captured, or not. Labelings run nevertheless.
__attribute__((visibility("default"))) void glccl_test_capture(bool captures) { is_capturing_for_python = captures; }
}
