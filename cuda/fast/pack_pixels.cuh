// From pixels to bits: the bits of the block's tile in shared memory.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/core/criterion.cuh"
#include "cuda/core/launch.cuh"
#include "cuda/fast/bytes.cuh"
#include "cuda/fast/words.cuh"

namespace glccl::cuda {

/// A tile's bits in shared memory, with background around them: a word to the left and to the right of each row, and a
/// row above.
template <class Shape>
struct TileBits {
  static constexpr int row_words = TILE_WORDS + 2;
  uint words[(Shape::tile_rows + 1) * row_words];

  static __device__ int index_of_bits(int word, int row) { return (row + 1) * row_words + word + 1; }

  /// The words as halves of 16 columns, two for each.
  __device__ std::uint16_t* halves() { return reinterpret_cast<std::uint16_t*>(words); }
};

/// Packs the tile that begins at pixel `first` from an image of bytes in linear memory. A thread takes 16 pixels, half
/// of a word, at a time.
template <class Shape>
__device__ void pack_bytes(const PixelSource& source, Extent extent, ivec2 first, TileBits<Shape>& bits) {
  constexpr int halves = Shape::tile_rows * halves_in_row;
  constexpr int rounds = (halves + least_tile_threads - 1) / least_tile_threads;
  const int half = threadIdx.x % halves_in_row;
  const int count = extent.width - (first.x + half * loaded_pixels);
  Bytes bytes[rounds];
#pragma unroll
  for (int i = 0; i < rounds; ++i) {  // All loads come first, so that they are in flight together.
    const int row = (threadIdx.x + i * blockDim.x) / halves_in_row;
    const bool inside = row < Shape::tile_rows && first.y + row < extent.height && count > 0;
    const unsigned char* begin = source.pixels + static_cast<std::size_t>(first.y + row) * source.pitch;
    bytes[i] = inside ? load_bytes(begin + first.x + half * loaded_pixels, count) : Bytes{};
  }
  const uint in_row = first_columns(count);
#pragma unroll
  for (int i = 0; i < rounds; ++i) {
    const int row = (threadIdx.x + i * blockDim.x) / halves_in_row;
    if (row >= Shape::tile_rows) return;
    uint set = 0;
    for (int k = 0; k < loaded_pixels / 4; ++k) {
      set |= bits_of_bytes(bytes_in_range(source, bytes[i].words[k])) << (4 * k);
    }
    const uint inside = first.y + row < extent.height ? in_row : 0U;
    bits.halves()[2 * bits.index_of_bits(0, row) + half] =
        static_cast<std::uint16_t>((source.inverted ? ~set : set) & inside);
  }
}

/// Whether an rg32u pixel is foreground.
inline __device__ bool is_id_set(const PixelSource& source, uint2 id) {
  bool inside = is_in_range(source, source.channel == 1 ? id.y : id.x);
  if (source.channel > 3) inside = inside || is_in_range(source, id.y);
  return inside != source.inverted;
}

/// Packs the tile that begins at pixel `first` from an image of which is_set(x, y) tells what is foreground. A warp
/// takes a word, a thread a pixel.
template <class Shape, class IsSet>
__device__ void pack_words(const IsSet& is_set, Extent extent, ivec2 first, TileBits<Shape>& bits) {
  const int lane = threadIdx.x % warp_threads;
#pragma unroll 4
  for (int i = threadIdx.x / warp_threads; i < Shape::tile_words; i += blockDim.x / warp_threads) {
    const int x = first.x + WORD_COLUMNS * (i % TILE_WORDS) + lane;
    const int y = first.y + i / TILE_WORDS;
    const bool inside = x < extent.width && y < extent.height;
    const uint word = __ballot_sync(whole_warp, inside && is_set(x, y));
    if (lane == 0) bits.words[bits.index_of_bits(i % TILE_WORDS, i / TILE_WORDS)] = word;
  }
}

/// Stores background around the tile.
template <class Shape>
__device__ void clear_frame(TileBits<Shape>& bits) {
  constexpr int row_words = TileBits<Shape>::row_words;
  for (int i = threadIdx.x; i < row_words; i += blockDim.x) bits.words[i] = 0;
  for (int y = threadIdx.x; y < Shape::tile_rows; y += blockDim.x) {
    bits.words[bits.index_of_bits(-1, y)] = 0;
    bits.words[bits.index_of_bits(TILE_WORDS, y)] = 0;
  }
}

/// Copies the tile that begins at pixel `first` from PixelSource::words.
template <class Shape>
__device__ void copy_words(const PixelSource& source, Extent extent, ivec2 first, TileBits<Shape>& bits) {
  for (int i = threadIdx.x; i < Shape::tile_words; i += blockDim.x) {
    const int x = first.x + WORD_COLUMNS * (i % TILE_WORDS);
    const int y = first.y + i / TILE_WORDS;
    const bool inside = x < extent.width && y < extent.height;
    bits.words[bits.index_of_bits(i % TILE_WORDS, i / TILE_WORDS)] =
        inside ? integer_at(source, x / WORD_COLUMNS, y) : 0U;
  }
}

/// Packs the tile that begins at pixel `first`.
template <class Shape>
__device__ void pack_tile(const PixelSource& source, Extent extent, ivec2 first, TileBits<Shape>& bits) {
  if (source.words) {
    copy_words<Shape>(source, extent, first, bits);
  } else if (is_byte(source.format) && source.sign_bit == 0 && source.pixels != nullptr) {
    pack_bytes<Shape>(source, extent, first, bits);
  } else if (source.format == PixelFormat::rg32u) {
    pack_words<Shape>([&](int x, int y) { return is_id_set(source, words_at(source, x, y)); }, extent, first, bits);
  } else {
    pack_words<Shape>([&](int x, int y) { return is_foreground_at(source, x, y); }, extent, first, bits);
  }
}

}  // namespace glccl::cuda
