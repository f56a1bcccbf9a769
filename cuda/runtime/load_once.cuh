// Loads that leave the caches to others. A pass over all labels reads more than a cache holds; lines that it is done
// with would push out those that were written just before it and are still to be read.
#pragma once

#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace glccl::cuda {

/// An element of device memory that the kernel reads once.
template <class Element>
__device__ Element load_once(const Element* element) {
  return __ldcs(element);
}

}  // namespace glccl::cuda
