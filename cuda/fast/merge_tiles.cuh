// Kernel merge_tiles: unites the nodes that are linked across the borders of tiles.
#pragma once

#include <cuda_runtime.h>

#include "cuda/core/launch.cuh"
#include "cuda/fast/nodes.cuh"
#include "cuda/fast/tiles.cuh"
#include "glsl/shared/border_links.h"

namespace glccl::cuda {

/// The links of an image of the batch. Words and bands are counted in the image.
template <class Shape>
struct BorderView {
  static constexpr int CONNECTIVITY = Shape::axes == 1 ? 4 : 8;
  static constexpr int ROWS = Shape::rows_y;
  static constexpr int BANDS = Shape::bands_y;
  const Tiles& tiles;
  int image;

  __device__ uint tile_at(int word, int band) const {
    return index_of_tile<Shape>(tiles, {word / TILE_WORDS, band / Shape::bands_y, 0}, image);
  }

  static __device__ int place_at(int word, int band) { return band % Shape::bands_y * TILE_WORDS + word % TILE_WORDS; }

  __device__ uint bits_of(int word, int row) const {
    if (word < 0 || row < 0 || word >= tiles.words.width) return 0;
    return stored_bits<Shape>(tiles, tile_at(word, row / ROWS),
                              row % Shape::tile_rows * TILE_WORDS + word % TILE_WORDS);
  }

  /// Of a row at the upper border of a tile, or of the first or last column of a tile.
  __device__ uint links_of(int word, int row, int direction) const {
    if constexpr (!Shape::values) return ALL_COLUMNS;
    if (word < 0) return 0;
    const uint* links = tiles.links + std::size_t{tile_at(word, row)} * BORDER_LINKS;
    const int word_in_tile = word % TILE_WORDS;
    const int row_in_tile = row % Shape::bands_y;
    return links_from(links[place_of_links(word_in_tile, row_in_tile, direction)], word_in_tile, row_in_tile,
                      direction);
  }

  __device__ Word word_at(int word, int band) const {
    return stored_word<Shape>(tiles, tile_at(word, band), place_at(word, band)).word();
  }

  /// The node of the run at a column of a word at a border.
  __device__ uint node_at(int word, int band, int column) const {
    return node_at_column<Shape>(tiles, tile_at(word, band), place_at(word, band), column);
  }

#include "glsl/shared/border_contacts.h"
#include "glsl/shared/links.h"
};

constexpr int merge_threads = 128;

/// Unites columns of a word with the columns that they are in contact with across a border.
template <class Shape>
__device__ void unite_columns(const BorderView<Shape>& view, int word, int band, uint columns,
                              const typename BorderView<Shape>::BorderContacts& contacts) {
  const auto unite_with = [&](uint linked, int dx, int dy) {
    visit_bits(linked & columns, [&](int bit) {
      const int column = WORD_COLUMNS * word + bit + dx;
      unite(view.tiles.nodes, view.node_at(word, band, bit),
            view.node_at(column / WORD_COLUMNS, band + dy, column % WORD_COLUMNS));
    });
  };
  unite_with(contacts.left, -1, 0);
  unite_with(contacts.up, 0, -1);
  if constexpr (Shape::axes == 2) {
    unite_with(contacts.up_left, -1, -1);
    unite_with(contacts.up_right, 1, -1);
    unite_with(contacts.down_left, -1, 1);
  }
}

/// The work of merge_tiles in an image: first threads for columns below horizontal borders, then threads for bands
/// beside vertical borders.
struct Borders {
  int columns_each;  ///< Columns of a thread: 1 to 32, a power of two.
  int columns;       ///< Threads for columns.
  int bands;         ///< Threads for bands.
};

/// One column per thread if the GPU has room for as many threads: each then waits for little. Otherwise more columns,
/// so that most threads of a warp have something to unite.
inline Borders borders_of(const Tiles& tiles) {
  constexpr int room = 1 << 18;
  const int columns = (tiles.count.height - 1) * tiles.words.width * WORD_COLUMNS;
  int each = 1;
  while (each < WORD_COLUMNS && columns / each > room) each *= 2;
  return {each, columns / each, (tiles.count.width - 1) * tiles.words.height};
}

/// The part of a thread in an image.
template <class Shape>
__device__ void merge_borders(const Tiles& tiles, const Borders& borders, int image) {
  const int thread = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (thread >= borders.columns + borders.bands) return;
  BorderView<Shape> view = {tiles, image};
  const int words = tiles.words.width;
  const int bands = tiles.words.height;
  if (thread < borders.columns) {
    const int column = thread * borders.columns_each;
    const int word = column / WORD_COLUMNS % words;
    const int band = (column / WORD_COLUMNS / words + 1) * Shape::bands_y;
    const uint own = up_to(borders.columns_each - 1) << (column % WORD_COLUMNS);
    unite_columns<Shape>(view, word, band, own, view.contacts_up(word, band));
  } else {
    const int beside = thread - borders.columns;
    const int word = (beside / bands + 1) * TILE_WORDS;
    const int band = beside % bands;
    unite_columns<Shape>(view, word, band, FIRST_COLUMN, view.contacts_left(word, band, bands));
  }
}

/// grid: blocks for all threads of Borders, 1, images; block: merge_threads.
template <class Shape>
__global__ void __launch_bounds__(merge_threads) merge_tiles(Tiles tiles, Borders borders) {
  wait_for_kernels_before();
  merge_borders<Shape>(tiles, borders, static_cast<int>(blockIdx.z));
}

}  // namespace glccl::cuda
