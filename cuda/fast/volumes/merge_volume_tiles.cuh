// Kernel merge_volume_tiles: unites the nodes that are linked across the borders of tiles of a volume.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "cuda/core/launch.cuh"
#include "cuda/fast/merge_tiles.cuh"
#include "cuda/fast/nodes.cuh"
#include "cuda/fast/volumes/volume_tiles.cuh"

namespace glccl::cuda {

/// The links of a volume. Words and bands are counted in the volume.
template <class Kind>
struct VolumeBorderView {
  static constexpr int AXES = Kind::axes;
  static constexpr int ROWS_Y = Kind::rows_y;
  static constexpr int ROWS_Z = Kind::rows_z;
  const VolumeTiles& tiles;

  /// The tile with a word of a band.
  __device__ std::size_t tile_at(int word, int y, int z) const {
    const Extent& count = tiles.count;
    return (static_cast<std::size_t>(z / Kind::bands_z) * count.height + y / Kind::bands_y) * count.width +
           word / Kind::words;
  }
  __device__ uint bits_of(int word, int y, int z) const {
    if (word < 0 || y < 0 || z < 0 || word >= tiles.words.width || y >= tiles.volume.height) return 0;
    const std::size_t tile = tile_at(word, y / ROWS_Y, z / ROWS_Z);
    const int row = z % Kind::tile_z * Kind::tile_y + y % Kind::tile_y;
    return tiles.bits[tile * Kind::tile_words + row * Kind::words + word % Kind::words];
  }
  __device__ uint links_of(int word, int y, int z, int direction) const {
    if constexpr (Kind::values) {
      if (word < 0 || y < 0 || z < 0 || word >= tiles.words.width || y >= tiles.volume.height) return 0;
      const std::size_t tile = tile_at(word, y, z);
      const int own = (z % Kind::tile_z * Kind::tile_y + y % Kind::tile_y) * Kind::words + word % Kind::words;
      return tiles.links[tile * Kind::link_words + direction * Kind::tile_words + own];
    }
    return ALL_COLUMNS;
  }

  /// The node of the run at a column of a word at a border.
  __device__ uint node_at(int word, int y, int z, int column) {
    const std::size_t tile = tile_at(word, y, z);
    const int own = (z % Kind::bands_z * Kind::bands_y + y % Kind::bands_y) * Kind::words + word % Kind::words;
    const int before = tiles.runs_before[tile * Kind::band_words + own];
    const int run = before + bitCount(starts_in(word, y, z) & up_to(column)) - 1;
    return node_of_tile<Kind>(static_cast<uint>(tile), tiles.records[tile * Kind::most_runs + run] & ~AT_BORDER);
  }

#include "glsl/shared/volume_contacts.h"
#include "glsl/shared/volume_links.h"
};

/// Unites columns of a word with those `dx` to the right in another band.
template <class Kind>
__device__ void unite_columns(VolumeBorderView<Kind>& view, BandWord at, uint columns, int dx, int other_y,
                              int other_z) {
  visit_bits(columns, [&](int bit) {
    const int column = WORD_COLUMNS * at.word + bit + dx;
    unite(view.tiles.nodes, view.node_at(at.word, at.y, at.z, bit),
          view.node_at(column / WORD_COLUMNS, other_y, other_z, column % WORD_COLUMNS));
  });
}

/// A thread takes a word and its links with one band before it, or with the word to the left. grid: words of a slice of
/// bands, slices, BANDS_BEFORE + 1; block: merge_threads. Slices beyond most_blocks_y are taken in turns.
template <class Kind>
__global__ void __launch_bounds__(merge_threads) merge_volume_tiles(VolumeTiles tiles) {
  wait_for_kernels_before();
  const int own = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (own >= tiles.words.width * tiles.words.height) return;
  VolumeBorderView<Kind> view = {tiles};
  const int band = blockIdx.z;
  const int word = own % tiles.words.width;
  const int y = own / tiles.words.width;
  const bool first = word % Kind::words == 0;
  const bool last = word % Kind::words == Kind::words - 1;
  for (int z = blockIdx.y; z < tiles.words.depth; z += gridDim.y) {
    const BandWord at = {word, y, z};
    if (band == BANDS_BEFORE) {
      if (first && word > 0 && view.needs_left(word, y, z)) unite_columns(view, at, FIRST_COLUMN, -1, y, z);
      continue;
    }
    const int other_y = y + band_dy(band);
    const int other_z = z + band_dz(band);
    if (other_y < 0 || other_z < 0 || other_y >= tiles.words.height) continue;
    const bool other_tile =
        other_y / Kind::bands_y != y / Kind::bands_y || other_z / Kind::bands_z != z / Kind::bands_z;
#pragma unroll 1
    for (int dx = -1; dx <= 1; ++dx) {
      uint columns = other_tile ? ALL_COLUMNS : 0U;
      if (dx < 0 && first) columns |= FIRST_COLUMN;
      if (dx > 0 && last) columns |= LAST_COLUMN;
      if (columns == 0) continue;
      unite_columns(view, at, view.crossing_to(word, y, z, band, dx, columns), dx, other_y, other_z);
    }
  }
}

}  // namespace glccl::cuda
