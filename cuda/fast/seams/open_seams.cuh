// Kernel open_seams: makes nodes of the components that touch the seam of a periodic axis and no border of their tile
// inside of the image. The elements of a tile at the end of the image are those of a smaller tile, so it has no more
// components at its sides than other tiles have nodes.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "cuda/core/launch.cuh"
#include "cuda/fast/seams/seam_elements.cuh"

namespace glccl::cuda {

constexpr int open_threads = 256;

/// The components of a tile that get nodes.
template <class Kind>
struct OpenedComponents {
  uint first[Kind::tile_words];         ///< A bit per element: the first of such a component.
  uint nodes_before[Kind::tile_words];  ///< Nodes of the tile before those of a word.
  uint node_count;                      ///< Of the tile.

  /// The record of a run with the record `record`.
  __device__ Record record_of(Record record) const {
    if ((record & AT_BORDER) != 0) return record;
    const uint word = record / WORD_COLUMNS;
    const uint bit = 1U << record % WORD_COLUMNS;
    if ((first[word] & bit) == 0) return record;
    return static_cast<Record>(AT_BORDER | (nodes_before[word] + bitCount(first[word] & (bit - 1))));
  }
};

/// Collects the components without a node that have elements of the tile at a coordinate of an axis.
template <class Elements>
__device__ void collect_side(const Elements& elements, uint tile, int axis, int coordinate,
                             OpenedComponents<typename Elements::Kind>& opened) {
  const int u = (axis + 1) % AXIS_COUNT;
  const int v = (axis + 2) % AXIS_COUNT;
  for (int i = threadIdx.x; i < elements.side(u) * elements.side(v); i += open_threads) {
    Element at;
    at.at[axis] = coordinate;
    at.at[u] = i % elements.side(u);
    at.at[v] = i / elements.side(u);
    if (!elements.is_occupied(tile, at)) continue;
    const Record record = record_of_element(elements, tile, at);
    if ((record & AT_BORDER) == 0) atomicOr(opened.first + record / WORD_COLUMNS, 1U << record % WORD_COLUMNS);
  }
}

/// Makes the nodes of a word of first elements.
template <class Elements>
__device__ void make_nodes(const Elements& elements, const SeamTile& tile, const Ranks& ranks, int word,
                           OpenedComponents<typename Elements::Kind>& opened) {
  const uint first = opened.first[word];
  uint own = atomicAdd(&opened.node_count, static_cast<uint>(bitCount(first)));
  opened.nodes_before[word] = own;
  visit_bits(first, [&](int bit) {
    const uint node = node_of_tile<typename Elements::Kind>(tile.index, own++);
    elements.tiles.nodes[node] = {node, elements.node_label(tile, static_cast<uint>(word * WORD_COLUMNS + bit))};
  });
  if (ranks.root_bits == nullptr) return;
  uint* const roots = elements.root_word(ranks, tile, word);
  if (roots != nullptr) *roots &= ~first;
}

/// `axes`: a set (seams.h). grid: that of the kernel that labels tiles; block: open_threads.
template <class Elements>
__global__ void __launch_bounds__(open_threads) open_seams(Elements elements, Ranks ranks, int axes) {
  using Kind = typename Elements::Kind;
  wait_for_kernels_before();
  __shared__ OpenedComponents<Kind> opened;
  const SeamTile tile = elements.tile_of_block();
  const TileCounts counts = elements.tiles.counts[tile.index];
  if (threadIdx.x == 0) opened.node_count = counts.nodes;
  for (int i = threadIdx.x; i < Kind::tile_words; i += open_threads) opened.first[i] = 0;
  __syncthreads();
  for (int axis = 0; axis < AXIS_COUNT; ++axis) {
    if (!has_axis(axes, axis)) continue;
    const int behind = elements.count(axis) - tile.first.at[axis];
    if (tile.first.at[axis] == 0) collect_side(elements, tile.index, axis, 0, opened);
    if (behind <= elements.side(axis)) collect_side(elements, tile.index, axis, behind - 1, opened);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < Kind::tile_words; i += open_threads) {
    if (opened.first[i] != 0) make_nodes(elements, tile, ranks, i, opened);
  }
  __syncthreads();
  if (opened.node_count == counts.nodes) return;
  if (threadIdx.x == 0) elements.tiles.counts[tile.index].nodes = opened.node_count;
  Record* const records = elements.tiles.records + std::size_t{tile.index} * Kind::most_runs;
  for (uint run = threadIdx.x; run < counts.runs; run += open_threads) records[run] = opened.record_of(records[run]);
}

}  // namespace glccl::cuda
