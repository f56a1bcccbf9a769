// Cells: the elements of an image or of a slice as link_cells.cuh compares them, where neighbours are connected by
// their values. There is a type for each criterion and kind of format. Its comparisons are symmetric: is_linked(a, b)
// tells the same as is_linked(b, a).
#pragma once

#include <cuda_runtime.h>

#include "cuda/fast/links/bytes.cuh"
#include "cuda/runtime/criterion.cuh"
#include "cuda/runtime/launch.cuh"

namespace glccl::cuda {

/// A column of pixels of up to four bytes each, by integer_at() or as the bits of floats. The branches for the format
/// are taken once for all of them.
template <int count>
__device__ void load_column(const PixelSource& source, int x, const int (&rows)[count], uint (&pixels)[count]) {
  const auto load = [&](auto pixel) {
    using Pixel = decltype(pixel);
#pragma unroll
    for (int i = 0; i < count; ++i) {
      const unsigned char* row = source.pixels + static_cast<std::size_t>(rows[i]) * source.pitch;
      pixels[i] = reinterpret_cast<const Pixel*>(row)[x];
    }
  };
  if (source.pixels == nullptr) {
    for (int i = 0; i < count; ++i) {
      pixels[i] = source.format == PixelFormat::f32 ? __float_as_uint(color_at(source, x, rows[i]).x)
                                                    : integer_at(source, x, rows[i]);
    }
  } else if (is_byte(source.format)) {
    load(std::uint8_t{});
  } else if (source.format == PixelFormat::u16) {
    load(std::uint16_t{});
  } else {
    load(std::uint32_t{});
  }
}

/// Loads cells that are pixels of up to four bytes, and compares integers with the background.
struct PixelCells {
  using Cell = uint;
  const PixelSource& source;

  __device__ bool is_set(Cell cell) const { return !source.has_background || cell != source.background; }

  template <int count>
  __device__ void load(int x, const int (&rows)[count], Cell (&cells)[count]) const {
    load_column(source, x, rows, cells);
  }
};

/// Compares pixels by Equal.
struct EqualCells : PixelCells {
  __device__ bool is_linked(Cell a, Cell b) const { return a == b; }
};

/// Compares rg32u pixels by Equal.
struct IdCells {
  using Cell = uint2;
  const PixelSource& source;

  template <int count>
  __device__ void load(int x, const int (&rows)[count], Cell (&cells)[count]) const {
    for (int i = 0; i < count; ++i) cells[i] = words_at(source, x, rows[i]);
  }
  __device__ bool is_set(const Cell& cell) const {
    return !source.has_background || cell.x != source.background || cell.y != source.second_background;
  }
  __device__ bool is_linked(const Cell& a, const Cell& b) const { return a.x == b.x && a.y == b.y; }
};

/// Compares pixels of one unsigned channel by Difference.
struct IntegerCells : PixelCells {
  __device__ bool is_linked(Cell a, Cell b) const { return difference_of(a, b) <= source.span; }
};

/// Compares pixels of one signed channel by Difference.
struct SignedCells : PixelCells {
  __device__ bool is_linked(Cell a, Cell b) const {
    return difference_of(a ^ source.sign_bit, b ^ source.sign_bit) <= source.span;
  }
};

/// Compares rgba8 pixels by the sum of differences.
struct ColorCells : PixelCells {
  __device__ bool is_linked(Cell a, Cell b) const { return __vsadu4(a, b) <= source.span; }
};

/// Compares rgba8 pixels by the largest difference of a channel.
struct LargestCells : PixelCells {
  __device__ bool is_linked(Cell a, Cell b) const {
    return (source.above_bytes.find(__vabsdiffu4(a, b)) & 0x80808080U) == 0;
  }
};

/// Compares rgba8 pixels by luminance, which a pixel is converted to once. Links with the background do not count, for
/// its bit is 0.
struct LuminanceCells {
  using Cell = uint;
  const PixelSource& source;
  static constexpr uint unset = 1U << 31;  // of a pixel that is background

  template <int count>
  __device__ void load(int x, const int (&rows)[count], Cell (&cells)[count]) const {
    load_column(source, x, rows, cells);
    for (int i = 0; i < count; ++i) {
      const uint color = cells[i];
      const bool is_background = source.has_background && color == source.background;
      cells[i] = luminance_of(color & 0xFFU, color >> 8 & 0xFFU, color >> 16 & 0xFFU) | (is_background ? unset : 0U);
    }
  }
  __device__ bool is_set(Cell cell) const { return cell < unset; }
  __device__ bool is_linked(Cell a, Cell b) const { return difference_of(a, b) <= source.span; }
};

/// Compares f32 pixels by Difference.
struct FloatCells : PixelCells {
  __device__ bool is_set(Cell cell) const {
    return !source.has_background || __uint_as_float(cell) != source.background_color.x;
  }
  __device__ bool is_linked(Cell a, Cell b) const { return difference_of_floats(a, b) <= source.high; }
};

/// Compares pixels of floats other than f32 by the sum of differences.
struct FloatColorCells {
  using Cell = uint4;
  const PixelSource& source;

  template <int count>
  __device__ void load(int x, const int (&rows)[count], Cell (&cells)[count]) const {
    for (int i = 0; i < count; ++i) cells[i] = color_bits_at(source, x, rows[i]);
  }
  __device__ bool is_set(const Cell& cell) const { return !is_background_color(source, cell); }
  __device__ bool is_linked(const Cell& a, const Cell& b) const { return difference_of_colors(a, b) <= source.high; }
};

/// Compares pixels of several floats by the largest difference of a channel.
struct LargestFloatCells : FloatColorCells {
  __device__ bool is_linked(const Cell& a, const Cell& b) const { return are_channels_linked(source, a, b); }
};

/// Calls visit(cells) for what compares the source's pixels. `by_measure`: by a measure of Difference other than the
/// sum; else by Equal, or by the sum of differences.
template <bool by_measure, class Visit>
__device__ void with_cells(const PixelSource& source, const Visit& visit) {
  if constexpr (by_measure) {
    if (source.measure == Measure::luminance) {
      visit(LuminanceCells{source});
    } else if (source.floats) {
      visit(LargestFloatCells{{source}});
    } else {
      visit(LargestCells{{source}});
    }
  } else if (source.equal && source.format == PixelFormat::rg32u) {
    visit(IdCells{source});
  } else if (source.equal) {
    visit(EqualCells{{source}});
  } else if (source.format == PixelFormat::f32) {
    visit(FloatCells{{source}});
  } else if (source.floats) {
    visit(FloatColorCells{source});
  } else if (source.sign_bit != 0) {
    visit(SignedCells{{source}});
  } else if (source.format == PixelFormat::rgba8) {
    visit(ColorCells{{source}});
  } else {
    visit(IntegerCells{{source}});
  }
}

}  // namespace glccl::cuda
