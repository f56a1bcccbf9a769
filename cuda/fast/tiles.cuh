// The data that kernels pass to later kernels in Job::work, one to seven bytes per element: the image or volume as
// bits, the runs of each tile, and the nodes of the forest. All of it lies tile by tile, so that a block reads and
// writes without gaps. The bits of roots and their ranks (ranks.cuh) lie row by row.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "cuda/fast/tile_shape.cuh"
#include "cuda/runtime/slices.cuh"
#include "glccl/types.hpp"

namespace glccl::cuda {

struct Node;  // nodes.cuh

/// The reference from a run to its label: AT_BORDER and the number of its component's node in the tile, or the place in
/// the tile, in raster order, of its component's first element.
using Record = std::uint16_t;

/// Number of runs and nodes of a tile.
struct alignas(8) TileCounts {
  uint runs;
  uint nodes;
};

/// The tiles of the images of a submission, which have one extent and one shape, one image after another; or those of a
/// volume.
struct Tiles {
  Extent extent;               ///< Of an image, or of the volume.
  Extent words;                ///< Words in a row, bands in y and in z, of one image.
  Extent count;                ///< Tiles of one image.
  uint* bits;                  ///< Per tile: word w of row y of slice z at (z * tile_y + y) * words + w.
  uint* starts;                ///< Per word of a tile's bands: where runs start. Null unless Shape::stores_starts.
  uint* links;                 ///< Null without values. Per tile: of an image BORDER_LINKS words (border_links.h), of
                               ///< a volume word w in direction d at d * tile_words + w.
  uint* sides;                 ///< Per tile of a volume: side_planes of its first column, then of its last.
  std::uint16_t* runs_before;  ///< Per word of a tile's bands: number of runs in the words before it.
  Record* records;             ///< Per tile: most_runs places.
  TileCounts* counts;          ///< Per tile.
  Node* nodes;                 ///< Per tile: most_nodes places.
  std::uint8_t* border_nodes;  ///< Per tile, for label_at_once instead of all but nodes: see merge_tile.cuh.
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

/// An element. A pixel is a voxel of slice 0.
struct Voxel {
  int x;
  int y;
  int z;
};

template <class Shape>
__device__ bool has(const Extent& extent, Voxel voxel) {
  return voxel.x < extent.width && voxel.y < extent.height && (Shape::is_plane || voxel.z < extent.depth);
}

/// Word `own` of a tile's bands.
template <class Shape>
__device__ BandWord band_word(int own) {
  const int band = own / Shape::words;
  if constexpr (Shape::is_plane) return {own % Shape::words, band, 0};
  return {own % Shape::words, band % Shape::bands_y, band / Shape::bands_y};
}

/// The first element, in the tile, of row `i` of a word's band.
template <class Shape>
__device__ Voxel row_of_band(BandWord at, int i) {
  const int x = at.word * WORD_COLUMNS;
  if constexpr (Shape::is_plane) return {x, at.y * Shape::rows_y + i, 0};
  return {x, at.y * Shape::rows_y + i % Shape::rows_y, at.z * Shape::rows_z + i / Shape::rows_y};
}

/// The word, among those of the tile's rows, with an element of the tile.
template <class Shape>
__device__ int word_in_tile(Voxel voxel) {
  return (voxel.z * Shape::tile_y + voxel.y) * Shape::words + voxel.x / WORD_COLUMNS;
}

/// The word of the bands with word `word` of the rows.
template <class Shape>
__device__ int word_of_row(int word) {
  const int row = word / Shape::words;
  if constexpr (Shape::is_plane) return row / Shape::rows_y * Shape::words + word % Shape::words;
  const int band = row / Shape::tile_y / Shape::rows_z * Shape::bands_y + row % Shape::tile_y / Shape::rows_y;
  return band * Shape::words + word % Shape::words;
}

/// The first element of tile `tile` of an image or volume.
template <class Shape>
__device__ Voxel origin_of(const Tiles& tiles, uint tile) {
  const auto width = static_cast<uint>(tiles.count.width);
  const uint row = tile / width;
  const int x = static_cast<int>(tile % width) * Shape::columns;
  if constexpr (Shape::is_plane) return {x, static_cast<int>(row) * Shape::tile_y, 0};
  const auto height = static_cast<uint>(tiles.count.height);
  return {x, static_cast<int>(row % height) * Shape::tile_y, static_cast<int>(row / height) * Shape::tile_z};
}

/// A tile of a submission.
struct TilePlace {
  uint index;    ///< Among the tiles of all images.
  int image;     ///< 0 of a volume.
  Voxel origin;  ///< Its first element.

  __device__ bool is_first() const { return origin.x == 0 && origin.y == 0 && origin.z == 0; }
};

template <class Shape>
__device__ TilePlace tile_at(const Tiles& tiles, uint tile, int image) {
  if constexpr (!Shape::is_plane) return {tile, 0, origin_of<Shape>(tiles, tile)};
  const auto count = static_cast<uint>(tiles.count.width) * static_cast<uint>(tiles.count.height);
  return {static_cast<uint>(image) * count + tile, image, origin_of<Shape>(tiles, tile)};
}

/// The index of the tile at `at`, counted in tiles, of an image.
template <class Shape>
__device__ uint index_of_tile(const Tiles& tiles, Voxel at, int image) {
  const auto layer = static_cast<uint>(Shape::is_plane ? image : at.z);
  const uint row = layer * static_cast<uint>(tiles.count.height) + static_cast<uint>(at.y);
  return row * static_cast<uint>(tiles.count.width) + static_cast<uint>(at.x);
}

/// The tile of this block, in kernels with one block per tile. grid: tiles, images.
template <class Shape>
__device__ TilePlace own_tile(const Tiles& tiles) {
  return tile_at<Shape>(tiles, blockIdx.x, static_cast<int>(blockIdx.y));
}

/// The first element of a row of the tile that begins at `origin`. Rows are those of all slices.
template <class Shape>
__device__ Voxel row_of_tile(Voxel origin, int row) {
  if constexpr (Shape::is_plane) return {origin.x, origin.y + row, 0};
  return {origin.x, origin.y + row % Shape::tile_y, origin.z + row / Shape::tile_y};
}

/// The element at a place, in raster order, of the tile that begins at `origin`.
template <class Shape>
__device__ Voxel voxel_in_tile(Voxel origin, uint place) {
  Voxel voxel = row_of_tile<Shape>(origin, static_cast<int>(place) / Shape::columns);
  voxel.x += static_cast<int>(place) % Shape::columns;
  return voxel;
}

/// A voxel as a pixel of the image of all rows of the volume, slice below slice: for the bits of roots, which lie in
/// raster order (ranks.cuh). There are fewer than 2^31 rows.
template <class Shape>
__device__ ivec2 pixel_of(const Tiles& tiles, Voxel voxel) {
  if constexpr (Shape::is_plane) return {voxel.x, voxel.y};
  return {voxel.x, voxel.z * tiles.extent.height + voxel.y};
}

/// The voxel of such a pixel.
template <class Shape>
__device__ Voxel voxel_of(const Tiles& tiles, ivec2 pixel) {
  if constexpr (Shape::is_plane) return {pixel.x, pixel.y, 0};
  return {pixel.x, pixel.y % tiles.extent.height, pixel.y / tiles.extent.height};
}

template <class Shape>
__device__ ivec2 pixel_in_tile(const Tiles& tiles, Voxel origin, uint place) {
  return pixel_of<Shape>(tiles, voxel_in_tile<Shape>(origin, place));
}

/// The label of a root at that pixel: 1 + its place, in raster order. Not in large volumes, whose roots have numbers
/// for labels.
inline __device__ uint label_of(const Tiles& tiles, ivec2 pixel) { return place_of(pixel, tiles.extent.width) + 1; }

/// The pixel of the root of a label.
inline __device__ ivec2 pixel_of_label(const Tiles& tiles, uint label) {
  return pixel_at(label - 1, tiles.extent.width);
}

/// The pixel of the first element that the component of a node has in its tile. `label` is the node's.
template <class Shape>
__device__ ivec2 pixel_of_node(const Tiles& tiles, uint node, uint label) {
  if (Shape::is_plane || !tiles.large) return pixel_of_label(tiles, label);
  return pixel_in_tile<Shape>(tiles, origin_of<Shape>(tiles, node / Shape::most_nodes), label);
}

/// A word of the rows of a tile.
template <class Shape>
__device__ uint stored_bits(const Tiles& tiles, uint tile, int word) {
  return tiles.bits[std::size_t{tile} * Shape::tile_words + word];
}

/// A word of a tile's bands: the bits of its rows, and where runs start.
template <class Shape>
struct BandBits {
  uint rows[Shape::band_rows];
  uint starts;

  __device__ uint occupied() const {
    uint columns = 0;
    for (const uint row : rows) columns |= row;
    return columns;
  }

  __device__ Word word() const { return {occupied(), starts}; }
};

/// Word `own` of a tile's bands.
template <class Shape>
__device__ BandBits<Shape> stored_word(const Tiles& tiles, uint tile, int own) {
  BandBits<Shape> found;
#pragma unroll
  for (int i = 0; i < Shape::band_rows; ++i) {
    const int word = word_in_tile<Shape>(row_of_band<Shape>(band_word<Shape>(own), i));
    found.rows[i] = stored_bits<Shape>(tiles, tile, word);
  }
  if constexpr (Shape::stores_starts) {
    found.starts = tiles.starts[std::size_t{tile} * Shape::band_words + own];
  } else {
    found.starts = Shape::joined ? starts_of(found.occupied()) : starts_of_rows(found.rows[0], found.rows[1]);
  }
  return found;
}

/// The bits of the run that starts at column `start` of a word.
template <class Shape>
__device__ BandBits<Shape> bits_of_run(const BandBits<Shape>& word, int start) {
  const uint columns = run_of(word.word(), start);
  BandBits<Shape> run = {{}, 1U << start};
#pragma unroll
  for (int i = 0; i < Shape::band_rows; ++i) run.rows[i] = word.rows[i] & columns;
  return run;
}

/// The number of the tile's runs in the words before a word of its bands.
template <class Shape>
__device__ int stored_runs_before(const Tiles& tiles, uint tile, int own) {
  return tiles.runs_before[std::size_t{tile} * Shape::band_words + own];
}

template <class Shape>
__device__ const Record* stored_records(const Tiles& tiles, uint tile) {
  return tiles.records + std::size_t{tile} * Shape::most_runs;
}

}  // namespace glccl::cuda
