// What the kernels share that go through lists in chunks.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <cub/block/block_scan.cuh>

#include "glsl/shared/regions.h"

namespace glccl::cuda {

constexpr int region_threads = shared::REGION_GROUP;

using RegionScan = cub::BlockScan<std::uint32_t, region_threads>;

inline constexpr __device__ std::uint32_t chunks_of(std::uint32_t jobs, std::uint32_t chunk) {
  return (jobs + chunk - 1) / chunk;
}

/// The sum over the threads before this one, and over all. The storage may be used again afterwards.
inline __device__ std::uint32_t sum_before(typename RegionScan::TempStorage& storage, std::uint32_t value,
                                           std::uint32_t& all) {
  std::uint32_t before = 0;
  RegionScan(storage).ExclusiveSum(value, before, all);
  __syncthreads();
  return before;
}

}  // namespace glccl::cuda
