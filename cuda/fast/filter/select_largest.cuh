// Kernel select_largest: finds the next digit of the smallest key that is kept, from the highest digit on (a radix
// selection). The blocks count the components that begin with the digits found so far, by their next digit; the last
// block of an image chooses the digit. There is a launch for each digit.
#pragma once

#include <cuda_runtime.h>

#include <cub/block/block_scan.cuh>

#include "cuda/fast/filter/areas.cuh"
#include "cuda/fast/ranks.cuh"
#include "cuda/runtime/launch.cuh"

namespace glccl::cuda {

constexpr int select_threads = DIGIT_VALUES;

/// Chooses the digit that the smallest kept key has; a thread has a digit, thread 0 the highest.
inline __device__ void choose_digit(KeySearch& search) {
  using Scan = cub::BlockScan<uint, select_threads>;
  __shared__ typename Scan::TempStorage storage;
  const uint digits = search.digits_found;
  const uint wanted = search.wanted;
  const uint digit = DIGIT_VALUES - 1 - threadIdx.x;
  const uint count = *static_cast<volatile uint*>(search.counts + digit);
  uint larger = 0;
  uint all = 0;
  Scan(storage).ExclusiveSum(count, larger, all);
  __syncthreads();  // all have read what one writes
  search.counts[digit] = 0;
  if (threadIdx.x == 0) {
    search.digits_found = digits + 1;
    search.arrived = 0;
    if (all < wanted) search.wanted = 0;  // there are not so many
  }
  if (all < wanted || larger >= wanted || wanted > larger + count) return;
  (is_digit_of_area(digits) ? search.smallest.area : search.smallest.place) |= digit << digit_shift(digits);
  search.wanted = wanted - larger;
}

/// grid: blocks, images; block: select_threads.
static __global__ void __launch_bounds__(select_threads) select_largest(Ranks ranks, Areas areas) {
  wait_for_kernels_before();
  __shared__ uint counts[DIGIT_VALUES];
  __shared__ bool is_last;
  KeySearch& search = areas.searches[blockIdx.y];
  if (search.wanted == 0) return;
  const uint digits = search.digits_found;
  const ComponentKey smallest = search.smallest;
  const uint* const own = areas.of_image(static_cast<int>(blockIdx.y));
  counts[threadIdx.x] = 0;
  __syncthreads();

  const uint all = ranks.count[blockIdx.y];
  for (uint i = blockIdx.x * select_threads + threadIdx.x; i < all; i += gridDim.x * select_threads) {
    const ComponentKey key = key_of(own, i);
    if (areas.passes_limits(key.area) && begins_as(key, smallest, digits))
      atomicAdd(counts + digit_of(key, digits), 1U);
  }
  __syncthreads();

  if (counts[threadIdx.x] != 0) atomicAdd(search.counts + threadIdx.x, counts[threadIdx.x]);
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) is_last = atomicAdd(&search.arrived, 1U) + 1 == gridDim.x;
  __syncthreads();
  if (is_last) choose_digit(search);
}

}  // namespace glccl::cuda
