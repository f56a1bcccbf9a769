// The data that kernels pass to later kernels in Job::work, one to three bytes per pixel: the image as bits, the runs
// of each tile, and the nodes of the forest. All of it lies tile by tile, so that a block reads and writes without
// gaps. The bits of roots and their ranks (ranks.cuh) lie row by row.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "cuda/fast/words.cuh"
#include "glccl/types.hpp"

namespace glccl::cuda {

struct Node;  // nodes.cuh

/// The reference from a run to its label: AT_BORDER and the number of its component's node in the tile, or the place in
/// the tile, in raster order, of its component's first pixel.
using Record = std::uint16_t;

/// Number of runs and nodes of a tile.
struct alignas(8) TileCounts {
  uint runs;
  uint nodes;
};

/// The tiles of the images of a submission, which have one extent and one kind, one image after another.
struct Tiles {
  Extent image;
  Extent words;                ///< Words in a band and bands, of one image.
  Extent count;                ///< Tiles across and down one image.
  uint* bits;                  ///< Per tile: word w of row y at y * TILE_WORDS + w.
  uint* starts;                ///< Per word of a tile: where runs start. Null unless Kind::values.
  uint* border_links;          ///< Per tile: BORDER_LINKS words. Null unless Kind::values.
  std::uint16_t* runs_before;  ///< Per word of a tile: number of runs in the words before it.
  Record* records;             ///< Per tile: most_runs places.
  TileCounts* counts;          ///< Per tile.
  Node* nodes;                 ///< Per tile: most_nodes places.
  int periodic;                ///< The axes that are periodic (seams.h).
  std::uint8_t* border_nodes;  ///< Per tile, for label_at_once instead of all but nodes: see merge_tile.cuh.
};

/// A tile of a submission.
struct TilePlace {
  int x;
  int y;
  int image;
};

/// The tile of this block, in kernels with one block per tile.
template <class Kind>
__device__ TilePlace own_tile() {
  const auto x = static_cast<int>(blockIdx.x);
  const auto y = static_cast<int>(blockIdx.y);
  const auto image = static_cast<int>(blockIdx.z);
  if constexpr (Kind::tall) return {y, x, image};
  return {x, y, image};
}

inline __device__ uint index_of_tile(const Tiles& tiles, TilePlace tile) {
  return static_cast<uint>((tile.image * tiles.count.height + tile.y) * tiles.count.width + tile.x);
}

/// The tile's first pixel.
template <class Kind>
__device__ ivec2 origin_of(TilePlace tile) {
  return {tile.x * TILE_COLUMNS, tile.y * Kind::tile_rows};
}

/// The pixel of the image at a place, in raster order, in a tile.
template <class Kind>
__device__ ivec2 pixel_in_tile(TilePlace tile, uint place) {
  const ivec2 origin = origin_of<Kind>(tile);
  const ivec2 pixel = pixel_at(place, TILE_COLUMNS);
  return {origin.x + pixel.x, origin.y + pixel.y};
}

/// The label of a root at that pixel of the image, in raster order, and the pixel of a label. The image has fewer than
/// 2^32 - 1 pixels.
inline __device__ uint label_of(const Tiles& tiles, ivec2 pixel) { return place_of(pixel, tiles.image.width) + 1; }
inline __device__ ivec2 pixel_of_label(const Tiles& tiles, uint label) {
  return pixel_at(label - 1, tiles.image.width);
}

template <class Kind>
__device__ uint stored_bits(const Tiles& tiles, uint tile, int word, int row) {
  return tiles.bits[(std::size_t{tile} * Kind::tile_rows + row) * TILE_WORDS + word];
}

/// A word of a tile; `word` counts through its bands.
template <class Kind>
__device__ Word stored_word(const Tiles& tiles, uint tile, int word) {
  const int row = word / TILE_WORDS * Kind::rows;
  Word found = {};
  found.upper = stored_bits<Kind>(tiles, tile, word % TILE_WORDS, row);
  if (Kind::rows == 2) found.lower = stored_bits<Kind>(tiles, tile, word % TILE_WORDS, row + 1);
  if (Kind::values) {
    found.starts = tiles.starts[std::size_t{tile} * Kind::band_words + word];
  } else {
    found.starts = Kind::connectivity == 4 ? starts_of_rows(found.upper, found.lower) : starts_of(occupied(found));
  }
  return found;
}

/// The number of the tile's runs in the words before a word.
template <class Kind>
__device__ int stored_runs_before(const Tiles& tiles, uint tile, int word) {
  return tiles.runs_before[std::size_t{tile} * Kind::band_words + word];
}

template <class Kind>
__device__ Record stored_record(const Tiles& tiles, uint tile, int run) {
  return tiles.records[std::size_t{tile} * Kind::most_runs + run];
}

}  // namespace glccl::cuda
