// From pixels to bits.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/core/criterion.cuh"
#include "cuda/fast/words.cuh"

namespace glccl::cuda {

constexpr int warp_threads = 32;
constexpr unsigned whole_warp = 0xFFFFFFFFU;

/// A tile's bits in shared memory, with background around them: a word to the left and to the right of each row, and a
/// row above.
template <class Kind>
struct TileBits {
  static constexpr int row_words = tile_words + 2;
  std::uint32_t words[(Kind::tile_rows + 1) * row_words];

  static __device__ int index_of(int word, int row) { return (row + 1) * row_words + word + 1; }
};

/// Pixels that a thread loads at once, bytes of an image in linear memory.
constexpr int loaded_pixels = 16;
constexpr int halves_in_row = tile_columns / loaded_pixels;

struct Bytes {
  std::uint32_t words[loaded_pixels / 4];
};

/// The pixels from `pixels` on, of which there are `count` to the row's end, at any address. Words at addresses that
/// are multiples of 4 are loaded whole where nothing they hold lies behind the row: that may be nobody's memory. What
/// the first of them holds before the pixels can be loaded, for no memory that a GPU reaches begins within such a
/// word.
inline __device__ Bytes load_bytes(const unsigned char* pixels, int count) {
  Bytes bytes = {};
  const auto address = reinterpret_cast<std::uintptr_t>(pixels);
  if (address % 16 == 0 && count >= loaded_pixels) {
    const uint4 words = *reinterpret_cast<const uint4*>(pixels);
    bytes = {words.x, words.y, words.z, words.w};
  } else if (count >= loaded_pixels + 4) {
    const auto* words = reinterpret_cast<const std::uint32_t*>(address & ~std::uintptr_t{3});
    const unsigned shift = 8 * (address % 4);
    std::uint32_t low = words[0];
    for (int i = 0; i < loaded_pixels / 4; ++i) {
      const std::uint32_t high = words[i + 1];
      bytes.words[i] = __funnelshift_r(low, high, shift);
      low = high;
    }
  } else {
    for (int i = 0; i < loaded_pixels && i < count; ++i) {
      bytes.words[i / 4] |= static_cast<std::uint32_t>(pixels[i]) << (8 * (i % 4));
    }
  }
  return bytes;
}

/// Which bytes are above a threshold, four at once without carries between them.
class ByteThreshold {
 public:
  /// `threshold` as in PixelSource.
  explicit __device__ ByteThreshold(std::int64_t threshold) {
    const int largest_below = static_cast<int>(min(max(threshold, std::int64_t{-1}), std::int64_t{255}));
    upper_half_ = largest_below > 127;
    add_ = 0x01010101U * static_cast<std::uint32_t>((upper_half_ ? 255 : 127) - largest_below);
  }

  /// Bits 0 to 3 for the four bytes.
  __device__ std::uint32_t above(std::uint32_t bytes) const {
    // Seven bits and what is missing to 128 carry into the eighth where they are above, and no further.
    const std::uint32_t sums = (bytes & 0x7F7F7F7FU) + add_;
    const std::uint32_t highest = (upper_half_ ? sums & bytes : sums | bytes) & 0x80808080U;
    return highest * 0x00204081U >> 28;  // bits 7, 15, 23 and 31 go to 28, 29, 30 and 31
  }

 private:
  bool upper_half_;
  std::uint32_t add_;
};

/// Packs the tile that begins at pixel `first`, of an image of bytes in linear memory. A thread has 16 pixels, half of
/// a word, at a time.
template <class Kind>
__device__ void pack_bytes(const PixelSource& source, Extent extent, Place first, TileBits<Kind>& bits) {
  constexpr int halves = Kind::tile_rows * halves_in_row;
  constexpr int rounds = (halves + least_tile_threads - 1) / least_tile_threads;
  const int half = threadIdx.x % halves_in_row;
  const int count = extent.width - (first.x + half * loaded_pixels);
  Bytes bytes[rounds];
#pragma unroll
  for (int i = 0; i < rounds; ++i) {  // loads first, so that they are under way together
    const int row = (threadIdx.x + i * blockDim.x) / halves_in_row;
    const bool inside = row < Kind::tile_rows && first.y + row < extent.height && count > 0;
    const unsigned char* begin = source.pixels + static_cast<std::size_t>(first.y + row) * source.pitch;
    bytes[i] = inside ? load_bytes(begin + first.x + half * loaded_pixels, count) : Bytes{};
  }
  const ByteThreshold threshold(source.threshold);
  const std::uint32_t in_row = count >= loaded_pixels ? 0xFFFFU : count > 0 ? (1U << count) - 1 : 0U;
#pragma unroll
  for (int i = 0; i < rounds; ++i) {
    const int row = (threadIdx.x + i * blockDim.x) / halves_in_row;
    if (row >= Kind::tile_rows) return;
    std::uint32_t above = 0;
    for (int k = 0; k < loaded_pixels / 4; ++k) above |= threshold.above(bytes[i].words[k]) << (4 * k);
    const std::uint32_t inside = first.y + row < extent.height ? in_row : 0U;
    auto* all = reinterpret_cast<std::uint16_t*>(bits.words);
    all[2 * bits.index_of(0, row) + half] = static_cast<std::uint16_t>((source.inverted ? ~above : above) & inside);
  }
}

/// The same for every image. A warp has a word, a thread a pixel.
template <class Kind>
__device__ void pack_pixels(const PixelSource& source, Extent extent, Place first, TileBits<Kind>& bits) {
  const int lane = threadIdx.x % warp_threads;
#pragma unroll 4
  for (int i = threadIdx.x / warp_threads; i < tile_words * Kind::tile_rows; i += blockDim.x / warp_threads) {
    const int x = first.x + word_columns * (i % tile_words) + lane;
    const int y = first.y + i / tile_words;
    const bool inside = x < extent.width && y < extent.height;
    const std::uint32_t word = __ballot_sync(whole_warp, inside && is_foreground(source, cell_at(source, x, y)));
    if (lane == 0) bits.words[bits.index_of(i % tile_words, i / tile_words)] = word;
  }
}

/// Packs a tile, and the background around it.
template <class Kind>
__device__ void pack_tile(const PixelSource& source, Extent extent, Place first, TileBits<Kind>& bits) {
  constexpr int row_words = TileBits<Kind>::row_words;
  for (int i = threadIdx.x; i < row_words; i += blockDim.x) bits.words[i] = 0;
  for (int y = threadIdx.x; y < Kind::tile_rows; y += blockDim.x) {
    bits.words[bits.index_of(-1, y)] = 0;
    bits.words[bits.index_of(tile_words, y)] = 0;
  }
  const bool bytes = source.format == PixelFormat::u8 || source.format == PixelFormat::unorm8;
  if (!Kind::values && bytes && source.pixels != nullptr) {
    pack_bytes<Kind>(source, extent, first, bits);
  } else {
    pack_pixels<Kind>(source, extent, first, bits);
  }
}

}  // namespace glccl::cuda
