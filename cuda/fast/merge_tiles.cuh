// Kernel merge_tiles: unites the nodes that are linked across the borders of tiles.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "cuda/fast/nodes.cuh"
#include "cuda/fast/tiles.cuh"
#include "cuda/runtime/launch.cuh"
#include "glsl/shared/border_links.h"
#include "glsl/shared/crossings.h"

namespace glccl::cuda {

constexpr int merge_threads = 128;

/// The words and nodes of elements at the borders of the tiles of an image or volume.
template <class Shape>
struct BorderView {
  static constexpr int AXES = Shape::axes;
  static constexpr bool PLANE = Shape::is_plane;
  static constexpr bool LINKED = Shape::values;
  static constexpr int WORDS_X = Shape::words;
  static constexpr int SIDE_Y = Shape::tile_y;
  static constexpr int SIDE_Z = Shape::tile_z;
  /// A line across x is a band in a plane, so that a thread has few elements there too.
  static constexpr int LINE_ROWS = Shape::is_plane ? Shape::rows_y : Shape::tile_y;
  const Tiles& tiles;
  int image;

  __device__ int tiles_in_y() const { return tiles.count.height; }
  __device__ int tiles_in_z() const { return Shape::is_plane ? 1 : tiles.count.depth; }

  __device__ uint index_of(Place tile) const { return index_of_tile<Shape>(tiles, {tile.x, tile.y, tile.z}, image); }

  __device__ uint stored_row(Place tile, int layer, int word, int y, int z) const {
    const int place = (z * Shape::tile_y + y) * Shape::words + word;
    if (layer == 0) return stored_bits<Shape>(tiles, index_of(tile), place);
    if constexpr (Shape::is_plane) {
      const int direction = direction_in_plane(layer - 1);
      if (direction == TO_LEFT) return continued(stored_word<Shape>(tiles, index_of(tile), place).word());
      return border_links_of(tile)[(direction - UP) * Shape::words + word];
    }
    return tiles.links[std::size_t{index_of(tile)} * Shape::link_words + (layer - 1) * Shape::tile_words + place];
  }

  __device__ uint stored_column(Place tile, int layer, bool last, int y, int z) const {
    if constexpr (Shape::is_plane) {
      if (layer > 0) return border_links_of(tile)[place_of_column(direction_in_plane(layer - 1), last)] >> y & 1U;
      uint columns = 0;
#pragma unroll
      for (int i = 0; i < LINE_ROWS; ++i) {
        const uint bits = stored_bits<Shape>(tiles, index_of(tile), (y + i) * Shape::words + (last ? WORDS_X - 1 : 0));
        columns |= (last ? bits >> 31 : bits & 1U) << i;
      }
      return columns;
    }
    const int side = (last ? Shape::side_planes : 0) + layer;
    return tiles.sides[std::size_t{index_of(tile)} * Shape::sides_words + side * Shape::side_words + z / 2] >>
               (z % 2 * 16) &
           0xFFFFU;
  }

  /// The node of an element at a border.
  __device__ uint node_at(Place voxel) const {
    return node_of_element<Shape>(tiles, {voxel.x, voxel.y, voxel.z}, image);
  }

#include "glsl/shared/borders.h"

 private:
  __device__ const uint* border_links_of(Place tile) const {
    return tiles.links + std::size_t{index_of(tile)} * BORDER_LINKS;
  }
};

/// Unites the elements of a crossing of the line that begins at `line`.
template <class Shape, bool large>
__device__ void unite_crossing(const BorderView<Shape>& borders, int across, const Place& line, int column, int du,
                               int dv) {
  const Place own = moved_along(across, line, column, 0);
  const Place other = moved_across(across, moved_along(across, line, column + du, dv));
  unite_nodes<Shape, large>(borders.tiles, borders.node_at(own), borders.node_at(other));
}

/// Calls take(crossings, du, dv) for the crossings of a line: its elements that are united with the one across the
/// border that is `du` to the right and `dv` lines behind.
template <class Shape, class Take>
__device__ void visit_crossings(BorderView<Shape>& borders, const BorderLine& line, uint columns, const Take& take) {
  const BorderWords own = borders.words_of_line(line, false);
  if ((own.own.own & columns) == 0) return;
  const BorderWords other = borders.words_of_line(line, true);
  BorderLinks links = no_links();
  if constexpr (Shape::values) links = borders.border_links(line, own, other);
  constexpr int lines = Shape::is_plane ? 0 : 1;
#pragma unroll
  for (int dv = -lines; dv <= lines; ++dv) {
#pragma unroll
    for (int du = -1; du <= 1; ++du) {
      const uint united = borders.crossings_of_line(line, own, other, links, du, dv) & columns;
      if (united != 0) take(united, du, dv);
    }
  }
}

/// The work of merge_tiles in a plane: first threads for columns below horizontal borders, then threads for bands
/// beside vertical borders. In a volume a thread takes a line.
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

/// Unites these columns of a line of an image with those across the border, in one loop: a warp waits for the thread
/// with most crossings, and not for that of each direction.
template <class Shape, int across>
__device__ void merge_line(BorderView<Shape>& view, const Place& tile, int word, uint columns) {
  const BorderLine line = {across, tile, word, 0};
  const Place first = view.first_of_line(line);
  uint opposite = 0;
  uint left = 0;
  uint right = 0;
  visit_crossings(view, line, columns, [&](uint united, int du, int) {
    if (du == 0) opposite = united;
    if (du < 0) left = united;
    if (du > 0) right = united;
  });
  while ((opposite | left | right) != 0) {
    const int du = opposite != 0 ? 0 : left != 0 ? -1 : 1;
    uint& rest = opposite != 0 ? opposite : left != 0 ? left : right;
    const int column = findLSB(rest);
    rest &= rest - 1;
    unite_crossing<Shape, false>(view, across, first, column, du, 0);
  }
}

/// The part of a thread in an image.
template <class Shape>
__device__ void merge_columns(const Tiles& tiles, const Borders& borders, int image) {
  const int thread = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (thread >= borders.columns + borders.bands) return;
  BorderView<Shape> view = {tiles, image};
  if (thread < borders.columns) {
    const int column = thread * borders.columns_each;
    const int word = column / WORD_COLUMNS % tiles.words.width;
    const int row = column / WORD_COLUMNS / tiles.words.width + 1;
    merge_line<Shape, ACROSS_Y>(view, {word / Shape::words, row, 0}, word % Shape::words,
                                up_to(borders.columns_each - 1) << (column % WORD_COLUMNS));
  } else {
    const int beside = thread - borders.columns;
    const int band = beside % tiles.words.height;
    merge_line<Shape, ACROSS_X>(view, {beside / tiles.words.height + 1, band / Shape::bands_y, 0},
                                band % Shape::bands_y, ALL_COLUMNS);
  }
}

/// The crossings of the lines of a block.
struct CrossingList {
  static constexpr uint most = 2048;  ///< Beyond, a thread unites the voxels itself.
  uint count;
  Place lines[merge_threads];  ///< By thread: the voxel at column 0 of its line.
  std::uint16_t crossings[most];
};
static_assert(merge_threads <= 128, "a crossing has 7 bits for a line");

/// The line of a number in a volume, counted through all tiles.
template <class Shape>
__device__ BorderLine line_at(BorderView<Shape>& view, int across, unsigned line) {
  const Extent& count = view.tiles.count;
  const auto lines = static_cast<unsigned>(view.lines_across(across));
  const int words = view.words_across(across);
  const auto tile = static_cast<int>(line / lines);
  const auto own = static_cast<int>(line % lines);
  const int row = tile / count.width;
  return {across, {tile % count.width, row % count.height, row / count.height}, own % words, own / words};
}

/// A thread finds the crossings of a line in a direction across borders, and the block shares them out. All threads of
/// the block must call it.
template <class Shape, bool large>
__device__ void merge_lines(const Tiles& tiles, int across) {
  __shared__ CrossingList list;
  if (threadIdx.x == 0) list.count = 0;
  __syncthreads();
  BorderView<Shape> view = {tiles, 0};
  const BorderLine line = line_at(view, across, blockIdx.x * merge_threads + threadIdx.x);
  const int before = across == ACROSS_X ? line.tile.x : across == ACROSS_Y ? line.tile.y : line.tile.z;
  if (before > 0 && line.tile.z < tiles.count.depth) {
    const Place first = view.first_of_line(line);
    list.lines[threadIdx.x] = first;
    visit_crossings(view, line, view.columns_across(across), [&](uint united, int du, int dv) {
      uint place = atomicAdd(&list.count, static_cast<uint>(bitCount(united)));
      visit_bits(united, [&](int column) {
        if (place < CrossingList::most) {
          list.crossings[place++] = static_cast<std::uint16_t>(crossing_of(threadIdx.x, column, du, dv));
        } else {
          unite_crossing<Shape, large>(view, across, first, column, du, dv);
        }
      });
    });
  }
  __syncthreads();
  const uint count = min(list.count, CrossingList::most);
  for (uint i = threadIdx.x; i < count; i += merge_threads) {
    const uint crossing = list.crossings[i];
    unite_crossing<Shape, large>(view, across, list.lines[line_of_crossing(crossing)], column_of_crossing(crossing),
                                 du_of_crossing(crossing), dv_of_crossing(crossing));
  }
}

/// How many y of a grid the borders of tiles take: in a volume one for each direction.
template <class Shape>
constexpr int merge_parts = Shape::is_plane ? 1 : DIRECTIONS_ACROSS;

/// The threads of each of these parts: of a volume, for the most lines of a direction.
template <class Shape>
std::int64_t merge_jobs(const Tiles& tiles, const Borders& borders) {
  if constexpr (Shape::is_plane) return borders.columns + borders.bands;
  if (tiles.count.elements() == 1) return 0;
  return tiles.count.elements() * Shape::words * std::max(Shape::tile_y, Shape::tile_z);
}

/// Part blockIdx.y. `large` is that of the tiles: known to the compiler, it costs others nothing.
template <class Shape, bool large>
__device__ void merge_borders(const Tiles& tiles, const Borders& borders) {
  if constexpr (Shape::is_plane) {
    merge_columns<Shape>(tiles, borders, static_cast<int>(blockIdx.z));
  } else {
    merge_lines<Shape, large>(tiles, static_cast<int>(blockIdx.y));
  }
}

/// grid: blocks for merge_jobs(), merge_parts, images; block: merge_threads.
template <class Shape, bool large>
__global__ void __launch_bounds__(merge_threads) merge_tiles(Tiles tiles, Borders borders) {
  wait_for_kernels_before();
  merge_borders<Shape, large>(tiles, borders);
}

}  // namespace glccl::cuda
