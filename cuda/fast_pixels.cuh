// From pixels to bits.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "criterion.cuh"
#include "fast_words.cuh"

namespace glccl::cuda {

constexpr int warp_threads = 32;
constexpr unsigned whole_warp = 0xFFFFFFFFU;

/// Whether the image's bytes can be loaded four at a time: one byte a pixel in linear memory, with rows that begin at
/// multiples of 4.
inline __device__ bool has_aligned_bytes(const SourceView& source) {
  const bool bytes = source.format == PixelFormat::u8 || source.format == PixelFormat::unorm8;
  return bytes && source.pixels != nullptr && (reinterpret_cast<std::uintptr_t>(source.pixels) | source.pitch) % 4 == 0;
}

/// The foreground of the pixels (x, y) to (x + 3, y) in bits 0 to 3; x is a multiple of 4. Four bytes are loaded at
/// once where the row has them: what lies behind its end may be nobody's memory.
inline __device__ std::uint32_t four_bits_at(const SourceView& source, Size size, int x, int y) {
  if (x >= size.width || y >= size.height) return 0;
  const unsigned char* pixels = source.pixels + static_cast<std::size_t>(y) * source.pitch + x;
  const int count = min(4, size.width - x);
  std::uint32_t bytes = 0;
  if (count == 4) {
    bytes = *reinterpret_cast<const std::uint32_t*>(pixels);
  } else {
    for (int i = 0; i < count; ++i) bytes |= static_cast<std::uint32_t>(pixels[i]) << (8 * i);
  }
  const int threshold = static_cast<int>(min(max(source.threshold, std::int64_t{-1}), std::int64_t{255}));
  std::uint32_t bits = 0;
  for (int i = 0; i < 4; ++i) bits |= static_cast<int>(bytes >> (8 * i) & 0xFFU) > threshold ? 1U << i : 0U;
  return (source.inverted ? ~bits : bits) & ((1U << count) - 1);
}

/// Packs the tile that begins at pixel `first`, whose image has aligned bytes, into tile_words words a row. A warp has
/// a row, a thread 4 pixels; 8 threads next to each other put a word together.
template <class Kind>
__device__ void pack_bytes(const SourceView& source, Size size, Place first, std::uint32_t* bits) {
  const int lane = threadIdx.x % warp_threads;
  for (int row = threadIdx.x / warp_threads; row < Kind::tile_rows; row += tile_threads / warp_threads) {
    std::uint32_t word = four_bits_at(source, size, first.x + 4 * lane, first.y + row) << (4 * (lane % 8));
    for (int distance = 1; distance < 8; distance *= 2) word |= __shfl_xor_sync(whole_warp, word, distance);
    if (lane % 8 == 0) bits[row * tile_words + lane / 8] = word;
  }
}

/// The same for every image. A warp has a word, a thread a pixel.
template <class Kind>
__device__ void pack_pixels(const SourceView& source, Size size, Place first, std::uint32_t* bits) {
  const int lane = threadIdx.x % warp_threads;
  for (int i = threadIdx.x / warp_threads; i < tile_words * Kind::tile_rows; i += tile_threads / warp_threads) {
    const int x = first.x + word_columns * (i % tile_words) + lane;
    const int y = first.y + i / tile_words;
    const bool inside = x < size.width && y < size.height;
    const std::uint32_t word = __ballot_sync(whole_warp, inside && is_foreground(source, cell_at(source, x, y)));
    if (lane == 0) bits[i] = word;
  }
}

}  // namespace glccl::cuda
