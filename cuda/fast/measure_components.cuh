// Areas, boxes and sums of coordinates. The tile's part of each component is summed in shared memory, run by run. The
// row of a component that does not reach the tile's border is then written as a whole; the row of another component is
// added to by atomics, once per tile.
//
// Kernel write_labels calls this, because it has the tile in shared memory already. In the OpenGL engine it is a pass
// of its own: both together need more than the 32 KiB of shared memory that OpenGL promises.
#pragma once

#include <cuda_runtime.h>

#include <bit>
#include <cstdint>
#include <cub/block/block_scan.cuh>

#include "cuda/core/table.cuh"
#include "cuda/fast/ranks.cuh"
#include "cuda/fast/tile_sums.cuh"
#include "cuda/fast/tiles.cuh"

namespace glccl::cuda {

/// A block's tile in kernel write_labels.
template <class Kind>
struct LabeledTile {
  Word words[Kind::band_words];
  int runs_before[Kind::band_words];
  Record records[Kind::most_runs];
  uint node_labels[Kind::most_nodes];
  uint run_labels[Kind::most_runs + 1];  ///< The label of run r at r + 1.
};

/// The sums of a tile that begins at pixel `origin`, in coordinates of the image.
inline __device__ PixelSums in_image(const TileSums& sums, ivec2 origin) {
  return {sums.area,
          sums.x + std::uint64_t{sums.area} * origin.x,
          sums.y + std::uint64_t{sums.area} * origin.y,
          origin.x + sums.x0,
          origin.x + sums.x1,
          origin.y + sums.y1};
}

/// Vector number `vector` of a component's row (glsl/shared/table_layout.h). `origin` is the first pixel of the tile,
/// in which all pixels of the component lie. begin_rows passes a component without pixels instead, and as origin the
/// first pixel of the component, for a row that tiles add to. Areas and places are below 2^32, so their
/// high words are 0.
inline __device__ uint4 vector_of_row(const TableView& table, const ComponentSums& component, ivec2 origin,
                                      int vector) {
  const PixelSums sums = in_image(component.sums, origin);
  const uint x = origin.x + component.first % TILE_COLUMNS;
  const uint y = origin.y + component.first / TILE_COLUMNS;
  switch (vector) {
    case ROW_HEAD:
      return {component.label, table.source.equal ? value_at(table.source, x, y) : 0, sums.area, 0};
    case ROW_BOX:
      return {sums.x0, y, sums.x1, sums.y1};
    case ROW_SUMS:
      return {static_cast<uint>(sums.sum_x), static_cast<uint>(sums.sum_x >> 32), static_cast<uint>(sums.sum_y),
              static_cast<uint>(sums.sum_y >> 32)};
    default:
      return {y * static_cast<uint>(table.extent.width) + x, 0, 0, 0};
  }
}

inline __device__ void write_vector(const TableView& table, const ComponentSums& component, ivec2 origin, int vector) {
  if (component.label > table.capacity) return;
  auto* row = reinterpret_cast<uint4*>(&row_of(table, component.label));
  row[vector] = vector_of_row(table, component, origin, vector);
}

/// The components of the tile that are measured: first those of nodes, so that nodes of one component are summed
/// together; then the components inside the tile in raster order, counted by the bits of its roots. If such a bit
/// belongs to a node, nothing is summed at its index.
template <class Kind>
struct ComponentOrder {
  static constexpr std::uint16_t no_component = 0xFFFF;  ///< Above the index of any component.
  static constexpr int place_bits = std::bit_width(static_cast<unsigned>(Kind::most_nodes));
  static constexpr uint places = 1U << place_bits;
  static_assert(Kind::most_nodes < places);
  uint place_labels[places];                     ///< A hash table of the labels of nodes; 0: the place is free.
  std::uint16_t place_indices[places];           ///< Of a place that is taken: the index of its component.
  uint node_components;                          ///< The number of components of nodes.
  std::uint16_t node_indices[Kind::most_nodes];  ///< The index of a node's component; before all are counted, the
                                                 ///< label's place.
  uint tile_roots[Kind::tile_words];             ///< A bit per pixel: it is the first of its component.
  uint roots_before[Kind::tile_words];           ///< Per word: roots in the words before it.

  /// Components that the filter has dropped have none.
  __device__ uint index_of_component(Record record) const {
    if ((record & AT_BORDER) != 0) return node_indices[record & ~AT_BORDER];
    const uint word = record / WORD_COLUMNS;
    if ((tile_roots[word] >> record % WORD_COLUMNS & 1U) == 0) return no_component;
    return node_components + roots_before[word] + bitCount(tile_roots[word] & up_to(record % WORD_COLUMNS)) - 1;
  }

  /// Finds the place of the label of a node's component. Who takes a free place counts the component.
  __device__ void place_node(uint node, uint label) {
    uint place = label * 0x9E3779B1U >> (32 - place_bits);  // A hash by the bits of the golden ratio.
    uint found = atomicCAS(place_labels + place, 0U, label);
    while (found != 0 && found != label) {
      place = (place + 1) % places;
      found = atomicCAS(place_labels + place, 0U, label);
    }
    if (found == 0) place_indices[place] = static_cast<std::uint16_t>(atomicAdd(&node_components, 1U));
    node_indices[node] = static_cast<std::uint16_t>(place);
  }
};

/// Finds the components of the tile and returns their number. `node_labels` are the labels of its nodes, and
/// roots_of(word) the bits of the first pixels of components in a word of the tile. All threads of the block must call
/// it; the caller needs a barrier after it.
template <class Kind, class RootsOf>
__device__ uint order_components(uint nodes, const uint* node_labels, const RootsOf& roots_of,
                                 ComponentOrder<Kind>& order) {
  using Scan = cub::BlockScan<uint, tile_threads>;
  __shared__ typename Scan::TempStorage storage;
  constexpr int words = (Kind::tile_words + tile_threads - 1) / tile_threads;  // of a thread
  const int own = threadIdx.x * words;
  for (uint i = threadIdx.x; i < order.places; i += tile_threads) order.place_labels[i] = 0;
  if (own == 0) order.node_components = 0;
  uint roots[words];
  uint count = 0;
  for (int i = 0; i < words; ++i) {
    roots[i] = own + i < Kind::tile_words ? roots_of(own + i) : 0U;
    count += static_cast<uint>(bitCount(roots[i]));
  }
  uint before = 0;
  uint all = 0;
  Scan(storage).ExclusiveSum(count, before, all);
  for (int i = 0; i < words && own + i < Kind::tile_words; ++i) {
    order.tile_roots[own + i] = roots[i];
    order.roots_before[own + i] = before;
    before += static_cast<uint>(bitCount(roots[i]));
  }
  __syncthreads();
  for (uint i = threadIdx.x; i < nodes; i += tile_threads) {
    if (node_labels[i] != 0) order.place_node(i, node_labels[i]);
  }
  __syncthreads();
  for (uint i = threadIdx.x; i < nodes; i += tile_threads) {
    order.node_indices[i] = node_labels[i] != 0 ? order.place_indices[order.node_indices[i]] : order.no_component;
  }
  return order.node_components + all;
}

/// Adds the runs that belong to components `first` to `first` + summed_components - 1. A thread takes a part of a word.
/// Consecutive runs of one component are summed before they are added to the component's sums.
template <class Kind>
__device__ void sum_runs(const LabeledTile<Kind>& tile, const ComponentOrder<Kind>& order, uint first,
                         ComponentSums* components) {
  constexpr int parts = tile_threads / Kind::band_words;
  constexpr int part_columns = WORD_COLUMNS / parts;
  const int own = threadIdx.x / parts;
  const Word word = tile.words[own];
  const int begin = static_cast<int>(threadIdx.x) % parts * part_columns;
  const uint columns = up_to(part_columns - 1) << begin;
  int run = tile.runs_before[own] + bitCount(word.starts & ((1U << begin) - 1));
  uint current = summed_components;  // none
  TileSums sums = no_pixels();
  visit_bits(word.starts & columns, [&](int start) {
    const Record record = tile.records[run++];
    const uint index = order.index_of_component(record) - first;
    if (index >= summed_components) return;
    if (index != current) {
      if (current != summed_components) add_sums(components[current].sums, sums);
      components[index].label = tile.run_labels[run];
      if ((record & AT_BORDER) == 0) components[index].first = record;
      current = index;
      sums = no_pixels();
    }
    add_run(sums, word, own, run_of(word, start), Kind::rows);
  });
  if (current != summed_components) add_sums(components[current].sums, sums);
}

/// The bits of the first pixels of components in a word of the tile's rows.
template <class Kind>
__device__ uint roots_of_word(const Tiles& tiles, const Ranks& ranks, TilePlace place, int word) {
  const ivec2 origin = origin_of<Kind>(place);
  const ivec2 pixel = {origin.x + word % TILE_WORDS * WORD_COLUMNS, origin.y + word / TILE_WORDS};
  const bool inside = pixel.x < tiles.image.width && pixel.y < tiles.image.height;
  return inside ? ranks.root_bits[root_word_of(ranks, place.image, pixel)] : 0U;
}

/// Adds the tile to the table. All threads of the block must call it.
template <class Kind>
__device__ void measure_components(const TableView& table, const Tiles& tiles, const Ranks& ranks, TilePlace place,
                                   const LabeledTile<Kind>& tile) {
  __shared__ ComponentOrder<Kind> order;
  __shared__ ComponentSums components[summed_components];
  const ivec2 origin = origin_of<Kind>(place);
  const uint nodes = tiles.counts[index_of_tile(tiles, place)].nodes;
  const uint all = order_components<Kind>(
      nodes, tile.node_labels, [&](int word) { return roots_of_word<Kind>(tiles, ranks, place, word); }, order);
  for (uint first = 0; first < all; first += summed_components) {
    const uint count = min(all - first, static_cast<uint>(summed_components));
    for (uint i = threadIdx.x; i < count; i += tile_threads) components[i] = {0, 0, no_pixels()};
    __syncthreads();

    sum_runs<Kind>(tile, order, first, components);
    __syncthreads();

    // Four threads per row, so that a warp writes without gaps.
    for (uint i = threadIdx.x; i < ROW_VECTORS * count; i += tile_threads) {
      const ComponentSums& component = components[i / ROW_VECTORS];
      const int vector = static_cast<int>(i % ROW_VECTORS);
      if (component.sums.area == 0) continue;
      if (first + i / ROW_VECTORS >= order.node_components) {
        write_vector(table, component, origin, vector);
      } else if (vector == 0) {
        add_to_row(table, component.label, in_image(component.sums, origin));
      }
    }
    __syncthreads();
  }
}

}  // namespace glccl::cuda
