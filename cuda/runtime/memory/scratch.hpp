// The scratch memory of a Labeler, by cudaMalloc or the caller's allocator.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

#include "cuda/runtime/job.hpp"
#include "cuda/runtime/objects.hpp"
#include "glccl/cuda/memory.hpp"
#include "glccl/result.hpp"

namespace glccl::cuda {

/// Bytes of each part of the scratch memory.
struct ScratchSizes {
  std::size_t forest = 0;
  std::size_t counts = 0;
  std::size_t work = 0;
  std::size_t flag = 0;
  std::size_t large_boxes = 0;
  std::size_t fractions = 0;

  /// Bytes of all parts.
  std::size_t bytes() const { return forest + counts + work + flag + large_boxes + fractions; }
};

/// The larger size of each part.
ScratchSizes largest_of(const ScratchSizes& a, const ScratchSizes& b);

/// Scratch memory on one device. It belongs to one labeling at a time.
class ScratchMemory {
 public:
  /// Has no memory at first. Without functions in `allocator`, memory comes from cudaMalloc.
  ScratchMemory(Allocator allocator, int device) : allocator_(std::move(allocator)), device_(device) {}

  /// Whether each part has at least its size.
  bool has(const ScratchSizes& sizes) const;

  /// Makes each part at least as large as its size. Work on `stream` may use the memory; the kernels that used it
  /// before have ended. Parts that grow lose their contents. Errors: `gpu` (out of memory), `invalid_argument` (memory
  /// of the caller's allocator that the device cannot use).
  Result<void> grow(const ScratchSizes& sizes, cudaStream_t stream);

  /// Gives the memory to a job, whose target is set and holds the forest if `forest_in_target`.
  void lend(Job& job, bool forest_in_target) const;

  /// Bytes of all parts.
  std::size_t bytes() const;

 private:
  Allocator allocator_;
  int device_;
  Scratch forest_;
  Scratch counts_;
  Scratch work_;
  Scratch flag_;
  Scratch large_boxes_;
  Scratch fractions_;
};

}  // namespace glccl::cuda
