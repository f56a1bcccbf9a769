// Words: 32 pixels side by side as bits, bit 0 the leftmost. A band is a row of words: one row of pixels, or with
// 8-connected foreground two. Two rows are as good as one there, for pixels in neighbouring columns of a band are
// linked whichever row each of them is in:
//
//     upper row   # . . # .                   # # . # #
//     lower row   . # . . #     occupied      1 1 0 1 1     two runs
//
// A run is a sequence of linked columns in one word; it ends with the word at the latest. Its first pixel in raster
// order stands for it: its node.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "glccl/types.hpp"

namespace glccl::cuda {

constexpr int word_columns = 32;

/// A tile: words of a band, bands. A thread has a word.
constexpr int tile_words = 4;
constexpr int tile_bands = 32;
constexpr int tile_columns = tile_words * word_columns;
constexpr int tile_threads = tile_words * tile_bands;

/// What kernels are compiled for: connectivity 4 or 8, and whether neighbours are linked by their values (Equal,
/// Difference) or are where both are foreground.
template <int connectivity_, bool values_>
struct Kind {
  static constexpr int connectivity = connectivity_;
  static constexpr bool values = values_;
  static constexpr int band_rows = connectivity_ == 8 && !values_ ? 2 : 1;
  static constexpr int tile_rows = tile_bands * band_rows;
};

/// A column and a row: of pixels, or of words and bands.
struct Place {
  int x;
  int y;
};

/// The pixels of a word of a band, and where its runs start.
struct Word {
  std::uint32_t upper = 0;
  std::uint32_t lower = 0;  ///< 0 where a band is one row
  std::uint32_t starts = 0;
};

inline __device__ std::uint32_t occupied(const Word& word) { return word.upper | word.lower; }

/// The columns that are linked with the one to their left, in the same word.
inline __device__ std::uint32_t continued(const Word& word) { return occupied(word) & ~word.starts; }

/// The bits from 0 to `bit`.
inline __device__ std::uint32_t up_to(int bit) { return 0xFFFFFFFFU >> (31 - bit); }

/// The lowest and the highest bit of those set, of which there is one.
inline __device__ int lowest_bit(std::uint32_t bits) { return __ffs(static_cast<int>(bits)) - 1; }
inline __device__ int highest_bit(std::uint32_t bits) { return 31 - __clz(static_cast<int>(bits)); }

/// Calls visit(bit) for all that are set, the lowest first.
template <class Visit>
__device__ void visit_bits(std::uint32_t bits, const Visit& visit) {
  for (; bits != 0; bits &= bits - 1) visit(lowest_bit(bits));
}

/// The start of the run that an occupied column is in.
inline __device__ int start_of(std::uint32_t starts, int bit) { return highest_bit(starts & up_to(bit)); }

/// The columns of the run that starts there.
inline __device__ std::uint32_t run_of(const Word& word, int start) {
  const std::uint32_t ends = (word.starts | ~occupied(word)) & ~up_to(start);
  const std::uint32_t before_end = ends == 0 ? 0xFFFFFFFFU : (ends & (~ends + 1)) - 1;
  return before_end & ~(up_to(start) >> 1);
}

/// Column and row, in the word, of the node of the run that starts there.
template <class Kind>
__device__ Place node_of(const Word& word, int start) {
  if constexpr (Kind::band_rows == 2) {
    const std::uint32_t upper = word.upper & run_of(word, start);
    return upper != 0 ? Place{lowest_bit(upper), 0} : Place{start, 1};
  }
  return {start, 0};
}

/// Where in shared memory a run has its entry: the runs of word `own` have 32 places, each word's in another order, so
/// that runs which start at the same column of different words lie in different banks.
inline __device__ std::uint32_t place_of(int own, int start) { return word_columns * own + (start ^ (own & 31)); }

/// The image as bits, in Job::work.
struct Planes {
  Size words;             ///< of a band, and bands
  std::uint32_t* bits;    ///< word w of row y of pixels at y * words.width + w; rows are there for whole bands
  std::uint32_t* starts;  ///< where runs start, word w of band b likewise; unused where Kind::values is false
};

/// A word that lies in the image.
template <class Kind>
__device__ Word load_word(const Planes& planes, int word, int band) {
  Word found;
  found.upper = planes.bits[band * Kind::band_rows * planes.words.width + word];
  if (Kind::band_rows == 2) found.lower = planes.bits[(2 * band + 1) * planes.words.width + word];
  if (Kind::values) {
    found.starts = planes.starts[band * planes.words.width + word];
  } else {
    found.starts = occupied(found) & ~(occupied(found) << 1);
  }
  return found;
}

}  // namespace glccl::cuda
