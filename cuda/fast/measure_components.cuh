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

#include "cuda/fast/ranks.cuh"
#include "cuda/fast/tile_sums.cuh"
#include "cuda/fast/tiles.cuh"
#include "cuda/measure/table.cuh"

namespace glccl::cuda {

/// A block's tile in kernel write_labels.
template <class Shape>
struct LabeledTile {
  /// Whether records are here too. Those of a volume would take too much room.
  static constexpr bool has_records = Shape::is_plane;
  uint bits[Shape::tile_words];
  uint starts[Shape::band_words];
  int runs_before[Shape::band_words];
  Record own_records[has_records ? Shape::most_runs : 1];
  uint node_labels[Shape::most_nodes];
  uint run_labels[Shape::most_runs + 1];  ///< The label of run r at r + 1.

  __device__ uint bits_of(Voxel row) const { return bits[word_in_tile<Shape>(row)]; }

  __device__ void store_word(int own, const BandBits<Shape>& word) {
#pragma unroll
    for (int i = 0; i < Shape::band_rows; ++i) {
      bits[word_in_tile<Shape>(row_of_band<Shape>(band_word<Shape>(own), i))] = word.rows[i];
    }
    starts[own] = word.starts;
  }

  /// Word `own` of the bands.
  __device__ BandBits<Shape> word_of(int own) const {
    BandBits<Shape> found;
#pragma unroll
    for (int i = 0; i < Shape::band_rows; ++i) found.rows[i] = bits_of(row_of_band<Shape>(band_word<Shape>(own), i));
    found.starts = starts[own];
    return found;
  }

  /// The records of the tile, which has number `tile`.
  __device__ const Record* records(const Tiles& tiles, uint tile) const {
    if constexpr (has_records) return own_records;
    return stored_records<Shape>(tiles, tile);
  }
};

/// The sums of a tile that begins at element `origin`, in coordinates of the image.
inline __device__ ElementSums in_image(const TileSums& sums, Voxel origin) {
  return {sums.area,
          sums.x + std::uint64_t{sums.area} * origin.x,
          sums.y + std::uint64_t{sums.area} * origin.y,
          0,
          origin.x + sums.x0,
          origin.x + sums.x1,
          0,
          origin.y + sums.y1,
          0};
}

inline __device__ ElementSums in_image(const VolumeSums& sums, Voxel origin) {
  ElementSums found = in_image(static_cast<const TileSums&>(sums), origin);
  found.sum_z = sums.z + std::uint64_t{sums.area} * origin.z;
  found.y0 = origin.y + sums.y0;
  found.z1 = origin.z + sums.z1;
  return found;
}

/// Vectors of a row of the table.
template <class Shape>
constexpr int row_vectors = Shape::is_plane ? ROW_VECTORS : VOLUME_ROW_VECTORS;
static_assert(row_bytes_of(table_column_base) == ROW_VECTORS * sizeof(uint4));
static_assert(row_bytes_of(table_column_base | table_column_sum_z) == VOLUME_ROW_VECTORS * sizeof(uint4));

inline __device__ uint4 two_integers(std::uint64_t a, std::uint64_t b) {
  return {static_cast<uint>(a), static_cast<uint>(a >> 32), static_cast<uint>(b), static_cast<uint>(b >> 32)};
}

/// Vector number `vector` of a component's row (glsl/shared/table_layout.h). `origin` is the first element of the tile,
/// in which all elements of the component lie. begin_rows passes a component without elements instead, and as origin
/// the first element of the component, for a row that tiles add to. Areas are below 2^32 in a tile, so their high words
/// are 0.
template <class Shape>
__device__ uint4 vector_of_row(const TableView& table, const ComponentSums<Shape>& component, Voxel origin,
                               int vector) {
  const ElementSums sums = in_image(component.sums, origin);
  const Voxel first = voxel_in_tile<Shape>(origin, component.first);
  switch (vector) {
    case ROW_HEAD: {
      const PixelSource slice = slice_of({table.source, table.slice_pitch}, first.z);
      return {component.label, table.source.equal ? value_at(slice, first.x, first.y) : 0, sums.area, 0};
    }
    case ROW_BOX:
      return {sums.x0, Shape::is_plane ? static_cast<uint>(first.y) : sums.y0, sums.x1, sums.y1};
    case ROW_SUMS:
      return two_integers(sums.sum_x, sums.sum_y);
    case ROW_FIRST: {
      const std::uint64_t row = static_cast<std::uint64_t>(first.z) * table.extent.height + first.y;
      const std::uint64_t place = row * table.extent.width + first.x;
      return {static_cast<uint>(place), static_cast<uint>(place >> 32), static_cast<uint>(first.z), sums.z1};
    }
    default:
      return two_integers(sums.sum_z, 0);
  }
}

template <class Shape>
__device__ void write_vector(const TableView& table, const ComponentSums<Shape>& component, Voxel origin, int vector) {
  if (component.label > table.capacity) return;
  auto* row = reinterpret_cast<uint4*>(&row_of(table, component.label));
  row[vector] = vector_of_row(table, component, origin, vector);
}

/// The components of the tile that are measured: first those of nodes, so that nodes of one component are summed
/// together; then the components inside the tile in raster order, counted by the bits of its roots. If such a bit
/// belongs to a node, nothing is summed at its index.
template <class Shape>
struct ComponentOrder {
  static constexpr std::uint16_t no_component = 0xFFFF;  ///< Above the index of any component.
  static constexpr int place_bits = std::bit_width(static_cast<unsigned>(Shape::most_nodes));
  static constexpr uint places = 1U << place_bits;
  static_assert(Shape::most_nodes < places);
  uint place_labels[places];                      ///< A hash table of the labels of nodes; 0: the place is free.
  std::uint16_t place_indices[places];            ///< Of a place that is taken: the index of its component.
  uint node_components;                           ///< The number of components of nodes.
  std::uint16_t node_indices[Shape::most_nodes];  ///< The index of a node's component; before all are counted, the
                                                  ///< label's place.
  uint tile_roots[Shape::tile_words];             ///< A bit per element: it is the first of its component.
  uint roots_before[Shape::tile_words];           ///< Per word: roots in the words before it.

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
/// roots_of(word) the bits of the first elements of components in a word of the tile. All threads of the block must
/// call it; the caller needs a barrier after it.
template <class Shape, class RootsOf>
__device__ uint order_components(uint nodes, const uint* node_labels, const RootsOf& roots_of,
                                 ComponentOrder<Shape>& order) {
  using Scan = cub::BlockScan<uint, tile_threads>;
  __shared__ typename Scan::TempStorage storage;
  constexpr int words = (Shape::tile_words + tile_threads - 1) / tile_threads;  // of a thread
  const int own = threadIdx.x * words;
  for (uint i = threadIdx.x; i < order.places; i += tile_threads) order.place_labels[i] = 0;
  if (own == 0) order.node_components = 0;
  uint roots[words];
  uint count = 0;
  for (int i = 0; i < words; ++i) {
    roots[i] = own + i < Shape::tile_words ? roots_of(own + i) : 0U;
    count += static_cast<uint>(bitCount(roots[i]));
  }
  uint before = 0;
  uint all = 0;
  Scan(storage).ExclusiveSum(count, before, all);
  for (int i = 0; i < words && own + i < Shape::tile_words; ++i) {
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

/// Calls take_run(record, run, at, bits) for the runs of this thread, which has a part of word `at` of the bands. Run
/// number `run` of the tile has these bits of it.
template <class Shape, class TakeRun>
__device__ void take_part_of_word(const LabeledTile<Shape>& tile, const Record* records, const TakeRun& take_run) {
  constexpr int parts = tile_threads / Shape::band_words;
  constexpr int part_columns = WORD_COLUMNS / parts;
  const int own = threadIdx.x / parts;
  const BandBits<Shape> word = tile.word_of(own);
  const int begin = static_cast<int>(threadIdx.x) % parts * part_columns;
  int run = tile.runs_before[own] + bitCount(word.starts & ((1U << begin) - 1));
  visit_bits(word.starts & up_to(part_columns - 1) << begin, [&](int start) {
    take_run(records[run], run, band_word<Shape>(own), bits_of_run(word, start));
    ++run;
  });
}

/// Adds the runs that belong to components `first` to `first` + summed_components - 1. Consecutive runs of one
/// component are summed before they are added to the component's sums.
template <class Shape>
__device__ void sum_runs(const LabeledTile<Shape>& tile, const Record* records, const ComponentOrder<Shape>& order,
                         uint first, ComponentSums<Shape>* components) {
  constexpr uint none = summed_components<Shape>;
  uint current = none;
  SumsOf<Shape> sums = no_elements<Shape>();
  take_part_of_word(tile, records, [&](Record record, int run, BandWord at, const BandBits<Shape>& bits) {
    const uint index = order.index_of_component(record) - first;
    if (index >= none) return;
    if (index != current) {
      if (current != none) add_sums(components[current].sums, sums);
      components[index].label = tile.run_labels[run + 1];
      if ((record & AT_BORDER) == 0) components[index].first = record;
      current = index;
      sums = no_elements<Shape>();
    }
    add_run(sums, at, bits);
  });
  if (current != none) add_sums(components[current].sums, sums);
}

/// The bits of the first elements of components in a word of the tile's rows.
template <class Shape>
__device__ uint roots_of_word(const Tiles& tiles, const Ranks& ranks, const TilePlace& place, int word) {
  const Voxel voxel = voxel_in_tile<Shape>(place.origin, word * WORD_COLUMNS);
  if (!has<Shape>(tiles.extent, voxel)) return 0;
  return ranks.root_bits[root_word_of(ranks, place.image, pixel_of<Shape>(tiles, voxel))];
}

/// Adds the tile to the table. All threads of the block must call it.
template <class Shape>
__device__ void measure_components(const TableView& table, const Tiles& tiles, const Ranks& ranks,
                                   const TilePlace& place, const LabeledTile<Shape>& tile) {
  __shared__ ComponentOrder<Shape> order;
  __shared__ ComponentSums<Shape> components[summed_components<Shape>];
  const Record* records = tile.records(tiles, place.index);
  const uint all = order_components<Shape>(
      tiles.counts[place.index].nodes, tile.node_labels,
      [&](int word) { return roots_of_word<Shape>(tiles, ranks, place, word); }, order);
  for (uint first = 0; first < all; first += summed_components<Shape>) {
    const uint count = min(all - first, summed_components<Shape>);
    for (uint i = threadIdx.x; i < count; i += tile_threads) components[i] = {0, 0, no_elements<Shape>()};
    __syncthreads();

    sum_runs<Shape>(tile, records, order, first, components);
    __syncthreads();

    // A thread per vector of a row, so that a warp writes without gaps.
    for (uint i = threadIdx.x; i < row_vectors<Shape> * count; i += tile_threads) {
      const ComponentSums<Shape>& component = components[i / row_vectors<Shape>];
      const int vector = static_cast<int>(i % row_vectors<Shape>);
      if (component.sums.area == 0) continue;
      if (first + i / row_vectors<Shape> >= order.node_components) {
        write_vector(table, component, place.origin, vector);
      } else if (vector == 0) {
        add_to_row(table, component.label, in_image(component.sums, place.origin), !Shape::is_plane);
      }
    }
    __syncthreads();
  }
}

}  // namespace glccl::cuda
