// The component table of cuda-fast: what a tile has of a component is summed in shared memory, run by run. The row of a
// component that does not reach the tile's border is then written as a whole; only the others meet in theirs by
// atomics, once for each tile.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <cub/block/block_scan.cuh>

#include "cuda/core/launch.cuh"
#include "cuda/fast/batch.cuh"
#include "cuda/fast/nodes.cuh"
#include "cuda/fast/planes.cuh"
#include "cuda/fast/ranks.cuh"

namespace glccl::cuda {

/// What kernel 3 keeps of its tile.
template <class Kind>
struct LabeledTile {
  Word words[words_in_tile];
  int runs_before[words_in_tile];
  Record records[Kind::most_runs];
  std::uint32_t node_labels[Kind::most_nodes];
  std::uint32_t labels[Kind::most_runs + 1];  ///< that of run r at r + 1
};

/// Components of a tile that are summed at a time.
constexpr int summed_components = 480;

/// Sums over pixels of a tile, places counted from its first pixel.
struct Sums {
  std::uint32_t area;
  std::uint32_t sum_x;  ///< at most 127 * 8192
  std::uint32_t sum_y;
  std::uint32_t x0;
  std::uint32_t x1;
  std::uint32_t y1;
};

inline __device__ Sums no_pixels() { return {0, 0, 0, ~0U, 0, 0}; }

/// And which component they are of.
struct ComponentSums {
  std::uint32_t label;
  std::uint32_t first;  ///< first pixel's place in the tile; of components of this tile alone
  Sums sums;
};

/// The sum of the places of the bits that are set.
inline __device__ std::uint32_t sum_of_places(std::uint32_t bits) {
  return count_bits(bits & 0xAAAAAAAAU) + 2 * count_bits(bits & 0xCCCCCCCCU) + 4 * count_bits(bits & 0xF0F0F0F0U) +
         8 * count_bits(bits & 0xFF00FF00U) + 16 * count_bits(bits & 0xFFFF0000U);
}

/// Adds a run of word `own`, with these columns.
template <class Kind>
__device__ void add_run(Sums& sums, const Word& word, int own, std::uint32_t columns) {
  const std::uint32_t left = own % tile_words * word_columns;
  const std::uint32_t top = own / tile_words * Kind::band_rows;
  const std::uint32_t upper = word.upper & columns;
  const std::uint32_t lower = word.lower & columns;
  const std::uint32_t area = count_bits(upper) + count_bits(lower);
  sums.area += area;
  sums.sum_x += sum_of_places(upper) + sum_of_places(lower) + left * area;
  sums.sum_y += top * area + count_bits(lower);
  sums.x0 = min(sums.x0, left + lowest_bit(columns));
  sums.x1 = max(sums.x1, left + 31 - __clz(static_cast<int>(columns)));
  sums.y1 = max(sums.y1, top + (lower != 0 ? 1U : 0U));
}

/// Adds what a thread has to what all have, in shared memory.
inline __device__ void add_sums(Sums& all, const Sums& own) {
  atomicAdd(&all.area, own.area);
  atomicAdd(&all.sum_x, own.sum_x);
  atomicAdd(&all.sum_y, own.sum_y);
  atomicMin(&all.x0, own.x0);
  atomicMax(&all.x1, own.x1);
  atomicMax(&all.y1, own.y1);
}

/// The sums in the image of a tile that begins there.
inline __device__ PixelSums in_image(const Sums& sums, Place origin) {
  return {sums.area,
          sums.sum_x + std::uint64_t{sums.area} * origin.x,
          sums.sum_y + std::uint64_t{sums.area} * origin.y,
          origin.x + sums.x0,
          origin.x + sums.x1,
          origin.y + sums.y1};
}

/// One of the four times 16 bytes of a row: of a component of which no other tile has pixels, or with no sums yet, and
/// its first pixel as origin, of one that tiles are going to add to.
inline __device__ uint4 quarter_of_row(const TableView& table, const ComponentSums& component, Place origin,
                                       int quarter) {
  const PixelSums sums = in_image(component.sums, origin);
  const std::uint32_t x = origin.x + component.first % tile_columns;
  const std::uint32_t y = origin.y + component.first / tile_columns;
  switch (quarter) {
    case 0:
      return {component.label, sums.area, x, y};
    case 1:
      return {sums.x0, y, sums.x1, sums.y1};
    case 2:
      return {static_cast<std::uint32_t>(sums.sum_x), static_cast<std::uint32_t>(sums.sum_x >> 32),
              static_cast<std::uint32_t>(sums.sum_y), static_cast<std::uint32_t>(sums.sum_y >> 32)};
    default:
      return {table.source.equal ? integer_at(table.source, x, y) : 0, 0, 0, 0};
  }
}

inline __device__ void write_quarter(const TableView& table, const ComponentSums& component, Place origin,
                                     int quarter) {
  if (component.label > table.capacity) return;
  auto* row = reinterpret_cast<uint4*>(table.rows + (component.label - 1));
  row[quarter] = quarter_of_row(table, component, origin, quarter);
}

/// The tile's components in a row: first places for those of nodes, found by their labels, so that nodes of one
/// component are summed together; then the others in raster order, counted by the bits of the tile's roots.
template <class Kind>
struct ComponentOrder {
  static constexpr int words = tile_words * Kind::tile_rows;
  static constexpr int place_bits = Kind::most_nodes < 256 ? 8 : 9;
  static constexpr std::uint32_t node_places = 1U << place_bits;
  static_assert(Kind::most_nodes < node_places);
  std::uint32_t labels[node_places];       ///< of each place for nodes; 0: free
  std::uint16_t places[Kind::most_nodes];  ///< of the tile's nodes, in `labels`
  std::uint32_t roots[words];              ///< bits, of word w of row y of the tile at y * tile_words + w
  std::uint32_t before[words];             ///< how many in the words before
  std::uint32_t count;                     ///< places, of nodes and of bits

  __device__ std::uint32_t index_of(Record record) const {
    if ((record & at_border) != 0) return places[record & ~at_border];
    const std::uint32_t word = record / word_columns;
    return node_places + before[word] + count_bits(roots[word] & up_to(record % word_columns)) - 1;
  }

  /// A place that has that label, or is free and then has it.
  __device__ std::uint32_t find_place(std::uint32_t label) {
    std::uint32_t place = label * 0x9E3779B1U >> (32 - place_bits);  // the golden ratio's bits spread labels well
    while (true) {
      const std::uint32_t found = atomicCAS(labels + place, 0U, label);
      if (found == 0 || found == label) return place;
      place = (place + 1) % node_places;
    }
  }
};

/// Finds the order of the block's tile. Where a bit is the root of a node, its place stays without sums. To be called
/// by all threads of a block, with a barrier behind it.
template <class Kind>
__device__ void order_components(const Planes& planes, const Ranks& ranks, TilePlace place,
                                 const LabeledTile<Kind>& tile, ComponentOrder<Kind>& order) {
  using Scan = cub::BlockScan<std::uint32_t, tile_threads>;
  static_assert(ComponentOrder<Kind>::words <= tile_threads);
  __shared__ typename Scan::TempStorage storage;
  const int own = threadIdx.x;
  for (std::uint32_t i = own; i < order.node_places; i += tile_threads) order.labels[i] = 0;
  const Place origin = origin_of<Kind>(place);
  const Place pixel = {origin.x + own % tile_words * word_columns, origin.y + own / tile_words};
  std::uint32_t roots = 0;
  if (own < order.words && pixel.x < planes.image.width && pixel.y < planes.image.height) {
    roots = ranks.roots[word_of(ranks, place.image, pixel)];
  }
  std::uint32_t before = 0;
  std::uint32_t all = 0;
  Scan(storage).ExclusiveSum(static_cast<std::uint32_t>(count_bits(roots)), before, all);
  if (own < order.words) {
    order.roots[own] = roots;
    order.before[own] = before;
  }
  if (own == 0) order.count = order.node_places + all;
  __syncthreads();
  for (std::uint32_t i = own; i < planes.counts[index_of(planes, place)].nodes; i += tile_threads) {
    order.places[i] = static_cast<std::uint16_t>(order.find_place(tile.node_labels[i]));
  }
}

/// Sums the components of the tile from `first` of their order on. A thread has half a word; runs next to each other of
/// one component are summed before they meet others.
template <class Kind>
__device__ void sum_runs(const LabeledTile<Kind>& tile, const ComponentOrder<Kind>& order, std::uint32_t first,
                         ComponentSums* components) {
  static_assert(tile_threads == 2 * words_in_tile);
  const int own = threadIdx.x / 2;
  const Word word = tile.words[own];
  const std::uint32_t half = threadIdx.x % 2 == 0 ? 0x0000FFFFU : 0xFFFF0000U;
  int run = tile.runs_before[own] + count_bits(word.starts & ~half & (half - 1));
  std::uint32_t current = summed_components;  // none
  Sums sums = no_pixels();
  visit_bits(word.starts & half, [&](int start) {
    const Record record = tile.records[run++];
    const std::uint32_t index = order.index_of(record) - first;
    if (index >= summed_components) return;
    if (index != current) {
      if (current != summed_components) add_sums(components[current].sums, sums);
      components[index].label = tile.labels[run];
      if ((record & at_border) == 0) components[index].first = record;
      current = index;
      sums = no_pixels();
    }
    add_run<Kind>(sums, word, own, run_of(word, start));
  });
  if (current != summed_components) add_sums(components[current].sums, sums);
}

/// Adds the tile to the table. To be called by all threads of a block.
template <class Kind>
__device__ void measure_tile(const Batch& batch, const Planes& planes, const Ranks& ranks, TilePlace place,
                             const LabeledTile<Kind>& tile) {
  __shared__ ComponentOrder<Kind> order;
  __shared__ ComponentSums components[summed_components];
  order_components<Kind>(planes, ranks, place, tile, order);
  const TableView table = table_of(batch, place.image, planes.image);
  const Place origin = origin_of<Kind>(place);
  for (std::uint32_t first = 0; first < order.count; first += summed_components) {
    for (int i = threadIdx.x; i < summed_components; i += tile_threads) components[i] = {0, 0, no_pixels()};
    __syncthreads();

    sum_runs<Kind>(tile, order, first, components);
    __syncthreads();

    // Four threads a row, so that a warp writes without gaps.
    for (std::uint32_t i = threadIdx.x; i < 4 * summed_components; i += tile_threads) {
      const ComponentSums& component = components[i / 4];
      if (component.sums.area == 0) continue;
      if (first + i / 4 >= order.node_places) {
        write_quarter(table, component, origin, static_cast<int>(i % 4));
      } else if (i % 4 == 0) {
        add_to_row(table, component.label, in_image(component.sums, origin));
      }
    }
    __syncthreads();
  }
}

/// Writes the header, and begins the rows of the roots among the nodes, to which kernel 3 adds. grid: tiles, images;
/// block: node_threads.
template <class Kind>
__global__ void __launch_bounds__(node_threads) begin_rows(Batch batch, Planes planes, Ranks ranks) {
  wait_for_kernels_before();
  const TilePlace place = tile_of_block();
  const TableView table = table_of(batch, place.image, planes.image);
  const std::uint32_t index = index_of(planes, place);
  if (place.x == 0 && place.y == 0 && threadIdx.x == 0) write_header(table, ranks.count[place.image]);
  for (std::uint32_t i = threadIdx.x; i < planes.counts[index].nodes; i += node_threads) {
    const Node node = planes.nodes[index * Kind::most_nodes + i];
    if (node.parent != index * Kind::most_nodes + i) continue;
    const Place first = pixel_of(planes.image, node.label);
    const ComponentSums none = {number_of(ranks, place.image, first), 0, {}};
    for (int quarter = 0; quarter < 4; ++quarter) write_quarter(table, none, first, quarter);
  }
}

}  // namespace glccl::cuda
