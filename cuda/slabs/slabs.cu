#include <algorithm>

#include "cuda/runtime/label_numbers.cuh"
#include "cuda/runtime/launch.cuh"
#include "cuda/runtime/warp_sums.cuh"
#include "cuda/slabs/slabs.hpp"
#include "cuda/slabs/stream_job.hpp"
#include "engine/vocabulary/hash_noise.hpp"
#include "glccl/table.hpp"

namespace glccl::cuda {
namespace {

constexpr int slab_threads = 256;
constexpr int labels_of_thread = 4;
constexpr int bytes_of_thread = 16;

/// Four labels a thread. Neighbours are often equal, and then searched once.
__global__ void __launch_bounds__(slab_threads)
    renumber(std::uint32_t* labels, std::int64_t count, bool aligned, LabelNumbers numbers) {
  const std::int64_t begin = (static_cast<std::int64_t>(blockIdx.x) * slab_threads + threadIdx.x) * labels_of_thread;
  if (begin >= count) return;
  const bool whole = aligned && begin + labels_of_thread <= count;
  uint4 four = {0, 0, 0, 0};
  if (whole) {
    four = *reinterpret_cast<const uint4*>(labels + begin);
  } else {
    four.x = labels[begin];
    if (begin + 1 < count) four.y = labels[begin + 1];
    if (begin + 2 < count) four.z = labels[begin + 2];
    if (begin + 3 < count) four.w = labels[begin + 3];
  }
  uint4 found;
  found.x = final_number(numbers, four.x);
  found.y = four.y == four.x ? found.x : final_number(numbers, four.y);
  found.z = four.z == four.y ? found.y : final_number(numbers, four.z);
  found.w = four.w == four.z ? found.z : final_number(numbers, four.w);
  if (whole) {
    const bool same = found.x == four.x && found.y == four.y && found.z == four.z && found.w == four.w;
    if (!same) *reinterpret_cast<uint4*>(labels + begin) = found;
    return;
  }
  labels[begin] = found.x;
  if (begin + 1 < count) labels[begin + 1] = found.y;
  if (begin + 2 < count) labels[begin + 2] = found.z;
  if (begin + 3 < count) labels[begin + 3] = found.w;
}

__global__ void store_count(const std::uint32_t* count, std::uint32_t* on_device, std::uint32_t* on_host) {
  *on_device = *count;
  *on_host = *count;
}

/// A thread copies 16 bytes of a row.
__global__ void __launch_bounds__(slab_threads)
    gather(const uint4* rows, std::uint32_t row_parts, const std::uint32_t* labels, std::uint32_t count, uint4* to) {
  const std::uint64_t place = static_cast<std::uint64_t>(blockIdx.x) * slab_threads + threadIdx.x;
  const std::uint64_t row = place / row_parts;
  if (row >= count) return;
  to[place] = rows[static_cast<std::uint64_t>(labels[row] - 1) * row_parts + place % row_parts];
}

/// A thread copies 16 bytes.
__global__ void __launch_bounds__(slab_threads) copy(const uint4* from, std::uint64_t parts, uint4* to) {
  const std::uint64_t place = static_cast<std::uint64_t>(blockIdx.x) * slab_threads + threadIdx.x;
  if (place < parts) to[place] = from[place];
}

/// Each thread goes through rows at the distance of all threads. A warp adds its sums up before it adds them to those
/// of all.
__global__ void __launch_bounds__(slab_threads)
    add_areas(const unsigned char* rows, std::size_t row_bytes, const std::uint32_t* all, std::uint32_t most,
              AreaSums* sums) {
  const std::uint32_t count = min(*all, most);
  std::uint64_t sum = 0;
  std::uint64_t largest = 0;
  const std::uint64_t threads = static_cast<std::uint64_t>(gridDim.x) * slab_threads;
  for (std::uint64_t i = static_cast<std::uint64_t>(blockIdx.x) * slab_threads + threadIdx.x; i < count; i += threads) {
    const auto* const row = reinterpret_cast<const ComponentRow*>(rows + i * row_bytes);
    const std::uint64_t area = static_cast<std::uint64_t>(row->area[1]) << 32 | row->area[0];
    sum += area;
    largest = max(largest, area);
  }
  sum = sum_of_warp(sum);
  largest = max_of_warp(largest);
  if (threadIdx.x % warp_threads != 0) return;
  atomicAdd(reinterpret_cast<unsigned long long*>(&sums->sum), sum);
  atomicMax(reinterpret_cast<unsigned long long*>(&sums->largest), largest);
}

/// A thread makes 16 elements.
__global__ void __launch_bounds__(slab_threads)
    fill_hash_noise(std::uint8_t* elements, std::uint64_t first, std::int64_t count, bool aligned, std::uint64_t limit,
                    std::uint32_t seed) {
  const std::int64_t begin = (static_cast<std::int64_t>(blockIdx.x) * slab_threads + threadIdx.x) * bytes_of_thread;
  if (begin >= count) return;
  const auto element_at = [&](std::int64_t i) {
    return hash_noise_at(first + static_cast<std::uint64_t>(i), seed) < limit ? 255U : 0U;
  };
  if (!aligned || begin + bytes_of_thread > count) {
    const std::int64_t end = begin + bytes_of_thread < count ? begin + bytes_of_thread : count;
    for (std::int64_t i = begin; i < end; ++i) elements[i] = static_cast<std::uint8_t>(element_at(i));
    return;
  }
  std::uint32_t words[4];
  for (int word = 0; word < 4; ++word) {
    words[word] = 0;
    for (int byte = 0; byte < 4; ++byte) words[word] |= element_at(begin + 4 * word + byte) << 8 * byte;
  }
  *reinterpret_cast<uint4*>(elements + begin) = {words[0], words[1], words[2], words[3]};
}

bool is_aligned(const void* memory) { return reinterpret_cast<std::uintptr_t>(memory) % sizeof(uint4) == 0; }

}  // namespace

Result<void> renumber_labels(std::uint32_t* labels, std::int64_t count, const LabelNumbers& numbers,
                             cudaStream_t stream) {
  const unsigned blocks = blocks_for(count, slab_threads * labels_of_thread);
  return launch("renumber_labels", job_on(stream), blocks, slab_threads, renumber, labels, count, is_aligned(labels),
                numbers);
}

Result<void> tell_count(const std::uint32_t* count, std::uint32_t* on_device, std::uint32_t* on_host,
                        cudaStream_t stream) {
  return launch("tell_count", job_on(stream), 1, 1, store_count, count, on_device, on_host);
}

Result<void> gather_rows(const void* rows, std::size_t row_bytes, const std::uint32_t* labels, std::uint32_t count,
                         void* to, cudaStream_t stream) {
  const auto row_parts = static_cast<std::uint32_t>(row_bytes / sizeof(uint4));
  const unsigned blocks = blocks_for(std::int64_t{count} * row_parts, slab_threads);
  return launch("gather_rows", job_on(stream), blocks, slab_threads, gather, static_cast<const uint4*>(rows), row_parts,
                labels, count, static_cast<uint4*>(to));
}

Result<void> copy_rows(const void* rows, std::size_t bytes, void* to, cudaStream_t stream) {
  const std::size_t parts = bytes / sizeof(uint4);
  if (parts == 0) return {};
  return launch("copy_rows", job_on(stream), blocks_for(static_cast<std::int64_t>(parts), slab_threads), slab_threads,
                copy, static_cast<const uint4*>(rows), std::uint64_t{parts}, static_cast<uint4*>(to));
}

Result<void> sum_areas(const void* rows, std::size_t row_bytes, const std::uint32_t* count, std::uint32_t most,
                       AreaSums* sums, AreaSums* on_host, cudaStream_t stream) {
  if (Result<void> cleared = check(cudaMemsetAsync(sums, 0, sizeof(AreaSums), stream), "cudaMemsetAsync"); !cleared) {
    return cleared;
  }
  constexpr unsigned most_blocks = 1024;
  const unsigned blocks = std::min(blocks_for(most, slab_threads), most_blocks);
  const Result<void> added = launch("sum_areas", job_on(stream), blocks, slab_threads, add_areas,
                                    static_cast<const unsigned char*>(rows), row_bytes, count, most, sums);
  return added ? copy_rows(sums, sizeof(AreaSums), on_host, stream) : added;
}

Result<void> make_hash_noise(std::uint8_t* elements, std::uint64_t first, std::int64_t count, std::uint64_t limit,
                             std::uint32_t seed, cudaStream_t stream) {
  const unsigned blocks = blocks_for(count, slab_threads * bytes_of_thread);
  return launch("make_hash_noise", job_on(stream), blocks, slab_threads, fill_hash_noise, elements, first, count,
                is_aligned(elements), limit, seed);
}

}  // namespace glccl::cuda
