// From elements to bits: the bits of the block's tile in shared memory.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/fast/links/bytes.cuh"
#include "cuda/fast/tiles.cuh"
#include "cuda/runtime/criterion.cuh"
#include "cuda/runtime/launch.cuh"
#include "cuda/runtime/slices.cuh"

namespace glccl::cuda {

/// A tile's bits in shared memory, with background around them: a word before each row and a row above. Rows of a plane
/// also have a word behind them, so that threads of a warp that take the words of bands of two rows reach all banks.
/// The word before the next row of a volume is the one behind a row, and a tile has a row below each slice and a slice
/// before the first.
template <class Shape>
struct TileBits {
  static constexpr int row_words = Shape::words + (Shape::is_plane ? 2 : 1);
  static constexpr int slice_rows = Shape::tile_y + (Shape::is_plane ? 1 : 2);
  static constexpr int slices_before = Shape::is_plane ? 0 : 1;
  static constexpr int framed_words = (Shape::tile_z + slices_before) * slice_rows * row_words + slices_before;
  uint words[framed_words];

  static __device__ int index_of(int word, int y, int z) {
    return ((z + slices_before) * slice_rows + y + 1) * row_words + word + 1;
  }

  /// The index of a word of the tile's rows.
  static __device__ int index_of_word(int word) {
    const Voxel row = row_of_tile<Shape>({}, word / Shape::words);
    return index_of(word % Shape::words, row.y, row.z);
  }

  /// The words as halves of 16 columns, two for each.
  __device__ std::uint16_t* halves() { return reinterpret_cast<std::uint16_t*>(words); }

  /// Stores the background.
  __device__ void clear_frame() {
    if constexpr (Shape::is_plane) {
      const uint row = threadIdx.x;
      if (row < row_words) words[row] = 0;
      if (row >= Shape::tile_y) return;
      words[index_of(-1, row, 0)] = words[index_of(Shape::words, row, 0)] = 0;
    } else {
      for (int i = threadIdx.x; i < framed_words; i += blockDim.x) {
        const int row = i / row_words;
        const bool in_frame = i % row_words == 0 || row % slice_rows == 0 || row < slices_before * slice_rows ||
                              row % slice_rows > Shape::tile_y;
        if (in_frame) words[i] = 0;
      }
    }
  }
};

/// Whether all of the tile that begins at `origin` is there, and its rows begin at multiples of 16 bytes.
template <class Shape>
__device__ bool is_whole(const VolumeSource& source, const Extent& extent, Voxel origin) {
  const PixelSource& pixels = source.pixels;
  const std::size_t places =
      reinterpret_cast<std::uintptr_t>(pixels.pixels) | pixels.pitch | (Shape::is_plane ? 0 : source.slice_pitch);
  return places % loaded_pixels == 0 && origin.x + Shape::columns <= extent.width &&
         origin.y + Shape::tile_y <= extent.height && origin.z + Shape::tile_z <= extent.depth;
}

/// Bits of 16 elements.
inline __device__ uint bits_of_elements(const PixelSource& pixels, const Bytes& bytes) {
  uint highest[loaded_pixels / 4];
#pragma unroll
  for (int k = 0; k < loaded_pixels / 4; ++k) highest[k] = bytes_in_range(pixels, bytes.words[k]);
  const uint set = bits_of_bytes(highest);
  return pixels.inverted ? ~set : set;
}

/// Packs the tile that begins at `origin` from bytes in linear memory. A thread takes 16 elements, half of a word, at a
/// time.
template <class Shape>
__device__ void pack_bytes(const VolumeSource& source, const Extent& extent, Voxel origin, TileBits<Shape>& bits) {
  constexpr int row_halves = Shape::columns / loaded_pixels;
  constexpr int rounds = (Shape::tile_rows * row_halves + least_tile_threads - 1) / least_tile_threads;
  const PixelSource& pixels = source.pixels;
  const int half = threadIdx.x % row_halves;
  const int first_row = threadIdx.x / row_halves;
  const int rows = blockDim.x / row_halves;  // of a round
  const Voxel first = row_of_tile<Shape>(origin, first_row);
  const unsigned char* begin = pixels.pixels + static_cast<std::size_t>(first.z) * source.slice_pitch +
                               static_cast<std::size_t>(first.y) * pixels.pitch + first.x + half * loaded_pixels;
  static_assert(Shape::is_plane || least_tile_threads / row_halves % Shape::tile_y == 0, "a round takes whole slices");
  const std::size_t step = Shape::is_plane ? rows * pixels.pitch : rows / Shape::tile_y * source.slice_pitch;
  const auto store = [&](int row, uint set) {
    bits.halves()[2 * bits.index_of_word(row * Shape::words) + half] = static_cast<std::uint16_t>(set);
  };
  Bytes bytes[rounds] = {};
  if (is_whole<Shape>(source, extent, origin)) {
#pragma unroll
    for (int i = 0; i < rounds; ++i) {  // All loads come first, so that they are in flight together.
      if (first_row + i * rows < Shape::tile_rows) bytes[i] = load_aligned_bytes(begin + i * step);
    }
#pragma unroll
    for (int i = 0; i < rounds; ++i) {
      const int row = first_row + i * rows;
      if (row < Shape::tile_rows) store(row, bits_of_elements(pixels, bytes[i]));
    }
    return;
  }
  const int count = extent.width - (origin.x + half * loaded_pixels);
#pragma unroll
  for (int i = 0; i < rounds; ++i) {
    const int row = first_row + i * rows;
    const bool inside = row < Shape::tile_rows && has<Shape>(extent, row_of_tile<Shape>(origin, row)) && count > 0;
    if (inside) bytes[i] = load_bytes(begin + i * step, count);
  }
  const uint in_row = first_columns(count);
#pragma unroll
  for (int i = 0; i < rounds; ++i) {
    const int row = first_row + i * rows;
    if (row >= Shape::tile_rows) return;
    const uint inside = has<Shape>(extent, row_of_tile<Shape>(origin, row)) ? in_row : 0U;
    store(row, bits_of_elements(pixels, bytes[i]) & inside);
  }
}

/// Whether an rg32u pixel is foreground.
inline __device__ bool is_id_set(const PixelSource& source, uint2 id) {
  bool inside = is_in_range(source, source.channel == 1 ? id.y : id.x);
  if (source.channel > 3) inside = inside || is_in_range(source, id.y);
  return inside != source.inverted;
}

/// Packs the tile that begins at `origin`, where is_set(slice, x, y) tells what is foreground. A warp takes a word, a
/// thread an element.
template <class Shape, class IsSet>
__device__ void pack_words(const IsSet& is_set, const VolumeSource& source, const Extent& extent, Voxel origin,
                           TileBits<Shape>& bits) {
  const int lane = threadIdx.x % warp_threads;
#pragma unroll(Shape::is_plane ? 4 : 1)
  for (int i = threadIdx.x / warp_threads; i < Shape::tile_words; i += blockDim.x / warp_threads) {
    const Voxel at = voxel_in_tile<Shape>(origin, i * WORD_COLUMNS + lane);
    const bool inside = has<Shape>(extent, at);
    const uint word = __ballot_sync(whole_warp, inside && is_set(slice_of(source, at.z), at.x, at.y));
    if (lane == 0) bits.words[bits.index_of_word(i)] = word;
  }
}

/// Copies the tile that begins at `origin` from PixelSource::words.
template <class Shape>
__device__ void copy_words(const PixelSource& source, const Extent& extent, Voxel origin, TileBits<Shape>& bits) {
  for (int i = threadIdx.x; i < Shape::tile_words; i += blockDim.x) {
    const Voxel at = voxel_in_tile<Shape>(origin, i * WORD_COLUMNS);
    bits.words[bits.index_of_word(i)] = has<Shape>(extent, at) ? integer_at(source, at.x / WORD_COLUMNS, at.y) : 0U;
  }
}

/// Packs the tile that begins at `origin`.
template <class Shape>
__device__ void pack_tile(const VolumeSource& source, const Extent& extent, Voxel origin, TileBits<Shape>& bits) {
  const PixelSource& pixels = source.pixels;
  if (Shape::is_plane && pixels.words) {
    copy_words(pixels, extent, origin, bits);
  } else if (is_byte(pixels.format) && pixels.sign_bit == 0 && pixels.pixels != nullptr) {
    pack_bytes(source, extent, origin, bits);
  } else if (pixels.format == PixelFormat::rg32u) {
    pack_words([](const PixelSource& slice, int x, int y) { return is_id_set(slice, words_at(slice, x, y)); }, source,
               extent, origin, bits);
  } else {
    pack_words([](const PixelSource& slice, int x, int y) { return is_foreground_at(slice, x, y); }, source, extent,
               origin, bits);
  }
}

}  // namespace glccl::cuda
