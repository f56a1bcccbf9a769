// What the kernels of cuda-fast leave one another in Job::work, one to three bytes a pixel: the image as bits, the runs
// of each tile, and the nodes of the forest. All of it lies tile by tile, so that a block reads and writes without
// gaps; the bits of roots and their ranks (fast_ranks.cuh) lie row by row.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/fast/words.cuh"

namespace glccl::cuda {

/// A component of a tile that reaches the tile's border. Nodes are numbered through all tiles, most_nodes for each.
struct alignas(8) Node {
  std::uint32_t parent;  ///< a node of the same component with a smaller label; a root's own
  std::uint32_t label;   ///< of the first pixel, in raster order, that the component has in this tile
};

/// What labels a run: `at_border` and which node of the tile its component is, or the place in the tile, in raster
/// order, of its component's first pixel.
using Record = std::uint16_t;
constexpr Record at_border = 0x8000;

/// How many a tile has.
struct alignas(8) TileCounts {
  std::uint32_t runs;
  std::uint32_t nodes;
};

/// Images of one size and one kind, one after another.
struct Planes {
  Extent image;
  Extent words;           ///< of a band, and bands; of one image
  Extent tiles;           ///< of one image
  std::uint32_t* bits;    ///< of word w of row y of a tile at y * tile_words + w
  std::uint32_t* starts;  ///< where runs start, of the words of a tile; null where Kind::values is false
  std::uint16_t* runs;    ///< of the words of a tile: how many runs lie in the words before
  Record* records;        ///< of the runs of a tile, most_runs places
  TileCounts* counts;     ///< of each tile
  Node* nodes;            ///< of a tile, most_nodes places
};

/// A tile of the batch.
struct TilePlace {
  int x;
  int y;
  int image;
};

/// That of the block.
inline __device__ TilePlace tile_of_block() {
  return {static_cast<int>(blockIdx.x), static_cast<int>(blockIdx.y), static_cast<int>(blockIdx.z)};
}

inline __device__ std::uint32_t index_of(const Planes& planes, TilePlace tile) {
  return static_cast<std::uint32_t>((tile.image * planes.tiles.height + tile.y) * planes.tiles.width + tile.x);
}

/// The tile's first pixel.
template <class Kind>
__device__ Place origin_of(TilePlace tile) {
  return {tile.x * tile_columns, tile.y * Kind::tile_rows};
}

/// The label of a root at that pixel of the image.
inline __device__ std::uint32_t label_of(Extent image, Place pixel) {
  return static_cast<std::uint32_t>(pixel.y) * static_cast<std::uint32_t>(image.width) + pixel.x + 1;
}

/// The pixel of the image that a root's label names.
inline __device__ Place pixel_of(Extent image, std::uint32_t label) {
  const std::uint32_t width = image.width;
  return {static_cast<int>((label - 1) % width), static_cast<int>((label - 1) / width)};
}

/// The pixel of the image at a place in raster order in a tile.
template <class Kind>
__device__ Place pixel_of(TilePlace tile, std::uint32_t place) {
  const Place origin = origin_of<Kind>(tile);
  return {origin.x + static_cast<int>(place % tile_columns), origin.y + static_cast<int>(place / tile_columns)};
}

/// A word of a tile; `word` counts through its bands.
template <class Kind>
__device__ Word load_word(const Planes& planes, std::uint32_t tile, int word) {
  const std::uint32_t* bits = planes.bits + std::size_t{tile} * (words_in_tile * Kind::band_rows);
  const int band = word / tile_words;
  Word found = {};
  found.upper = bits[(band * Kind::band_rows) * tile_words + word % tile_words];
  if (Kind::band_rows == 2) found.lower = bits[(band * 2 + 1) * tile_words + word % tile_words];
  if (Kind::values) {
    found.starts = planes.starts[std::size_t{tile} * words_in_tile + word];
  } else {
    found.starts = occupied(found) & ~(occupied(found) << 1);
  }
  return found;
}

}  // namespace glccl::cuda
