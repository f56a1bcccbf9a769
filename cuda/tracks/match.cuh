// match_tracks: from pairs to ids. Its steps have the names of the passes in glsl/tracks. Atomics of 64 bits let
// choose_parents do the work of find_overlaps too, and claim_ids that of keep_ids. Blocks wait for each other between
// steps. Each step takes as many threads as there are pairs or components, so that capacities cost nothing.
#pragma once

#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cub/block/block_scan.cuh>

#include "cuda/runtime/launch.cuh"
#include "cuda/tracks/tracks.hpp"
#include "glsl/shared/tracks.h"

namespace glccl::cuda {

constexpr int match_threads = 512;

/// Most pairs and most components of a frame that one block matches alone: barriers of all blocks take longer than its
/// work.
constexpr std::uint32_t matched_alone = 4 * match_threads;

inline __device__ Best best_of(std::uint32_t elements, std::uint32_t name) {
  return static_cast<Best>(elements) << 32 | ~name;
}
inline __device__ std::uint32_t elements_of(Best best) { return static_cast<std::uint32_t>(best >> 32); }
/// The id or label; NO_LABEL: none.
inline __device__ std::uint32_t name_of(Best best) { return ~static_cast<std::uint32_t>(best); }
static_assert(shared::NO_LABEL == ~0U);

/// What all steps of a frame know.
struct MatchFrame {
  TrackMemory memory;
  TrackState state;          ///< Before the frame.
  std::uint32_t components;  ///< In the labels.
  std::uint32_t overflow;    ///< A set of TrackOverflow.
  std::uint32_t rows;        ///< 0 after an overflow.
  std::uint32_t pairs;       ///< 0 after an overflow.
  std::uint32_t blocks;      ///< Blocks that match: 1 or all.

  /// Threads that match.
  __device__ std::uint32_t threads() const { return blocks * blockDim.x; }
  __device__ TrackRow* tracks() const { return reinterpret_cast<TrackRow*>(memory.header + 1); }
  __device__ DeathRow* deaths() const { return reinterpret_cast<DeathRow*>(tracks() + memory.max_components); }
  __device__ bool keeps_id(std::uint32_t i) const {
    const std::uint32_t before = memory.matched[i].before;
    return before != 0 && name_of(memory.earlier[before - 1].keeper) == i + 1;
  }
  __device__ bool is_born(std::uint32_t i) const { return i < rows && !keeps_id(i); }
  __device__ bool has_died(std::uint32_t i) const { return i < state.last_rows && memory.earlier[i].keeper == 0; }
};

inline __device__ std::uint32_t grid_thread() { return blockIdx.x * blockDim.x + threadIdx.x; }
inline __device__ std::uint32_t grid_threads() { return gridDim.x * blockDim.x; }

/// Calls `work(now, before, elements)` for each pair, with labels from 0 on.
template <class Work>
__device__ void for_each_pair(const MatchFrame& frame, const Work& work) {
  for (std::uint32_t i = grid_thread(); i < frame.pairs; i += frame.threads()) {
    const std::uint32_t at = frame.memory.pairs.used_slots[i];
    const unsigned long long key = frame.memory.pairs.keys[at];
    work(static_cast<std::uint32_t>(key >> 32) - 1, static_cast<std::uint32_t>(key) - 1, frame.memory.pairs.counts[at]);
  }
}

/// Where the largest overlaps are equal, the smallest id becomes a component's parent, and the smallest label an id's
/// heir.
inline __device__ void choose_parents(const MatchFrame& frame) {
  for_each_pair(frame, [&](std::uint32_t now, std::uint32_t before, std::uint32_t elements) {
    Earlier& last = frame.memory.earlier[before];
    atomicMax(&last.heir, best_of(elements, now + 1));
    atomicMax(&frame.memory.matched[now].parent, best_of(elements, last.id));
  });
}

/// Each component claims its parent's id. Of equal largest claims the smallest label keeps it.
inline __device__ void claim_ids(const MatchFrame& frame) {
  for_each_pair(frame, [&](std::uint32_t now, std::uint32_t before, std::uint32_t elements) {
    Matched& component = frame.memory.matched[now];
    Earlier& last = frame.memory.earlier[before];
    if (component.parent != best_of(elements, last.id)) return;
    component.before = before + 1;
    atomicMax(&last.keeper, best_of(elements, now + 1));
    atomicAdd(&last.claims, 1U);
  });
}

/// Chunks with components of this frame or of the last; chunk 0 in any case.
inline __device__ std::uint32_t used_chunks(const MatchFrame& frame) {
  const std::uint32_t most = max(max(frame.rows, frame.state.last_rows), 1U);
  return (most + shared::TRACK_CHUNK - 1) / shared::TRACK_CHUNK;
}

constexpr int components_each = shared::TRACK_CHUNK / match_threads;

/// Births, and in the upper half deaths, of the components of this thread in a chunk.
inline __device__ std::uint32_t own_births_and_deaths(const MatchFrame& frame, std::uint32_t chunk) {
  std::uint32_t sum = 0;
  for (int k = 0; k < components_each; ++k) {
    const std::uint32_t i = chunk * shared::TRACK_CHUNK + threadIdx.x * components_each + k;
    sum += (frame.is_born(i) ? 1U : 0U) + (frame.has_died(i) ? 1U << 16 : 0U);
  }
  return sum;
}

using MatchScan = cub::BlockScan<std::uint32_t, match_threads>;

inline __device__ void count_births(const MatchFrame& frame, MatchScan::TempStorage& storage) {
  for (std::uint32_t chunk = blockIdx.x; chunk < used_chunks(frame); chunk += frame.blocks) {
    std::uint32_t before = 0;
    std::uint32_t sum = 0;
    MatchScan(storage).ExclusiveSum(own_births_and_deaths(frame, chunk), before, sum);
    if (threadIdx.x == 0) frame.memory.chunks[chunk] = {sum & 0xFFFFU, sum >> 16};
    for (int k = 0; k < components_each; ++k) {
      const std::uint32_t i = chunk * shared::TRACK_CHUNK + threadIdx.x * components_each + k;
      if (!frame.has_died(i)) continue;
      const std::uint32_t heir = name_of(frame.memory.earlier[i].heir);
      if (heir != shared::NO_LABEL) frame.memory.matched[heir - 1].is_heir = 1;  // of several threads all write 1
    }
    __syncthreads();  // before the storage is used again
  }
}

/// The sum over the chunks below `end`. All threads of a block must call it.
inline __device__ ChunkCounts sum_chunks(const MatchFrame& frame, std::uint32_t end, ChunkCounts& sum) {
  __syncthreads();
  if (threadIdx.x == 0) sum = {0, 0};
  __syncthreads();
  ChunkCounts own = {0, 0};
  for (std::uint32_t i = threadIdx.x; i < end; i += match_threads) {
    own.births += frame.memory.chunks[i].births;
    own.deaths += frame.memory.chunks[i].deaths;
  }
  if (own.births != 0) atomicAdd(&sum.births, own.births);
  if (own.deaths != 0) atomicAdd(&sum.deaths, own.deaths);
  __syncthreads();
  return sum;
}

/// Writes the row of component `i`; `births_before` are those of smaller labels.
inline __device__ void name_track(const MatchFrame& frame, std::uint32_t i, std::uint32_t births_before) {
  const Matched component = frame.memory.matched[i];
  const bool keeps = frame.keeps_id(i);
  TrackRow row;
  row.id = frame.state.last_id + 1 + births_before;
  row.age = 1;
  row.overlap = elements_of(component.parent);
  row.before = component.before;
  row.parent = component.before == 0 ? 0 : name_of(component.parent);
  std::uint32_t claims = 0;
  if (component.before != 0) {
    const Earlier& parent = frame.memory.earlier[component.before - 1];
    claims = parent.claims;
    if (keeps) {
      row.id = parent.id;
      row.age = parent.age + 1;
    }
  }
  row.events = shared::events_of(keeps, claims, component.is_heir != 0);
  frame.tracks()[i] = row;
}

inline __device__ void name_tracks(const MatchFrame& frame, MatchScan::TempStorage& storage, ChunkCounts& shared_sum) {
  for (std::uint32_t chunk = blockIdx.x; chunk < used_chunks(frame); chunk += frame.blocks) {
    ChunkCounts sums = sum_chunks(frame, chunk, shared_sum);
    std::uint32_t before = 0;
    std::uint32_t all = 0;
    MatchScan(storage).ExclusiveSum(own_births_and_deaths(frame, chunk), before, all);
    sums.births += before & 0xFFFFU;
    sums.deaths += before >> 16;
    for (int k = 0; k < components_each; ++k) {
      const std::uint32_t i = chunk * shared::TRACK_CHUNK + threadIdx.x * components_each + k;
      if (i < frame.rows) name_track(frame, i, sums.births);
      if (frame.is_born(i)) ++sums.births;
      if (!frame.has_died(i)) continue;
      const Earlier& last = frame.memory.earlier[i];
      frame.deaths()[sums.deaths] = {last.id, last.age, last.heir == 0 ? 0 : name_of(last.heir), i + 1};
      ++sums.deaths;
    }
  }
}

/// Makes the memory ready for the next frame, and writes header and state, by block 0.
inline __device__ void end_frame(const MatchFrame& frame, ChunkCounts& shared_sum) {
  const TrackMemory& memory = frame.memory;
  const bool clears_all = frame.state.pair_count > memory.pairs.max_pairs;
  const std::uint32_t used = clears_all ? memory.pairs.slots : frame.state.pair_count;
  for (std::uint32_t i = grid_thread(); i < used; i += frame.threads()) {
    const std::uint32_t at = clears_all ? i : memory.pairs.used_slots[i];
    memory.pairs.keys[at] = 0;
    memory.pairs.counts[at] = 0;
  }
  for (std::uint32_t i = grid_thread(); i < frame.rows; i += frame.threads()) {
    memory.earlier[i] = {frame.tracks()[i].id, frame.tracks()[i].age, 0, 0, 0};
    memory.matched[i] = {0, 0, 0};
  }
  if (blockIdx.x != 0) return;
  const ChunkCounts all = sum_chunks(frame, used_chunks(frame), shared_sum);
  if (threadIdx.x != 0) return;
  TracksHeader& header = *memory.header;
  header.frame = frame.state.frame + 1;
  header.components = frame.components;
  header.rows = frame.rows;
  header.births = all.births;
  header.deaths = all.deaths;
  header.pairs = min(frame.state.pair_count, memory.pairs.max_pairs + 1);
  header.overflow = frame.overflow;
  header.last_id = frame.state.last_id + all.births;
  *memory.state = {frame.rows, header.last_id, 0, header.frame};
}

/// Whether block 0 does everything. A block that begins when block 0 has ended the frame finds no pairs, the components
/// of this frame as those of the last, and so the same answer.
inline __device__ bool matches_alone(const MatchFrame& frame) {
  return frame.components <= matched_alone && frame.state.last_rows <= matched_alone &&
         frame.state.pair_count <= matched_alone;
}

/// grid: blocks that fit on the device together; block: match_threads.
__global__ void __launch_bounds__(match_threads)
    match_tracks(TrackMemory memory, const std::uint32_t* count, bool forgets) {
  __shared__ MatchScan::TempStorage storage;
  __shared__ ChunkCounts sum;
  wait_for_kernels_before();
  const cooperative_groups::grid_group all_blocks = cooperative_groups::this_grid();
  MatchFrame frame = {memory, *memory.state, *count, 0, 0, 0, gridDim.x};
  if (matches_alone(frame)) {
    if (blockIdx.x != 0) return;
    frame.blocks = 1;
  }
  const auto wait = [&] { frame.blocks == 1 ? __syncthreads() : all_blocks.sync(); };
  if (forgets) frame.state.last_rows = 0;
  frame.overflow = shared::overflow_of(frame.components, memory.max_components, frame.state.pair_count,
                                       memory.pairs.max_pairs, frame.state.last_id);
  if (frame.overflow == 0) {
    frame.rows = frame.components;
    frame.pairs = frame.state.pair_count;
  }
  choose_parents(frame);
  wait();
  claim_ids(frame);
  wait();
  count_births(frame, storage);
  wait();
  name_tracks(frame, storage, sum);
  wait();
  end_frame(frame, sum);
}

}  // namespace glccl::cuda
