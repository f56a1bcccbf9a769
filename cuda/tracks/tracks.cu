// Following components from frame to frame.
//
//   count_pairs   reads the labels of both frames once, and counts the elements of each pair of components
//   match_tracks  from pairs to ids (match.cuh)
//   write_ids     ids for labels, if they are asked for
#include <cuda_runtime.h>

#include <algorithm>

#include "cuda/measure/label_pairs.cuh"
#include "cuda/runtime/label_rows.cuh"
#include "cuda/runtime/launch.cuh"
#include "cuda/runtime/load_once.cuh"
#include "cuda/tracks/match.cuh"
#include "cuda/tracks/tracks.hpp"

namespace glccl::cuda {
namespace {

constexpr std::uint32_t rows_at_once = 8;  ///< Rows that a thread loads together.
static_assert(shared::PAIR_ROWS % rows_at_once == 0);

/// The numbers of components that pairs are made of.
struct PairLimits {
  std::uint32_t now;
  std::uint32_t before;

  /// Whether an element is of a component in both frames. Labels above these numbers are none.
  __device__ bool have_both(std::uint32_t label, std::uint32_t label_before) const {
    return label - 1 < now && label_before - 1 < before;
  }
};

/// Loads labels of rows from `y` on of both frames: 0 for those from `bottom` on. Each is loaded once in a frame.
__device__ void load_rows(const TrackedLabels& source, const Extent& extent, std::uint32_t x, std::uint32_t y,
                          std::uint32_t bottom, std::uint32_t* now, std::uint32_t* before) {
  const auto width = static_cast<std::size_t>(extent.width);
  if (extent.depth == 1 && y + rows_at_once <= bottom) {
    const auto* now_at = reinterpret_cast<const unsigned char*>(source.rows.labels + x) + y * source.rows.pitch;
    const std::uint32_t* before_at = source.last_labels + y * width + x;
#pragma unroll
    for (std::uint32_t i = 0; i < rows_at_once; ++i) {
      now[i] = load_once(reinterpret_cast<const std::uint32_t*>(now_at + i * source.rows.pitch));
      before[i] = load_once(before_at + i * width);
    }
    return;
  }
#pragma unroll
  for (std::uint32_t i = 0; i < rows_at_once; ++i) {
    const bool inside = y + i < bottom;
    now[i] = inside ? load_label(source.rows, extent, x, y + i) : 0;
    before[i] = inside ? load_once(source.last_labels + (y + i) * width + x) : 0;
  }
}

/// grid: pair_grid(); block: pair_block. Whole warps add up, so no thread leaves early.
__global__ void __launch_bounds__(shared::PAIR_GROUP)
    count_pairs(TrackMemory memory, TrackedLabels source, Extent extent) {
  __shared__ BlockPairs own;
  clear_block_pairs(own);
  __syncthreads();
  wait_for_kernels_before();
  const std::uint32_t components = *source.count;
  const PairLimits limits = {components <= memory.max_components ? components : 0,
                             source.forgets ? 0 : memory.state->last_rows};
  const Strip strip = strip_of(extent);
  MetPair met;
  std::uint32_t met_now = 0;  // the labels of `met`
  std::uint32_t met_before = 0;
#pragma unroll 1
  for (std::uint32_t y = strip.top; y < strip.bottom; y += rows_at_once) {
    std::uint32_t now[rows_at_once];
    std::uint32_t before[rows_at_once];
    load_rows(source, extent, strip.x, y, strip.bottom, now, before);
    if (source.copy != nullptr) {
#pragma unroll
      for (std::uint32_t i = 0; i < rows_at_once; ++i) {
        if (y + i < strip.bottom) source.copy[static_cast<std::size_t>(y + i) * extent.width + strip.x] = now[i];
      }
    }
    std::uint32_t others = 0;
#pragma unroll
    for (std::uint32_t i = 0; i < rows_at_once; ++i) others |= (now[i] ^ met_now) | (before[i] ^ met_before);
    if (others == 0) {
      met.count += rows_at_once;
      continue;
    }
    std::uint32_t left = 0;  // the rows of pairs that are not counted yet
#pragma unroll
    for (std::uint32_t i = 0; i < rows_at_once; ++i) left |= limits.have_both(now[i], before[i]) ? 1U << i : 0;
#pragma unroll 1
    while (left != 0) {  // one pair after another, so that the code that adds a pair stands once
      std::uint32_t one_now = 0;
      std::uint32_t one_before = 0;
#pragma unroll
      for (int i = rows_at_once - 1; i >= 0; --i) {
        if ((left >> i & 1) == 0) continue;
        one_now = now[i];
        one_before = before[i];
      }
      std::uint32_t rows = 0;
#pragma unroll
      for (std::uint32_t i = 0; i < rows_at_once; ++i) {
        rows |= now[i] == one_now && before[i] == one_before ? 1U << i : 0;
      }
      if (one_now != met_now || one_before != met_before) {
        if (met.key != 0) add_block_pair(memory.pairs, own, met.key, met.count);
        met_now = one_now;
        met_before = one_before;
        met = {static_cast<unsigned long long>(one_now) << 32 | one_before, 0};
      }
      met.count += shared::bitCount(rows);
      left &= ~rows;
    }
  }
  if (met.key == 0) met.count = 0;
  add_last_pairs(memory.pairs, own, met);
  __syncthreads();
  pass_on_block_pairs(memory.pairs, own);
}

/// grid and block: as count_pairs.
__global__ void __launch_bounds__(shared::PAIR_GROUP)
    write_ids(TrackMemory memory, TrackedLabels source, Extent extent) {
  const auto* tracks = reinterpret_cast<const TrackRow*>(memory.header + 1);
  const std::uint32_t rows = memory.header->rows;
  const Strip strip = strip_of(extent);
  for (std::uint32_t y = strip.top; y < strip.bottom; ++y) {
    const std::uint32_t label = load_label(source.rows, extent, strip.x, y);
    source.id_labels[static_cast<std::size_t>(y) * extent.width + strip.x] =
        label - 1 < rows ? tracks[label - 1].id : 0;
  }
}

/// grid and block: any.
__global__ void begin_memory(TrackMemory memory, TracksHeader header) {
  const std::uint32_t first = grid_thread();
  for (std::uint32_t i = first; i < memory.pairs.slots; i += grid_threads()) {
    memory.pairs.keys[i] = 0;
    memory.pairs.counts[i] = 0;
  }
  for (std::uint32_t i = first; i < memory.max_components; i += grid_threads()) {
    memory.matched[i] = {0, 0, 0};
  }
  if (first != 0) return;
  *memory.state = {0, header.last_id, 0, 0};
  *memory.header = header;
}

}  // namespace

Result<void> begin_tracking(const Job& job, const TrackMemory& memory, const TrackerOptions& options) {
  TracksHeader header;
  header.last_id = options.first_id - 1;
  header.capacity = options.max_components;
  header.deaths_at = static_cast<std::uint32_t>(deaths_offset(options.max_components));
  return launch("begin_memory", job, static_cast<unsigned>(job.device.multiprocessors), match_threads, begin_memory,
                memory, header);
}

Result<void> track_labels(const Job& job, const TrackMemory& memory, const TrackedLabels& labels) {
  const dim3 grid = pair_grid(job.extent);
  const Result<void> counted =
      launch("count_pairs", job, Overlap::with_previous, grid, pair_block, count_pairs, memory, labels, job.extent);
  if (!counted) return counted;
  const auto blocks = static_cast<unsigned>(job.device.multiprocessors);
  if (Result<void> matched = launch_together("match_tracks", job, Overlap::with_previous, blocks, match_threads,
                                             match_tracks, memory, labels.count, labels.forgets);
      !matched) {
    return matched;
  }
  if (labels.id_labels == nullptr) return {};
  return launch("write_ids", job, grid, pair_block, write_ids, memory, labels, job.extent);
}

}  // namespace glccl::cuda
