// From pixels to links as bits, where neighbours are connected by their values: every pixel is read once, and compared
// with the neighbours that come before it in raster order.
#pragma once

#include <cuda_runtime.h>

#include "cuda/fast/link_bytes.cuh"
#include "cuda/fast/pack_pixels.cuh"
#include "cuda/fast/tile_links.cuh"
#include "cuda/runtime/criterion.cuh"
#include "cuda/runtime/launch.cuh"

namespace glccl::cuda {

/// A column of pixels of up to four bytes each, by integer_at() or as the bits of floats. The branches for the format
/// are taken once for all of them.
template <int count>
__device__ void load_column(const PixelSource& source, int x, const int (&rows)[count], uint (&pixels)[count]) {
  const auto load = [&](auto pixel) {
    using Pixel = decltype(pixel);
#pragma unroll
    for (int i = 0; i < count; ++i) {
      const unsigned char* row = source.pixels + static_cast<std::size_t>(rows[i]) * source.pitch;
      pixels[i] = reinterpret_cast<const Pixel*>(row)[x];
    }
  };
  if (source.pixels == nullptr) {
    for (int i = 0; i < count; ++i) {
      pixels[i] = source.format == PixelFormat::f32 ? __float_as_uint(color_at(source, x, rows[i]).x)
                                                    : integer_at(source, x, rows[i]);
    }
  } else if (is_byte(source.format)) {
    load(std::uint8_t{});
  } else if (source.format == PixelFormat::u16) {
    load(std::uint16_t{});
  } else {
    load(std::uint32_t{});
  }
}

/// Loads cells that are pixels of up to four bytes, and compares integers with the background.
struct PixelCells {
  using Cell = uint;
  const PixelSource& source;

  __device__ bool is_set(Cell cell) const { return !source.has_background || cell != source.background; }

  template <int count>
  __device__ void load(int x, const int (&rows)[count], Cell (&cells)[count]) const {
    load_column(source, x, rows, cells);
  }
};

/// Compares pixels by Equal.
struct EqualCells : PixelCells {
  __device__ bool is_linked(Cell a, Cell b) const { return a == b; }
};

/// Compares rg32u pixels by Equal.
struct IdCells {
  using Cell = uint2;
  const PixelSource& source;

  template <int count>
  __device__ void load(int x, const int (&rows)[count], Cell (&cells)[count]) const {
    for (int i = 0; i < count; ++i) cells[i] = words_at(source, x, rows[i]);
  }
  __device__ bool is_set(const Cell& cell) const {
    return !source.has_background || cell.x != source.background || cell.y != source.second_background;
  }
  __device__ bool is_linked(const Cell& a, const Cell& b) const { return a.x == b.x && a.y == b.y; }
};

/// Compares pixels of one unsigned channel by Difference.
struct IntegerCells : PixelCells {
  __device__ bool is_linked(Cell a, Cell b) const { return difference_of(a, b) <= source.span; }
};

/// Compares pixels of one signed channel by Difference.
struct SignedCells : PixelCells {
  __device__ bool is_linked(Cell a, Cell b) const {
    return difference_of(a ^ source.sign_bit, b ^ source.sign_bit) <= source.span;
  }
};

/// Compares rgba8 pixels by the sum of differences.
struct ColorCells : PixelCells {
  __device__ bool is_linked(Cell a, Cell b) const { return __vsadu4(a, b) <= source.span; }
};

/// Compares rgba8 pixels by the largest difference of a channel.
struct LargestCells : PixelCells {
  __device__ bool is_linked(Cell a, Cell b) const {
    return (source.above_bytes.find(__vabsdiffu4(a, b)) & 0x80808080U) == 0;
  }
};

/// Compares rgba8 pixels by luminance, which a pixel is converted to once. Links with the background do not count, for
/// its bit is 0.
struct LuminanceCells {
  using Cell = uint;
  const PixelSource& source;
  static constexpr uint unset = 1U << 31;  // of a pixel that is background

  template <int count>
  __device__ void load(int x, const int (&rows)[count], Cell (&cells)[count]) const {
    load_column(source, x, rows, cells);
    for (int i = 0; i < count; ++i) {
      const uint color = cells[i];
      const bool is_background = source.has_background && color == source.background;
      cells[i] = luminance_of(color & 0xFFU, color >> 8 & 0xFFU, color >> 16 & 0xFFU) | (is_background ? unset : 0U);
    }
  }
  __device__ bool is_set(Cell cell) const { return cell < unset; }
  __device__ bool is_linked(Cell a, Cell b) const { return difference_of(a, b) <= source.span; }
};

/// Compares f32 pixels by Difference.
struct FloatCells : PixelCells {
  __device__ bool is_set(Cell cell) const {
    return !source.has_background || __uint_as_float(cell) != source.background_color.x;
  }
  __device__ bool is_linked(Cell a, Cell b) const { return difference_of_floats(a, b) <= source.high; }
};

/// Compares pixels of floats other than f32 by the sum of differences.
struct FloatColorCells {
  using Cell = uint4;
  const PixelSource& source;

  template <int count>
  __device__ void load(int x, const int (&rows)[count], Cell (&cells)[count]) const {
    for (int i = 0; i < count; ++i) cells[i] = color_bits_at(source, x, rows[i]);
  }
  __device__ bool is_set(const Cell& cell) const { return !is_background_color(source, cell); }
  __device__ bool is_linked(const Cell& a, const Cell& b) const { return difference_of_colors(a, b) <= source.high; }
};

/// Compares pixels of several floats by the largest difference of a channel.
struct LargestFloatCells : FloatColorCells {
  __device__ bool is_linked(const Cell& a, const Cell& b) const { return are_channels_linked(source, a, b); }
};

inline __device__ uint cell_of_lane(uint cell, int lane) { return __shfl_sync(whole_warp, cell, lane); }
inline __device__ uint2 cell_of_lane(const uint2& cell, int lane) {
  return {__shfl_sync(whole_warp, cell.x, lane), __shfl_sync(whole_warp, cell.y, lane)};
}
inline __device__ uint4 cell_of_lane(const uint4& cell, int lane) {
  return {__shfl_sync(whole_warp, cell.x, lane), __shfl_sync(whole_warp, cell.y, lane),
          __shfl_sync(whole_warp, cell.z, lane), __shfl_sync(whole_warp, cell.w, lane)};
}

/// A thread's pixel of a row and the pixels beside it.
template <class Cell>
struct ThreeCells {
  Cell left;
  Cell own;
  Cell right;
};

/// Exchanges a row's pixels within a warp. The first and the last thread have loaded the pixel beside the word.
template <class Cell>
__device__ ThreeCells<Cell> three_cells(const Cell& own, const Cell& beside) {
  const int lane = threadIdx.x % warp_threads;
  ThreeCells<Cell> found = {cell_of_lane(own, lane - 1), own, cell_of_lane(own, lane + 1)};
  if (lane == 0) found.left = beside;
  if (lane == warp_threads - 1) found.right = beside;
  return found;
}

/// Finds the bits and links of the tile that begins at pixel `first`. A warp takes a word and goes down its rows, a
/// thread a column. Where the image has no pixel, another one is loaded, so that no load waits for a branch. Links with
/// it do not count, for its bit is 0.
template <class Shape, class Cells>
__device__ void link_cells(const Cells& cells, Extent extent, ivec2 first, TileBits<Shape>& bits,
                           TileLinks<Shape>& links) {
  using Cell = typename Cells::Cell;
  constexpr int at_once = 4;  // Rows that are loaded together.
  const int lane = threadIdx.x % warp_threads;
  const int warp = threadIdx.x / warp_threads;
  const int word = warp % TILE_WORDS;
  const int rows = Shape::tile_rows * TILE_WORDS * warp_threads / blockDim.x;  // At most 16.
  const int begin = warp / TILE_WORDS * rows;
  const int x = first.x + WORD_COLUMNS * word;
  const auto load = [&](int column, int row, auto& loaded) {
    constexpr int count = sizeof(loaded) / sizeof(Cell);
    int at[count];
    for (int i = 0; i < count; ++i) at[i] = min(max(first.y + row + i, 0), extent.height - 1);
    cells.load(min(max(column, 0), extent.width - 1), at, loaded);
  };
  // Of row begin + i, thread i has the cell left of the word, and thread 16 + i the one right of it.
  Cell sides[1];
  load(lane < 16 ? x - 1 : x + WORD_COLUMNS, begin + lane % 16, sides);
  const int side = lane == 0 ? 0 : 16;
  Cell own_above[1];
  Cell beside_above[1];
  load(x + lane, begin - 1, own_above);
  load(lane == 0 ? x - 1 : x + lane + 1, begin - 1, beside_above);
  ThreeCells<Cell> above = three_cells(own_above[0], beside_above[0]);
  const uint columns = first_columns(extent.width - x);
  for (int row = 0; row < rows; row += at_once) {
    Cell own[at_once];
    load(x + lane, begin + row, own);
#pragma unroll
    for (int i = 0; i < at_once; ++i) {
      const ThreeCells<Cell> here = three_cells(own[i], cell_of_lane(sides[0], side + row + i));
      const uint set = __ballot_sync(whole_warp, cells.is_set(here.own));
      uint found[4];
      found[TO_LEFT] = __ballot_sync(whole_warp, cells.is_linked(here.own, here.left));
      found[UP] = __ballot_sync(whole_warp, cells.is_linked(here.own, above.own));
      if (Shape::axes == 2) {
        found[UP_LEFT] = __ballot_sync(whole_warp, cells.is_linked(here.own, above.left));
        found[UP_RIGHT] = __ballot_sync(whole_warp, cells.is_linked(here.own, above.right));
      }
      above = here;
      if (lane == 0) {
        const int own_row = begin + row + i;
        bits.words[bits.index_of(word, own_row, 0)] = first.y + own_row < extent.height ? set & columns : 0U;
#pragma unroll
        for (int direction = 0; direction < Shape::directions; ++direction) {
          links.words[links.index_of(word, own_row, direction)] = found[direction];
        }
      }
    }
  }
}

/// Calls visit(cells) for what compares the source's pixels by a measure of Difference other than the sum.
template <class Visit>
__device__ void with_cells_by_measure(const PixelSource& source, const Visit& visit) {
  if (source.measure == Measure::luminance) {
    visit(LuminanceCells{source});
  } else if (source.floats) {
    visit(LargestFloatCells{{source}});
  } else {
    visit(LargestCells{{source}});
  }
}

/// The same by Equal, or by the sum of differences.
template <class Visit>
__device__ void with_cells(const PixelSource& source, const Visit& visit) {
  if (source.equal && source.format == PixelFormat::rg32u) {
    visit(IdCells{source});
  } else if (source.equal) {
    visit(EqualCells{source});
  } else if (source.format == PixelFormat::f32) {
    visit(FloatCells{source});
  } else if (source.floats) {
    visit(FloatColorCells{source});
  } else if (source.sign_bit != 0) {
    visit(SignedCells{{source}});
  } else if (source.format == PixelFormat::rgba8) {
    visit(ColorCells{{source}});
  } else {
    visit(IntegerCells{{source}});
  }
}

/// Finds the bits and links of the tile of an image that begins at `origin`. `by_measure`: by a measure of Difference
/// other than the sum; else by Equal, or by the sum of differences.
template <class Shape, bool by_measure>
requires(Shape::is_plane) __device__ void link_tile(const VolumeSource& source, const Extent& extent, Voxel origin,
                                                    TileBits<Shape>& bits, TileLinks<Shape>& links) {
  const PixelSource& pixels = source.pixels;
  const ivec2 first = {origin.x, origin.y};
  const auto link = [&](const auto& cells) { link_cells<Shape>(cells, extent, first, bits, links); };
  const bool bytes = is_byte(pixels.format) && pixels.pixels != nullptr;
  if constexpr (by_measure) {
    with_cells_by_measure(pixels, link);
  } else if (pixels.equal && bytes) {
    link_bytes<Shape>(pixels, EqualBytes{{pixels}}, extent, first, bits, links);
  } else if (pixels.difference && bytes && pixels.sign_bit == 0) {
    link_bytes<Shape>(pixels, SimilarBytes{{pixels}}, extent, first, bits, links);
  } else {
    with_cells(pixels, link);
  }
}

}  // namespace glccl::cuda
