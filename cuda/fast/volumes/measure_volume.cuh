// Areas, boxes and sums of coordinates of the components of a volume, as measure_components.cuh has them in the plane.
// A row has a fifth vector, the sum of z. The first voxel of a component need not have its smallest y.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/core/table.cuh"
#include "cuda/fast/measure_components.cuh"
#include "cuda/fast/ranks.cuh"
#include "cuda/fast/volumes/volume_tiles.cuh"

namespace glccl::cuda {

/// Components of a tile that are summed at a time: as many as shared memory has room for.
template <class Kind>
constexpr uint summed_volume_components = Kind::values ? 64 : 256;

static_assert(row_bytes_of(table_column_base | table_column_sum_z) == VOLUME_ROW_VECTORS * sizeof(uint4));

/// Sums over voxels of a tile, with coordinates from the tile's first voxel on.
struct VolumeSums {
  uint area;
  uint x;  ///< The sum of x, at most 63 * 16384.
  uint y;
  uint z;
  uint x0;
  uint x1;
  uint y0;
  uint y1;
  uint z1;
};

/// A component and its sums in the tile.
struct VolumeComponent {
  uint label;
  uint first;  ///< Place of its first voxel in the tile; of components that no other tile has voxels of.
  VolumeSums sums;
};

inline __device__ VolumeSums no_voxels() { return {0, 0, 0, 0, 0xFFFFFFFFU, 0, 0xFFFFFFFFU, 0, 0}; }

/// The voxels `bits` of a word at (word, y, z) of the tile.
inline __device__ void add_voxels(VolumeSums& sums, int word, uint y, uint z, uint bits) {
  if (bits == 0) return;
  const uint left = word * WORD_COLUMNS;
  const uint area = bitCount(bits);
  sums.area += area;
  sums.x += sum_of_places(bits) + left * area;
  sums.y += y * area;
  sums.z += z * area;
  sums.x0 = min(sums.x0, left + findLSB(bits));
  sums.x1 = max(sums.x1, left + findMSB(bits));
  sums.y0 = min(sums.y0, y);
  sums.y1 = max(sums.y1, y);
  sums.z1 = max(sums.z1, z);
}

/// Adds a run's sums to those of its component.
inline __device__ void add_sums(VolumeSums& all, const VolumeSums& own) {
  atomicAdd(&all.area, own.area);
  atomicAdd(&all.x, own.x);
  atomicAdd(&all.y, own.y);
  atomicAdd(&all.z, own.z);
  atomicMin(&all.x0, own.x0);
  atomicMax(&all.x1, own.x1);
  atomicMin(&all.y0, own.y0);
  atomicMax(&all.y1, own.y1);
  atomicMax(&all.z1, own.z1);
}

/// The row of a component, a number from 1 on.
inline __device__ uint4* row_vectors(const TableView& table, uint number) {
  return reinterpret_cast<uint4*>(&row_of(table, number));
}

inline __device__ uint4 two_integers(std::uint64_t a, std::uint64_t b) {
  return {static_cast<uint>(a), static_cast<uint>(a >> 32), static_cast<uint>(b), static_cast<uint>(b >> 32)};
}

/// Vector number `vector` of the row of a component whose first voxel is `first`. `origin` is the voxel from which its
/// coordinates count.
inline __device__ uint4 vector_of_row(const TableView& table, const VolumeComponent& component, Voxel first,
                                      Voxel origin, int vector) {
  const VolumeSums& sums = component.sums;
  const std::uint64_t area = sums.area;
  switch (vector) {
    case ROW_HEAD:
      return {component.label,
              table.source.equal ? value_at(slice_of({table.source, table.slice_pitch}, first.z), first.x, first.y) : 0,
              sums.area, 0};
    case ROW_BOX:
      return {origin.x + sums.x0, origin.y + sums.y0, origin.x + sums.x1, origin.y + sums.y1};
    case ROW_SUMS:
      return two_integers(sums.x + area * origin.x, sums.y + area * origin.y);
    case ROW_FIRST: {
      const Extent& extent = table.extent;
      const std::uint64_t row = static_cast<std::uint64_t>(first.z) * extent.height + first.y;
      const std::uint64_t place = row * extent.width + first.x;
      return {static_cast<uint>(place), static_cast<uint>(place >> 32), static_cast<uint>(first.z), origin.z + sums.z1};
    }
    default:
      return two_integers(sums.z + area * origin.z, 0);
  }
}

/// Adds the part of a component that a tile has to its row, which begin_volume_rows has begun.
inline __device__ void add_to_volume_row(const TableView& table, const VolumeComponent& component, Voxel origin) {
  if (component.label > table.capacity) return;
  uint4* vectors = row_vectors(table, component.label);
  ComponentRow& row = *reinterpret_cast<ComponentRow*>(vectors);
  const VolumeSums& sums = component.sums;
  const std::uint64_t area = sums.area;
  add_64(row.area, area);
  add_64(row.sum_x, sums.x + area * origin.x);
  add_64(row.sum_y, sums.y + area * origin.y);
  add_64(&vectors[ROW_SUM_Z].x, sums.z + area * origin.z);
  atomicMin(&row.x0, origin.x + sums.x0);
  atomicMax(&row.x1, origin.x + sums.x1);
  atomicMin(&row.y0, origin.y + sums.y0);
  atomicMax(&row.y1, origin.y + sums.y1);
  atomicMax(&row.z1, origin.z + sums.z1);
}

/// Adds the runs that belong to components `first` to `first` + summed_volume_components<Kind> - 1. A thread takes a
/// word. Tile is a LabeledVolumeTile. Consecutive runs of one component are summed before they are added to it.
template <class Kind, class Tile>
__device__ void sum_volume_runs(Tile& tile, const Record* records, const ComponentOrder<Kind>& order, uint first,
                                VolumeComponent* components) {
  const int own = threadIdx.x;
  if (own >= Kind::band_words) return;
  const BandWord at = band_word<Kind>(own);
  const Word word = tile.word_of(own);
  int run = tile.runs_before[own];
  uint current = summed_volume_components<Kind>;  // none
  VolumeSums sums = no_voxels();
  visit_bits(word.starts, [&](int start) {
    const Record record = records[run++];
    const uint index = order.index_of_component(record) - first;
    if (index >= summed_volume_components<Kind>) return;
    if (index != current) {
      if (current != summed_volume_components<Kind>) add_sums(components[current].sums, sums);
      components[index].label = tile.run_labels[run];
      if ((record & AT_BORDER) == 0) components[index].first = record;
      current = index;
      sums = no_voxels();
    }
    const uint columns = run_of(word, start);
    for (int i = 0; i < Kind::rows_y * Kind::rows_z; ++i) {
      const int y = at.y * Kind::rows_y + i % Kind::rows_y;
      const int z = at.z * Kind::rows_z + i / Kind::rows_y;
      add_voxels(sums, at.word, y, z, tile.bits_of(at.word, y, z) & columns);
    }
  });
  if (current != summed_volume_components<Kind>) add_sums(components[current].sums, sums);
}

/// The bits of the first voxels of components in a word of the rows of the tile that begins at `origin`.
template <class Kind>
__device__ uint roots_of_word(const VolumeTiles& tiles, const Ranks& ranks, Voxel origin, int word) {
  const Voxel voxel = voxel_in_tile<Kind>(origin, word * WORD_COLUMNS);
  if (!has(tiles.volume, voxel)) return 0;
  return ranks.root_bits[root_word_of(ranks, 0, pixel_of_voxel(tiles, voxel))];
}

/// Adds the tile that begins at voxel `origin` to the table. All threads of the block must call it.
template <class Kind, class Tile>
__device__ void measure_volume(const TableView& table, const VolumeTiles& tiles, const Ranks& ranks, Voxel origin,
                               Tile& tile) {
  __shared__ ComponentOrder<Kind> order;
  __shared__ VolumeComponent components[summed_volume_components<Kind>];
  const uint all = order_components<Kind>(
      tiles.counts[blockIdx.x].nodes, tile.node_labels,
      [&](int word) { return roots_of_word<Kind>(tiles, ranks, origin, word); }, order);
  const Record* records = tiles.records + std::size_t{blockIdx.x} * Kind::most_runs;
  for (uint first = 0; first < all; first += summed_volume_components<Kind>) {
    const uint count = min(all - first, summed_volume_components<Kind>);
    for (uint i = threadIdx.x; i < count; i += blockDim.x) components[i] = {0, 0, no_voxels()};
    __syncthreads();

    sum_volume_runs<Kind>(tile, records, order, first, components);
    __syncthreads();

    // Five threads per row, so that a warp writes without gaps.
    for (uint i = threadIdx.x; i < VOLUME_ROW_VECTORS * count; i += blockDim.x) {
      const VolumeComponent& component = components[i / VOLUME_ROW_VECTORS];
      const int vector = static_cast<int>(i % VOLUME_ROW_VECTORS);
      if (component.sums.area == 0) continue;
      if (first + i / VOLUME_ROW_VECTORS < order.node_components) {
        if (vector == 0) add_to_volume_row(table, component, origin);
      } else if (component.label <= table.capacity) {
        row_vectors(table, component.label)[vector] =
            vector_of_row(table, component, voxel_in_tile<Kind>(origin, component.first), origin, vector);
      }
    }
    __syncthreads();
  }
}

}  // namespace glccl::cuda
