// The largest label: each thread goes through labels at the distance of all threads, a warp compares before it writes.
#include <cuda_runtime.h>

#include <algorithm>

#include "cuda/measure/largest_label.hpp"
#include "cuda/runtime/label_rows.cuh"
#include "cuda/runtime/launch.cuh"
#include "cuda/runtime/warp_sums.cuh"

namespace glccl::cuda {
namespace {

constexpr unsigned threads = 256;
/// Enough to fill a GPU; more blocks would only write more maxima.
constexpr unsigned most_blocks = 1024;
/// Labels of a thread of a small image.
constexpr unsigned labels_each = 16;

__global__ void __launch_bounds__(threads)
    find_largest(LabelRows labels, Extent extent, std::uint64_t elements, std::uint32_t* largest) {
  const auto width = static_cast<std::uint32_t>(extent.width);
  const std::uint64_t distance = static_cast<std::uint64_t>(gridDim.x) * threads;
  std::uint32_t own = 0;
  for (std::uint64_t i = static_cast<std::uint64_t>(blockIdx.x) * threads + threadIdx.x; i < elements; i += distance) {
    const auto place = static_cast<std::uint32_t>(i);
    own = max(own, load_label(labels, extent, place % width, place / width));
  }
  own = max_of_warp(own);
  if (threadIdx.x % warp_threads == 0) atomicMax(largest, own);
}

}  // namespace

Result<void> find_largest_label(const DeviceLabels& labels, const Extent& extent, void* stream,
                                std::uint32_t* largest) {
  Job job;
  job.extent = extent;
  job.stream = static_cast<cudaStream_t>(stream);
  const cudaError_t cleared = cudaMemsetAsync(largest, 0, sizeof *largest, job.stream);
  if (Result<void> status = check(cleared, "cudaMemsetAsync"); !status) return status;
  const std::int64_t elements = extent.elements();
  const unsigned blocks = std::min(blocks_for(elements, threads * labels_each), most_blocks);
  return launch("find_largest", job, blocks, threads, find_largest, rows_of(labels, extent), extent,
                static_cast<std::uint64_t>(elements), largest);
}

}  // namespace glccl::cuda
