// From pixels to bits: the bits of the block's tile in shared memory.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/core/criterion.cuh"
#include "cuda/core/launch.cuh"
#include "cuda/fast/words.cuh"

namespace glccl::cuda {

/// A tile's bits in shared memory, with background around them: a word to the left and to the right of each row, and a
/// row above.
template <class Kind>
struct TileBits {
  static constexpr int row_words = TILE_WORDS + 2;
  uint words[(Kind::tile_rows + 1) * row_words];

  static __device__ int index_of_bits(int word, int row) { return (row + 1) * row_words + word + 1; }
};

/// Pixels that a thread loads at once from an image of bytes in linear memory.
constexpr int loaded_pixels = 16;
constexpr int halves_in_row = TILE_COLUMNS / loaded_pixels;

struct Bytes {
  uint words[loaded_pixels / 4];
};

/// The pixels from `pixels` on, `count` of them to the end of the row, at any address. Loads whole words at addresses
/// that are multiples of 4 only if they end within the row: memory behind it may not belong to the image. The first
/// word may begin before the pixels, for no memory that a GPU reaches begins inside such a word.
inline __device__ Bytes load_bytes(const unsigned char* pixels, int count) {
  Bytes bytes = {};
  const auto address = reinterpret_cast<std::uintptr_t>(pixels);
  if (address % 16 == 0 && count >= loaded_pixels) {
    const uint4 words = *reinterpret_cast<const uint4*>(pixels);
    bytes = {words.x, words.y, words.z, words.w};
  } else if (count >= loaded_pixels + 4) {
    const auto* words = reinterpret_cast<const uint*>(address & ~std::uintptr_t{3});
    const unsigned shift = 8 * (address % 4);
    uint low = words[0];
    for (int i = 0; i < loaded_pixels / 4; ++i) {
      const uint high = words[i + 1];
      bytes.words[i] = __funnelshift_r(low, high, shift);
      low = high;
    }
  } else {
    for (int i = 0; i < loaded_pixels && i < count; ++i) {
      bytes.words[i / 4] |= static_cast<uint>(pixels[i]) << (8 * (i % 4));
    }
  }
  return bytes;
}

/// Finds the bytes above a threshold, four bytes at once without carries between them.
class ByteThreshold {
 public:
  /// `threshold` is that of PixelSource.
  explicit __device__ ByteThreshold(std::int64_t threshold) {
    const int largest_below = static_cast<int>(min(max(threshold, std::int64_t{-1}), std::int64_t{255}));
    upper_half_ = largest_below > 127;
    add_ = 0x01010101U * static_cast<uint>((upper_half_ ? 255 : 127) - largest_below);
  }

  /// Bits 0 to 3 for the four bytes.
  __device__ uint above(uint bytes) const {
    // Seven bits plus the threshold's distance to 128 carry into the eighth bit if they are above, and no further.
    const uint sums = (bytes & 0x7F7F7F7FU) + add_;
    const uint highest = (upper_half_ ? sums & bytes : sums | bytes) & 0x80808080U;
    return highest * 0x00204081U >> 28;  // bits 7, 15, 23 and 31 go to 28, 29, 30 and 31
  }

 private:
  bool upper_half_;
  uint add_;
};

/// Packs the tile that begins at pixel `first` from an image of bytes in linear memory. A thread takes 16 pixels, half
/// of a word, at a time.
template <class Kind>
__device__ void pack_bytes(const PixelSource& source, Extent extent, ivec2 first, TileBits<Kind>& bits) {
  constexpr int halves = Kind::tile_rows * halves_in_row;
  constexpr int rounds = (halves + least_tile_threads - 1) / least_tile_threads;
  const int half = threadIdx.x % halves_in_row;
  const int count = extent.width - (first.x + half * loaded_pixels);
  Bytes bytes[rounds];
#pragma unroll
  for (int i = 0; i < rounds; ++i) {  // All loads come first, so that they are in flight together.
    const int row = (threadIdx.x + i * blockDim.x) / halves_in_row;
    const bool inside = row < Kind::tile_rows && first.y + row < extent.height && count > 0;
    const unsigned char* begin = source.pixels + static_cast<std::size_t>(first.y + row) * source.pitch;
    bytes[i] = inside ? load_bytes(begin + first.x + half * loaded_pixels, count) : Bytes{};
  }
  const ByteThreshold threshold(source.threshold);
  const uint in_row = count >= loaded_pixels ? 0xFFFFU : count > 0 ? (1U << count) - 1 : 0U;
#pragma unroll
  for (int i = 0; i < rounds; ++i) {
    const int row = (threadIdx.x + i * blockDim.x) / halves_in_row;
    if (row >= Kind::tile_rows) return;
    uint above = 0;
    for (int k = 0; k < loaded_pixels / 4; ++k) above |= threshold.above(bytes[i].words[k]) << (4 * k);
    const uint inside = first.y + row < extent.height ? in_row : 0U;
    auto* all = reinterpret_cast<std::uint16_t*>(bits.words);
    all[2 * bits.index_of_bits(0, row) + half] =
        static_cast<std::uint16_t>((source.inverted ? ~above : above) & inside);
  }
}

/// Packs the tile that begins at pixel `first` from any image. A warp takes a word, a thread a pixel.
template <class Kind>
__device__ void pack_words(const PixelSource& source, Extent extent, ivec2 first, TileBits<Kind>& bits) {
  const int lane = threadIdx.x % warp_threads;
#pragma unroll 4
  for (int i = threadIdx.x / warp_threads; i < Kind::tile_words; i += blockDim.x / warp_threads) {
    const int x = first.x + WORD_COLUMNS * (i % TILE_WORDS) + lane;
    const int y = first.y + i / TILE_WORDS;
    const bool inside = x < extent.width && y < extent.height;
    const uint word = __ballot_sync(whole_warp, inside && is_foreground(source, cell_at(source, x, y)));
    if (lane == 0) bits.words[bits.index_of_bits(i % TILE_WORDS, i / TILE_WORDS)] = word;
  }
}

/// Packs the tile that begins at pixel `first`, and the background around it. The caller needs a barrier after it.
template <class Kind>
__device__ void pack_tile(const PixelSource& source, Extent extent, ivec2 first, TileBits<Kind>& bits) {
  constexpr int row_words = TileBits<Kind>::row_words;
  for (int i = threadIdx.x; i < row_words; i += blockDim.x) bits.words[i] = 0;
  for (int y = threadIdx.x; y < Kind::tile_rows; y += blockDim.x) {
    bits.words[bits.index_of_bits(-1, y)] = 0;
    bits.words[bits.index_of_bits(TILE_WORDS, y)] = 0;
  }
  const bool bytes = source.format == PixelFormat::u8 || source.format == PixelFormat::unorm8;
  if (!Kind::values && bytes && source.pixels != nullptr) {
    pack_bytes<Kind>(source, extent, first, bits);
  } else {
    pack_words<Kind>(source, extent, first, bits);
  }
}

}  // namespace glccl::cuda
