// Words: 32 pixels side by side as bits, bit 0 the leftmost. A band is a row of words: one row of pixels, or with
// 8-connected foreground two. Two rows are as good as one there, for pixels in neighbouring columns of a band are
// linked whichever row each of them is in:
//
//     upper row   # . . # .
//     lower row   . # . . #
//     occupied    1 1 0 1 1     two runs
//
// A run is a sequence of linked columns in one word; it ends with the word at the latest.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "glccl/types.hpp"

namespace glccl::cuda {

constexpr int word_columns = 32;

/// A tile: words of a band, bands. Its words are counted band by band.
constexpr int tile_words = 4;
constexpr int tile_bands = 32;
constexpr int tile_columns = tile_words * word_columns;
constexpr int words_in_tile = tile_words * tile_bands;
/// Threads that write the labels of a tile.
constexpr int tile_threads = 256;
/// Threads that label a tile: more where there are few tiles.
constexpr int least_tile_threads = 256;
constexpr int most_tile_threads = 1024;

/// What kernels are compiled for: connectivity 4 or 8, and whether neighbours are linked by their values (Equal,
/// Difference) or are where both are foreground.
template <int connectivity_, bool values_>
struct Kind {
  static constexpr int connectivity = connectivity_;
  static constexpr bool values = values_;
  static constexpr int band_rows = connectivity_ == 8 && !values_ ? 2 : 1;
  static constexpr int tile_rows = tile_bands * band_rows;
  static constexpr int tile_pixels = tile_rows * tile_columns;
  /// Most runs of a tile: every other column of a word can start one, with values every column.
  static constexpr int most_runs = words_in_tile * (values_ ? word_columns : word_columns / 2);
  /// Most components of a tile that reach its border: every other one of the border's pixels; with bands of two rows
  /// every other column above and below, and one of each band left and right; with values all of the border's pixels.
  static constexpr int most_nodes = values_ ? 320 : band_rows == 2 ? 192 : 160;
};

/// A column and a row: of pixels, or of words and bands.
struct Place {
  int x;
  int y;
};

/// The pixels of a word of a band, and where its runs start.
struct Word {
  std::uint32_t upper;
  std::uint32_t lower;  ///< 0 where a band is one row
  std::uint32_t starts;
};

inline __device__ std::uint32_t occupied(const Word& word) { return word.upper | word.lower; }

/// The columns that are linked with the one to their left, in the same word.
inline __device__ std::uint32_t continued(const Word& word) { return occupied(word) & ~word.starts; }

/// The bits from 0 to `bit`.
inline __device__ std::uint32_t up_to(int bit) { return 0xFFFFFFFFU >> (31 - bit); }

/// The lowest bit of those set, of which there is one at least.
inline __device__ int lowest_bit(std::uint32_t bits) { return __ffs(static_cast<int>(bits)) - 1; }

inline __device__ int count_bits(std::uint32_t bits) { return __popc(bits); }

/// Calls visit(bit) for all that are set, the lowest first.
template <class Visit>
__device__ void visit_bits(std::uint32_t bits, const Visit& visit) {
  for (; bits != 0; bits &= bits - 1) visit(lowest_bit(bits));
}

/// Of `bits` those from the first run on that starts behind column `bit`.
inline __device__ std::uint32_t behind_run(std::uint32_t bits, std::uint32_t starts, int bit) {
  const std::uint32_t later = starts & ~up_to(bit);
  return later == 0 ? 0 : bits & ~((later & (~later + 1)) - 1);
}

/// The columns of the run that starts there.
inline __device__ std::uint32_t run_of(const Word& word, int start) {
  const std::uint32_t ends = (word.starts | ~occupied(word)) & ~up_to(start);
  const std::uint32_t before_end = ends == 0 ? 0xFFFFFFFFU : (ends & (~ends + 1)) - 1;
  return before_end & ~(up_to(start) >> 1);
}

/// The first pixel in raster order of the run with these columns, column and row in the word.
template <class Kind>
__device__ Place first_pixel_of(const Word& word, std::uint32_t columns) {
  const std::uint32_t upper = word.upper & columns;
  if (Kind::band_rows == 1 || upper != 0) return {lowest_bit(upper), 0};
  return {lowest_bit(columns), 1};
}

}  // namespace glccl::cuda
