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

/// The pixels from `pixels` on, whose address is a multiple of 16.
inline __device__ Bytes load_aligned_bytes(const unsigned char* pixels) {
  const uint4 words = *reinterpret_cast<const uint4*>(pixels);
  return {{words.x, words.y, words.z, words.w}};
}

/// The pixels from `pixels` on, `count` of them to the end of the row, at any address. Loads whole words at addresses
/// that are multiples of 4 only if they end within the row: memory behind it may not belong to the image. The first
/// word may begin before the pixels, for no memory that a GPU reaches begins inside such a word.
inline __device__ Bytes load_bytes(const unsigned char* pixels, int count) {
  Bytes bytes = {};
  const auto address = reinterpret_cast<std::uintptr_t>(pixels);
  if (address % 16 == 0 && count >= loaded_pixels) {
    bytes = load_aligned_bytes(pixels);
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

/// Bit i: the highest bit of byte i. The other bits of the bytes are 0.
inline __device__ uint bits_of_bytes(const uint (&highest)[4]) {
  constexpr uint first = 0x08040201;  // of a word's bytes, as sums of 128 times these
  constexpr uint second = 0x80402010;
  const uint low = __dp4a(highest[1], second, __dp4a(highest[0], first, 0U));
  const uint high = __dp4a(highest[3], second, __dp4a(highest[2], first, 0U));
  return low >> 7 | high << 1;
}

/// The highest bits of the bytes that are not zero.
inline __device__ uint highest_if_nonzero(uint bytes) {
  return (((bytes & 0x7F7F7F7FU) + 0x7F7F7F7FU) | bytes) & 0x80808080U;
}

}  // namespace glccl::cuda
