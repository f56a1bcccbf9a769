// Labels without gaps.
//
//   mark_labels         finds the largest label, and marks those that occur
//   number_labels       sums the marks, by one block
//   write_dense_labels  writes the sums in the place of the labels
#include <cuda_runtime.h>

#include <algorithm>

#include "cuda/measure/dense_labels.hpp"
#include "cuda/runtime/label_rows.cuh"
#include "cuda/runtime/launch.cuh"
#include "cuda/runtime/scan.cuh"
#include "cuda/runtime/warp_sums.cuh"

namespace glccl::cuda {
namespace {

constexpr unsigned threads = 256;
/// Enough to fill a GPU; more blocks would only write more maxima.
constexpr unsigned most_blocks = 1024;
/// Labels of a thread of a small image.
constexpr unsigned labels_each = 16;

/// Calls `work(element, label)` for the elements of this thread, which lie at the distance of all threads.
template <class Work>
__device__ void for_each_label(const LabelRows& labels, const Extent& extent, const Work& work) {
  const auto width = static_cast<std::uint32_t>(extent.width);
  const std::uint64_t elements = std::uint64_t{width} * extent.height * extent.depth;
  const std::uint64_t distance = static_cast<std::uint64_t>(gridDim.x) * threads;
  for (std::uint64_t i = static_cast<std::uint64_t>(blockIdx.x) * threads + threadIdx.x; i < elements; i += distance) {
    const auto place = static_cast<std::uint32_t>(i);
    work(i, load_label(labels, extent, place % width, place / width));
  }
}

__global__ void __launch_bounds__(threads) mark_labels(LabelRows labels, Extent extent, DenseNumbers numbers) {
  std::uint32_t largest = 0;
  std::uint32_t last = 0;
  for_each_label(labels, extent, [&](std::uint64_t, std::uint32_t label) {
    if (label != last && label - 1 < numbers.most) numbers.smaller[label - 1] = 1;  // of several threads all write 1
    last = label;
    largest = max(largest, label);
  });
  largest = max_of_warp(largest);
  if (threadIdx.x % warp_threads == 0) atomicMax(&numbers.counts->largest, largest);
}

/// grid: 1; block: scan_threads.
__global__ void __launch_bounds__(scan_threads) number_labels(DenseNumbers numbers) {
  std::uint32_t occurring = numbers.counts->largest;
  if (occurring <= numbers.most) {
    occurring = static_cast<std::uint32_t>(sum_values_before(numbers.smaller, occurring));
  }
  if (threadIdx.x == 0) numbers.counts->occurring = occurring;
}

__global__ void __launch_bounds__(threads)
    write_dense_labels(LabelRows labels, Extent extent, DenseNumbers numbers, std::uint32_t* dense) {
  const std::uint32_t numbered = min(numbers.counts->largest, numbers.most);
  for_each_label(labels, extent, [&](std::uint64_t i, std::uint32_t label) {
    dense[i] = label - 1 < numbered ? numbers.smaller[label - 1] + 1 : 0;
  });
}

}  // namespace

Result<void> make_dense_labels(const DeviceLabels& labels, const Extent& extent, void* stream,
                               const DenseNumbers& numbers, std::uint32_t* dense) {
  Job job;
  job.extent = extent;
  job.stream = static_cast<cudaStream_t>(stream);
  const LabelRows rows = rows_of(labels, extent);
  const unsigned blocks = std::min(blocks_for(extent.elements(), threads * labels_each), most_blocks);
  const cudaError_t cleared = cudaMemsetAsync(numbers.counts, 0, sizeof *numbers.counts, job.stream);
  if (Result<void> status = check(cleared, "cudaMemsetAsync"); !status) return status;
  const Result<void> marked = launch("mark_labels", job, blocks, threads, mark_labels, rows, extent, numbers);
  if (!marked) return marked;
  const Result<void> numbered = launch("number_labels", job, 1, scan_threads, number_labels, numbers);
  if (!numbered) return numbered;
  return launch("write_dense_labels", job, blocks, threads, write_dense_labels, rows, extent, numbers, dense);
}

}  // namespace glccl::cuda
