// From bytes in linear memory to links as bits. A thread takes 16 pixels side by side and compares them four at a time,
// with the pixels before them and above them.
#pragma once

#include <cuda_runtime.h>

#include "cuda/fast/links/bytes.cuh"
#include "cuda/fast/links/pack_pixels.cuh"
#include "cuda/fast/links/tile_links.cuh"

namespace glccl::cuda {

/// Compares bytes with the background.
struct BackgroundBytes {
  const PixelSource& source;

  /// Bits 0 to 3: which of four bytes are foreground.
  __device__ uint set(uint bytes) const {
    if (!source.has_background) return 0xFU;
    return bits_of_bytes(highest_if_nonzero(bytes ^ source.background * 0x01010101U));
  }
};

/// Compares bytes by Equal.
struct EqualBytes : BackgroundBytes {
  /// Bits 0 to 3: which of four bytes are equal to those of `others`.
  __device__ uint linked(uint bytes, uint others) const {
    return bits_of_bytes(highest_if_nonzero(bytes ^ others) ^ 0x80808080U);
  }
};

/// Compares bytes by Difference.
struct SimilarBytes : BackgroundBytes {
  __device__ uint linked(uint bytes, uint others) const {
    return bits_of_bytes(~source.above_bytes.find(__vabsdiffu4(bytes, others)) & 0x80808080U);
  }
};

/// The 16 pixels of a thread in a row, and the pixels beside them in the first and in the last byte of a word.
struct BytesAndSides {
  Bytes own;
  uint left;
  uint right;

  /// Four pixels from pixel 4 * i on; those one column to the left; those one column to the right.
  __device__ uint four(int i) const { return own.words[i]; }
  __device__ uint four_left(int i) const { return __funnelshift_l(i == 0 ? left : own.words[i - 1], own.words[i], 8); }
  __device__ uint four_right(int i) const {
    return __funnelshift_r(own.words[i], i == loaded_pixels / 4 - 1 ? right : own.words[i + 1], 8);
  }
};

/// Loads the 16 pixels of a row from column `x` on, zeros where the image has none. The threads of a warp that take one
/// row exchange the pixels beside theirs. All threads of a warp must call it.
inline __device__ BytesAndSides load_with_sides(const PixelSource& source, Extent extent, int x, int y) {
  const int half = threadIdx.x % halves_in_row;
  const bool inside = y >= 0 && y < extent.height && x < extent.width;
  const unsigned char* row = source.pixels + std::ptrdiff_t{y} * static_cast<std::ptrdiff_t>(source.pitch);
  BytesAndSides found = {};
  if (inside) found.own = load_bytes(row + x, extent.width - x);
  found.left = __shfl_up_sync(whole_warp, found.own.words[loaded_pixels / 4 - 1], 1);
  found.right = __shfl_down_sync(whole_warp, found.own.words[0], 1);
  if (half == 0) found.left = inside && x > 0 ? static_cast<uint>(row[x - 1]) << 24 : 0U;
  if (half == halves_in_row - 1) {
    found.right = inside && x + loaded_pixels < extent.width ? static_cast<uint>(row[x + loaded_pixels]) : 0U;
  }
  return found;
}

/// Finds the bits and links of the tile that begins at pixel `first`. Links with pixels that the image does not have do
/// not count, for their bits are 0.
template <class Shape, class Comparison>
__device__ void link_bytes(const PixelSource& source, const Comparison& comparison, Extent extent, ivec2 first,
                           TileBits<Shape>& bits, TileLinks<Shape>& links) {
  constexpr int halves = Shape::tile_rows * halves_in_row;
  static_assert(halves % warp_threads == 0, "a warp shuffles as a whole");
  const int half = threadIdx.x % halves_in_row;
  const int x = first.x + half * loaded_pixels;
  const uint columns = first_columns(extent.width - x);
  for (int i = threadIdx.x; i < halves; i += blockDim.x) {
    const int row = i / halves_in_row;
    const int y = first.y + row;
    const BytesAndSides above = load_with_sides(source, extent, x, y - 1);
    const BytesAndSides here = load_with_sides(source, extent, x, y);
    uint set = 0;
    uint found[4] = {};
#pragma unroll
    for (int k = 0; k < loaded_pixels / 4; ++k) {
      const uint four = here.four(k);
      set |= comparison.set(four) << (4 * k);
      found[TO_LEFT] |= comparison.linked(four, here.four_left(k)) << (4 * k);
      found[UP] |= comparison.linked(four, above.four(k)) << (4 * k);
      if (Shape::axes == 2) {
        found[UP_LEFT] |= comparison.linked(four, above.four_left(k)) << (4 * k);
        found[UP_RIGHT] |= comparison.linked(four, above.four_right(k)) << (4 * k);
      }
    }
    if (y >= extent.height) set = 0;
    bits.halves()[2 * bits.index_of(0, row, 0) + half] = static_cast<std::uint16_t>(set & columns);
#pragma unroll
    for (int direction = 0; direction < Shape::directions; ++direction) {
      links.halves()[2 * links.index_of(0, row, direction) + half] = static_cast<std::uint16_t>(found[direction]);
    }
  }
}

}  // namespace glccl::cuda
