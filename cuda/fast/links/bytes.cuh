// Pixels of a byte each, in linear memory: loaded 16 at a time and compared four at a time.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "cuda/fast/links/words.cuh"
#include "glccl/types.hpp"

namespace glccl::cuda {

/// Whether pixels of the format are bytes.
inline __device__ bool is_byte(PixelFormat format) {
  return format == PixelFormat::u8 || format == PixelFormat::unorm8;
}

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
#pragma unroll
    for (int i = 0; i < loaded_pixels / 4; ++i) {
      const uint high = words[i + 1];
      bytes.words[i] = __funnelshift_r(low, high, shift);
      low = high;
    }
  } else {
#pragma unroll
    for (int i = 0; i < loaded_pixels; ++i) {  // With any other loop the words would lie in local memory.
      if (i < count) bytes.words[i / 4] |= static_cast<uint>(pixels[i]) << (8 * (i % 4));
    }
  }
  return bytes;
}

/// Bits 0 to 3: the highest bits of four bytes. The other bits are 0.
inline __device__ uint bits_of_bytes(uint highest) {
  return highest * 0x00204081U >> 28;  // bits 7, 15, 23 and 31 go to 28, 29, 30 and 31
}

/// The highest bits of the bytes that are not zero.
inline __device__ uint highest_if_nonzero(uint bytes) {
  return (((bytes & 0x7F7F7F7FU) + 0x7F7F7F7FU) | bytes) & 0x80808080U;
}

}  // namespace glccl::cuda
