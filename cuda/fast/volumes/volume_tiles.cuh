// The kinds of volumes that kernels are compiled for, and the data that kernels pass to later kernels: those of
// tiles.cuh for tiles in space. docs/method-volumes.md has the method.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "cuda/core/slices.cuh"
#include "cuda/fast/tiles.cuh"
#include "glsl/shared/volume_bands.h"

namespace glccl::cuda {

/// Volumes with 6, 18 or 26 neighbours, which differ in up to 1, 2 or 3 axes; the rows of a band, and the words and
/// bands of a tile. `values`: neighbours are connected by their values, and a band is a row.
template <int axes_, int rows_y_, int rows_z_, int words_, int bands_y_, int bands_z_, bool values_ = false>
struct VolumeKind {
  static constexpr bool values = values_;
  static constexpr int axes = axes_;
  static constexpr int rows_y = rows_y_;
  static constexpr int rows_z = rows_z_;
  static constexpr int words = words_;
  static constexpr int bands_y = bands_y_;
  static constexpr int bands_z = bands_z_;
  static constexpr int band_words = words * bands_y * bands_z;
  static constexpr int columns = words * WORD_COLUMNS;
  static constexpr int tile_y = bands_y * rows_y;
  static constexpr int tile_z = bands_z * rows_z;
  static constexpr int tile_rows = tile_y * tile_z;
  static constexpr int tile_words = words * tile_rows;
  static constexpr int tile_voxels = columns * tile_rows;
  static_assert(tile_voxels <= AT_BORDER, "a record has 15 bits for a place");
  static_assert(band_words % warp_threads == 0 && band_words <= least_tile_threads, "a thread takes a word");
  /// Every column of a word can start a run, unless neighbouring columns are connected whenever they are occupied.
  static constexpr bool joined = !values && (axes == 3 || rows_y * rows_z == 1 || (axes == 2 && rows_z == 1));
  static constexpr int most_runs = band_words * (joined ? WORD_COLUMNS / 2 : WORD_COLUMNS);
  /// Words of links of a tile: for each word, one per direction (directions_of()).
  static constexpr int directions = !values ? 0 : axes == 1 ? 3 : axes == 2 ? 9 : 13;
  static constexpr int link_words = directions * tile_words;
  /// The words of a column plane of a tile: a bit per voxel of one x, slice by slice.
  static constexpr int side_words = tile_rows / WORD_COLUMNS;
  static_assert(tile_y == 16, "two slices of a column plane make a word");
  static constexpr int side_planes = 1 + directions;  ///< Bits, and links in each direction.
  static constexpr int sides_words = 2 * side_planes * side_words;
  /// Cells of voxels that are connected, 2 along as many axes as neighbours differ in; with values a voxel. most_nodes
  /// is the number of cells at a border of the tile.
  static constexpr int cells_x = values ? columns : columns / 2;
  static constexpr int cells_y = !values && axes >= 2 ? tile_y / 2 : tile_y;
  static constexpr int cells_z = !values && axes >= 3 ? tile_z / 2 : tile_z;
  static constexpr int most_nodes = cells_x * cells_y * cells_z - (cells_x - 2) * (cells_y - 2) * (cells_z - 2);
};

using Volume26 = VolumeKind<3, 2, 2, 2, 8, 8>;  ///< 26 neighbours: tiles of 64 x 16 x 16 voxels.
using Volume18 = VolumeKind<2, 2, 2, 1, 8, 8>;  ///< 18 neighbours: tiles of 32 x 16 x 16 voxels.
using Volume6 = VolumeKind<1, 2, 1, 1, 8, 8>;   ///< 6 neighbours: tiles of 32 x 16 x 8 voxels.

/// Values: tiles of 32 x 16 x 8 voxels.
template <int axes>
using ValuesVolume = VolumeKind<axes, 1, 1, 1, 16, 8, true>;

/// The tiles of a volume.
struct VolumeTiles {
  Extent volume;
  Extent words;                ///< Words in a row, bands in y, bands in z.
  Extent count;                ///< Tiles.
  uint* bits;                  ///< Per tile: word w of row y of slice z at (z * tile_y + y) * words + w.
  uint* links;                 ///< Per tile: word w in direction d at d * tile_words + w; null without values.
  uint* sides;                 ///< Per tile: side_planes of its first column, then of its last.
  uint* starts;                ///< Per word of a tile's bands: where runs start.
  std::uint16_t* runs_before;  ///< Per word of a tile's bands: number of runs in the words before it.
  Record* records;             ///< Per tile: most_runs places.
  TileCounts* counts;          ///< Per tile.
  Node* nodes;                 ///< Per tile: most_nodes places.
  int periodic;                ///< The axes that are periodic (seams.h).
  /// The volume has voxels whose places do not fit a label of 32 bits: Node::label is the place in the tile.
  bool large;
};

/// A word of a band, in a tile or in the volume.
struct BandWord {
  int word;
  int y;
  int z;
};

/// A voxel.
struct Voxel {
  int x;
  int y;
  int z;
};

inline __device__ bool has(const Extent& volume, Voxel voxel) {
  return voxel.x < volume.width && voxel.y < volume.height && voxel.z < volume.depth;
}

/// Word `own` of a tile's bands.
template <class Kind>
__device__ BandWord band_word(int own) {
  return {own % Kind::words, own / Kind::words % Kind::bands_y, own / (Kind::words * Kind::bands_y)};
}

/// The first voxel of a tile.
template <class Kind>
__device__ Voxel origin_of_tile(const VolumeTiles& tiles, uint tile) {
  const int row = static_cast<int>(tile) / tiles.count.width;
  return {static_cast<int>(tile) % tiles.count.width * Kind::columns, row % tiles.count.height * Kind::tile_y,
          row / tiles.count.height * Kind::tile_z};
}

/// The first voxel of the tile of this block, in kernels with one block per tile along x.
template <class Kind>
__device__ Voxel own_origin(const VolumeTiles& tiles) {
  return origin_of_tile<Kind>(tiles, blockIdx.x);
}

/// A voxel as a pixel of the image of all rows of the volume, slice below slice: for the bits of first voxels, which
/// lie in raster order (ranks.cuh). There are fewer than 2^31 rows.
inline __device__ ivec2 pixel_of_voxel(const VolumeTiles& tiles, Voxel voxel) {
  return {voxel.x, voxel.z * tiles.volume.height + voxel.y};
}

/// The voxel at a place, in raster order, of the tile that begins at `origin`.
template <class Kind>
__device__ Voxel voxel_in_tile(Voxel origin, uint place) {
  const int row = static_cast<int>(place) / Kind::columns;
  return {origin.x + static_cast<int>(place) % Kind::columns, origin.y + row % Kind::tile_y,
          origin.z + row / Kind::tile_y};
}

template <class Kind>
__device__ ivec2 pixel_in_volume(const VolumeTiles& tiles, Voxel origin, uint place) {
  return pixel_of_voxel(tiles, voxel_in_tile<Kind>(origin, place));
}

/// The same for the voxel of a root's label.
inline __device__ ivec2 pixel_of_volume_label(const VolumeTiles& tiles, uint label) {
  const uint width = tiles.volume.width;
  return {static_cast<int>((label - 1) % width), static_cast<int>((label - 1) / width)};
}

/// The same for the first voxel that the component of a node has in its tile. `label` is the node's.
template <class Kind>
__device__ ivec2 pixel_of_node(const VolumeTiles& tiles, uint node, uint label) {
  if (!tiles.large) return pixel_of_volume_label(tiles, label);
  return pixel_in_volume<Kind>(tiles, origin_of_tile<Kind>(tiles, node / Kind::most_nodes), label);
}

/// The label of a root whose first voxel is at a place, in raster order, of the tile that begins at `origin`. Not in
/// large volumes, whose roots have numbers for labels.
template <class Kind>
__device__ uint label_in_volume(const VolumeTiles& tiles, Voxel origin, uint place) {
  const ivec2 pixel = pixel_in_volume<Kind>(tiles, origin, place);
  return static_cast<uint>(pixel.y) * tiles.volume.width + pixel.x + 1;
}

}  // namespace glccl::cuda
