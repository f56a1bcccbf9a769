// From pixels to segments. The input of Stava and Benes' chapter is segmented: every pixel has a value, 0 is
// background, and neighbours of the same value are linked (section 35.3.2). Two criteria come down to that: Foreground
// to the segment 1, Equal to the stored value, from which exclusive or with the background makes 0. Where Equal has no
// background, segment 0 is one like any other: is_foreground() tells. Difference does not come down to segments: of
// three neighbouring pixels two pairs may be linked and the third pair not. Methods that have Difference compare cells,
// pair by pair.
//
// The format is a number at run time, the same for all threads. Its branches cost a few instructions beside a load, and
// no kernel has to be compiled once per format.
#pragma once

#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/runtime/arrays.cuh"
#include "cuda/runtime/job.hpp"

namespace glccl::cuda {

/// The bits of a pixel of a format that stores integers: the integer, which of a signed one is not extended, or for
/// rgba8 red | green << 8 | blue << 16 | alpha << 24.
inline __device__ std::uint32_t integer_at(const PixelSource& source, int x, int y) {
  if (source.pixels == nullptr) {
    switch (source.format) {
      case PixelFormat::u16:
        return texel_at<unsigned short>(source, x, y);
      case PixelFormat::u32:
        return texel_at<unsigned int>(source, x, y);
      case PixelFormat::rgba8: {
        const uchar4 color = texel_at<uchar4>(source, x, y);
        return color.x | color.y << 8U | color.z << 16U | static_cast<std::uint32_t>(color.w) << 24U;
      }
      default:
        return texel_at<unsigned char>(source, x, y);
    }
  }
  const unsigned char* row = source.pixels + static_cast<std::size_t>(y) * source.pitch;
  switch (source.format) {
    case PixelFormat::u16:
      return reinterpret_cast<const std::uint16_t*>(row)[x];
    case PixelFormat::u32:
    case PixelFormat::rgba8:
      return reinterpret_cast<const std::uint32_t*>(row)[x];
    default:
      return row[x];
  }
}

/// The words of an rg32u pixel.
inline __device__ uint2 words_at(const PixelSource& source, int x, int y) {
  if (source.pixels == nullptr) return texel_at<uint2>(source, x, y);
  return reinterpret_cast<const uint2*>(source.pixels + static_cast<std::size_t>(y) * source.pitch)[x];
}

/// Component::value of a pixel of a format that stores integers.
inline __device__ std::uint32_t value_at(const PixelSource& source, int x, int y) {
  if (source.format == PixelFormat::rg32u) return words_at(source, x, y).x;
  return (integer_at(source, x, y) ^ source.sign_bit) - source.sign_bit;  // extends the sign
}

/// color_at() in the formats f16, rg16f and rg32f.
inline __device__ float4 narrow_color_at(const PixelSource& source, int x, int y) {
  float2 color = {0.0F, 0.0F};
  if (source.pixels == nullptr) {
    if (source.format == PixelFormat::f16) {
      color.x = texel_at<float>(source, x, y);
    } else {
      color = texel_at<float2>(source, x, y);
    }
  } else {
    const unsigned char* row = source.pixels + static_cast<std::size_t>(y) * source.pitch;
    if (source.format == PixelFormat::f16) {
      color.x = __half2float(reinterpret_cast<const __half*>(row)[x]);
    } else if (source.format == PixelFormat::rg16f) {
      color = __half22float2(reinterpret_cast<const __half2*>(row)[x]);
    } else {
      color = reinterpret_cast<const float2*>(row)[x];
    }
  }
  return {color.x, color.y, 0.0F, 0.0F};
}

/// A pixel of a format that stores floats. Zeros follow its channels.
inline __device__ float4 color_at(const PixelSource& source, int x, int y) {
  if (source.pixels == nullptr) {
    if (source.format == PixelFormat::f32) return {texel_at<float>(source, x, y), 0.0F, 0.0F, 0.0F};
    if (source.format == PixelFormat::rgba16f) return texel_at<float4>(source, x, y);
    return narrow_color_at(source, x, y);
  }
  const unsigned char* row = source.pixels + static_cast<std::size_t>(y) * source.pitch;
  if (source.format == PixelFormat::f32) return {reinterpret_cast<const float*>(row)[x], 0.0F, 0.0F, 0.0F};
  if (source.format != PixelFormat::rgba16f) return narrow_color_at(source, x, y);
  const __half2* halves = reinterpret_cast<const __half2*>(row) + 2 * x;
  const float2 red_green = __half22float2(halves[0]);
  const float2 blue_alpha = __half22float2(halves[1]);
  return {red_green.x, red_green.y, blue_alpha.x, blue_alpha.y};
}

/// Whether a stored integer, with its sign bit flipped, or a difference of two, lies in the range.
inline __device__ bool is_in_range(const PixelSource& source, std::uint32_t value) {
  return value - source.first <= source.span;
}

/// The eighth bits of the bytes of a word that lie in the range. Requires a format that stores bytes.
inline __device__ std::uint32_t bytes_in_range(const PixelSource& source, std::uint32_t bytes) {
  return source.below_bytes.find(bytes) & ~source.above_bytes.find(bytes) & 0x80808080U;
}

/// Whether a float lies in the range.
inline __device__ bool is_in_range(const PixelSource& source, float value) {
  return value > source.low && value <= source.high;
}

/// Whether the deciding channel of a pixel of a format that stores floats lies in the range.
inline __device__ bool is_in_range(const PixelSource& source, const float4& color) {
  float value = color.x;
  if (source.channel == 1) value = color.y;
  if (source.channel == 2) value = color.z;
  if (source.channel == 3) value = color.w;
  if (is_in_range(source, value)) return true;
  if (source.channel < 4) return false;
  if (is_in_range(source, color.y)) return true;
  return source.channel == 4 && (is_in_range(source, color.z) || is_in_range(source, color.w));
}

/// Whether pixel (x, y), which lies in the image, is foreground by the criterion Foreground.
inline __device__ bool is_foreground_at(const PixelSource& source, int x, int y) {
  bool inside = false;
  if (source.floats) {
    inside = is_in_range(source, color_at(source, x, y));
  } else {
    const std::uint32_t value = integer_at(source, x, y);
    if (source.format == PixelFormat::rgba8 && source.channel > 3) {
      inside = bytes_in_range(source, value) != 0;
    } else if (source.format == PixelFormat::rgba8) {
      inside = is_in_range(source, value >> (8 * source.channel) & 0xFFU);
    } else {
      inside = is_in_range(source, value ^ source.sign_bit);
    }
  }
  return inside != source.inverted;
}

/// The segment of pixel (x, y), which lies in the image. 0 is background, if there is a background.
inline __device__ std::uint32_t segment_at(const PixelSource& source, int x, int y) {
  if (source.equal) return integer_at(source, x, y) ^ source.background;
  return is_foreground_at(source, x, y) ? 1U : 0U;
}

/// The channels of a pixel of a format that stores floats, as bits.
inline __device__ uint4 color_bits_at(const PixelSource& source, int x, int y) {
  const float4 color = color_at(source, x, y);
  return {__float_as_uint(color.x), __float_as_uint(color.y), __float_as_uint(color.z), __float_as_uint(color.w)};
}

/// The cell of pixel (x, y), which lies in the image, for are_linked(): its segment in x. With Difference its channels,
/// as unsigned integers of the same order or as the bits of floats, and zeros for channels that the format lacks.
inline __device__ uint4 cell_at(const PixelSource& source, int x, int y) {
  if (!source.difference) return {segment_at(source, x, y), 0, 0, 0};
  if (source.floats) return color_bits_at(source, x, y);
  const std::uint32_t value = integer_at(source, x, y);
  if (source.format != PixelFormat::rgba8) return {value ^ source.sign_bit, 0, 0, 0};
  return {value & 0xFFU, value >> 8 & 0xFFU, value >> 16 & 0xFFU, value >> 24};
}

/// Whether a pixel with this segment belongs to a component.
inline __device__ bool is_foreground(const PixelSource& source, std::uint32_t segment) {
  return segment != 0 || !source.has_background;
}

/// Whether the channels of a pixel of a format that stores floats are those of the background.
inline __device__ bool is_background_color(const PixelSource& source, const uint4& bits) {
  const float4& color = source.background_color;
  return source.has_background && __uint_as_float(bits.x) == color.x && __uint_as_float(bits.y) == color.y &&
         __uint_as_float(bits.z) == color.z && __uint_as_float(bits.w) == color.w;
}

/// Whether a pixel with this cell belongs to a component.
inline __device__ bool is_foreground(const PixelSource& source, const uint4& cell) {
  if (!source.difference) return is_foreground(source, cell.x);
  if (source.floats) return !is_background_color(source, cell);
  const std::uint32_t word = (cell.x ^ source.sign_bit) | cell.y << 8 | cell.z << 16 | cell.w << 24;
  return !source.has_background || word != source.background;
}

inline __device__ std::uint32_t difference_of(std::uint32_t a, std::uint32_t b) { return max(a, b) - min(a, b); }

inline __device__ float difference_of_floats(std::uint32_t a, std::uint32_t b) {
  return fabsf(__uint_as_float(a) - __uint_as_float(b));
}

/// The sum of the differences of the channels of two pixels, which are floats.
inline __device__ float difference_of_colors(const uint4& a, const uint4& b) {
  return difference_of_floats(a.x, b.x) + difference_of_floats(a.y, b.y) + difference_of_floats(a.z, b.z) +
         difference_of_floats(a.w, b.w);
}

/// Whether no channel of two pixels, which are floats, differs by more than the largest difference.
inline __device__ bool are_channels_linked(const PixelSource& source, const uint4& a, const uint4& b) {
  return difference_of_floats(a.x, b.x) <= source.high && difference_of_floats(a.y, b.y) <= source.high &&
         difference_of_floats(a.z, b.z) <= source.high && difference_of_floats(a.w, b.w) <= source.high;
}

/// 256 times the luminance of a colour.
inline __device__ std::uint32_t luminance_of(std::uint32_t red, std::uint32_t green, std::uint32_t blue) {
  return 77 * red + 150 * green + 29 * blue;
}

/// Whether two neighbouring pixels are linked. `measure` is that of the source. Integer sums have four summands of a
/// byte or one of 32 bits, so they do not overflow. Float arithmetic is that of glccl/spec.hpp, with denormals, which
/// nvcc keeps unless told otherwise.
template <Measure measure>
__device__ bool are_linked(const PixelSource& source, uint4 a, uint4 b) {
  if (!source.difference) return a.x == b.x && is_foreground(source, a.x);
  if (source.has_background && !(is_foreground(source, a) && is_foreground(source, b))) return false;
  if constexpr (measure == Measure::luminance) {
    return difference_of(luminance_of(a.x, a.y, a.z), luminance_of(b.x, b.y, b.z)) <= source.span;
  } else if constexpr (measure == Measure::largest) {
    if (source.floats) return are_channels_linked(source, a, b);
    return difference_of(a.x, b.x) <= source.span && difference_of(a.y, b.y) <= source.span &&
           difference_of(a.z, b.z) <= source.span && difference_of(a.w, b.w) <= source.span;
  } else {
    if (source.floats) return difference_of_colors(a, b) <= source.high;
    const std::uint32_t sum =
        difference_of(a.x, b.x) + difference_of(a.y, b.y) + difference_of(a.z, b.z) + difference_of(a.w, b.w);
    return sum <= source.span;
  }
}

}  // namespace glccl::cuda
