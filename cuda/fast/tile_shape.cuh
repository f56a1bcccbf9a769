// The shapes of tiles that kernels are compiled for. An image is a volume of one slice.
#pragma once

#include <cuda_runtime.h>

#include <type_traits>

#include "cuda/fast/links/words.cuh"
#include "cuda/runtime/launch.cuh"
#include "glsl/shared/bands.h"

namespace glccl::cuda {

/// Tiles of images and volumes whose neighbours differ in up to `axes` coordinates: the rows of a band, and the words
/// and bands of a tile. `values`: neighbours are connected by their values (Equal, Difference), and a band is a row.
/// Otherwise they are connected whenever both are foreground; tiles for values label foreground too, only not as fast.
template <int axes_, int rows_y_, int rows_z_, int words_, int bands_y_, int bands_z_, bool values_ = false>
struct TileShape {
  static constexpr bool values = values_;
  static constexpr int axes = axes_;
  static constexpr int rows_y = rows_y_;
  static constexpr int rows_z = rows_z_;
  static constexpr int words = words_;
  static constexpr int bands_y = bands_y_;
  static constexpr int bands_z = bands_z_;
  static constexpr bool is_plane = rows_z * bands_z == 1;
  /// Links are found word by word, and not run by run: in space a voxel's values have many.
  static constexpr bool links_words = values && !is_plane;
  static constexpr int band_rows = rows_y * rows_z;
  static constexpr int band_words = words * bands_y * bands_z;  ///< Words of all bands.
  static constexpr int columns = words * WORD_COLUMNS;
  static constexpr int tile_y = bands_y * rows_y;
  static constexpr int tile_z = bands_z * rows_z;
  static constexpr int tile_rows = tile_y * tile_z;
  static constexpr int tile_words = words * tile_rows;  ///< Words of all rows.
  static constexpr int tile_elements = columns * tile_rows;
  static_assert(tile_elements <= AT_BORDER, "a record has 15 bits for a place");
  static_assert(band_words % warp_threads == 0 && band_words <= least_tile_threads, "a thread takes a word");
  /// Neighbouring columns of a band are connected whenever they are occupied. Otherwise every column of a word can
  /// start a run.
  static constexpr bool joined = !values && (axes == 3 || band_rows == 1 || (axes == 2 && rows_z == 1));
  static constexpr int most_runs = band_words * (joined ? WORD_COLUMNS / 2 : WORD_COLUMNS);
  /// Where runs start is stored. In a plane of foreground it follows from the bits.
  static constexpr bool stores_starts = values || !is_plane;
  /// Links with values: one per element and direction to a neighbour before it (bands.h).
  static constexpr int directions = !values ? 0 : is_plane ? 2 * axes : axes == 1 ? 3 : axes == 2 ? 9 : 13;
  static constexpr int link_words = directions * tile_words;
  /// The place of a direction among those of the shape.
  static __device__ int place_of(int direction) { return is_plane ? direction_in_plane(direction) : direction; }
  /// The words of a column plane of a tile of a volume: a bit per voxel of one x, slice by slice.
  static constexpr int side_words = tile_rows / WORD_COLUMNS;
  static_assert(is_plane || tile_y == 16, "two slices of a column plane make a word");
  static constexpr int side_planes = 1 + directions;  ///< Bits, and links in each direction.
  static constexpr int sides_words = 2 * side_planes * side_words;

 private:
  /// Cells of elements that are connected, 2 along as many axes as neighbours differ in; with values an element.
  static constexpr int cells_x = values ? columns : columns / 2;
  static constexpr int cells_y = !values && axes >= 2 ? tile_y / 2 : tile_y;
  static constexpr int cells_z = !values && axes >= 3 ? tile_z / 2 : tile_z;
  /// Cells at a border of a tile of a volume.
  static constexpr int border_cells = cells_x * cells_y * cells_z - (cells_x - 2) * (cells_y - 2) * (cells_z - 2);

 public:
  /// Components that can reach a border of the tile: of a plane those of most_nodes_of_foreground(), or
  /// MOST_NODES_OF_VALUES; of a volume a cell each.
  static constexpr int most_nodes = !is_plane ? border_cells : values ? MOST_NODES_OF_VALUES : columns + tile_rows;
};

using Image4 = TileShape<1, 2, 1, TILE_WORDS, LOW_TILE_BANDS, 1>;  ///< 4 neighbours: tiles of 128 x 32 pixels.
using Image8 = TileShape<2, 2, 1, TILE_WORDS, TILE_BANDS, 1>;      ///< 8 neighbours: tiles of 128 x 64 pixels.

/// Values of images: tiles of 128 x 32 pixels.
template <int axes>
using ValuesImage = TileShape<axes, 1, 1, TILE_WORDS, TILE_BANDS, 1, true>;

/// A small image of foreground that one launch labels: low tiles of 128 x 16 pixels, which are shared among more
/// multiprocessors.
template <int axes>
using SmallImage = TileShape<axes, 2, 1, TILE_WORDS, 8, 1>;

using Volume26 = TileShape<3, 2, 2, 2, 8, 8>;  ///< 26 neighbours: tiles of 64 x 16 x 16 voxels.
using Volume18 = TileShape<2, 2, 2, 1, 8, 8>;  ///< 18 neighbours: tiles of 32 x 16 x 16 voxels.
using Volume6 = TileShape<1, 2, 1, 1, 8, 8>;   ///< 6 neighbours: tiles of 32 x 16 x 8 voxels.

/// Values of volumes: tiles of 32 x 16 x 8 voxels.
template <int axes>
using ValuesVolume = TileShape<axes, 1, 1, 1, 16, 8, true>;

/// Whether one launch labels images of this shape (label_at_once.cuh).
template <class Shape>
constexpr bool is_small = std::is_same_v<Shape, SmallImage<Shape::axes>>;

}  // namespace glccl::cuda
