// Pixel formats and images in memory, for every engine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "glccl/api.h"
#include "glccl/types.hpp"

namespace glccl {

/// How a pixel is stored. The format decides the units of a criterion.
enum class PixelFormat {
  u8,            ///< One 8-bit integer (GL_R8UI).
  u16,           ///< One 16-bit integer (GL_R16UI).
  u32,           ///< One 32-bit integer (GL_R32UI).
  i8,            ///< One signed 8-bit integer (GL_R8I).
  i16,           ///< One signed 16-bit integer (GL_R16I).
  i32,           ///< One signed 32-bit integer (GL_R32I).
  rg32u,         ///< Two 32-bit integers, such as an id of 64 bits (GL_RG32UI).
  unorm8,        ///< One byte that stands for 0..1 (GL_R8).
  f16,           ///< One half float (GL_R16F).
  f32,           ///< One float (GL_R32F).
  rg16f,         ///< Two half floats (GL_RG16F).
  rg32f,         ///< Two floats (GL_RG32F).
  rgba8,         ///< Four bytes red, green, blue, alpha that each stand for 0..1 (GL_RGBA8).
  srgb8_alpha8,  ///< Four bytes whose colours shaders read decoded (GL_SRGB8_ALPHA8). OpenGL only.
  rgba16f,       ///< Four half floats (GL_RGBA16F).
  depth24,       ///< A depth of 24 bits that stands for 0..1 (GL_DEPTH_COMPONENT24). OpenGL only.
  depth32f,      ///< A depth as a float, 0..1 (GL_DEPTH_COMPONENT32F). OpenGL only.
  rg8,           ///< Two bytes that each stand for 0..1 (GL_RG8). OpenGL only.
  rgb8,          ///< Three bytes that each stand for 0..1 (GL_RGB8). OpenGL only.
  srgb8,         ///< Three bytes whose colours shaders read decoded (GL_SRGB8). OpenGL only.
  rgb32f,        ///< Three floats (GL_RGB32F). OpenGL only.
  rgba32f,       ///< Four floats (GL_RGBA32F). OpenGL only.
  rg32i,         ///< Two signed 32-bit integers (GL_RG32I). OpenGL only.
  rgb32u,        ///< Three 32-bit integers (GL_RGB32UI). OpenGL only.
  rgb32i,        ///< Three signed 32-bit integers (GL_RGB32I). OpenGL only.
  rgba32u,       ///< Four 32-bit integers (GL_RGBA32UI). OpenGL only.
  rgba32i,       ///< Four signed 32-bit integers (GL_RGBA32I). OpenGL only.
};

/// The properties of a format.
struct FormatTraits {
  PixelFormat format = PixelFormat::u8;  ///< The format that this row is about.
  std::string_view name;                 ///< Its name as in PixelFormat, "u8".
  std::string_view gl_name;              ///< OpenGL's internal format without GL_, "R8UI".
  int channels = 1;                      ///< 1 to 4.
  int bytes = 1;                         ///< Bytes of a pixel in memory; 0 for formats that only textures have.
  bool is_integer = false;               ///< Shaders read integers.
  bool is_signed = false;                ///< Its integers are signed.
  bool has_equal = false;                ///< The criterion Equal is defined for it.
  bool is_srgb = false;                  ///< Shaders read colours decoded.
  float scale = 1.0F;                    ///< A stored value is the value that a shader reads, times this.

  /// Whether shaders read floats that a criterion takes as they are: stored floats, and depths.
  bool has_floats() const { return !is_integer && scale == 1.0F; }

  /// The bit to flip in an integer of 32 bits so that unsigned integers have the order of the values.
  std::uint32_t sign_bit() const { return is_signed ? 0x80000000U : 0U; }

  /// Whether the criterion Difference is defined for it: not for integers of several channels, which are ids.
  bool has_difference() const { return !is_integer || channels == 1; }

  /// Whether a measure of Difference is defined for it: Measure::luminance is for colours of bytes, Measure::largest
  /// for several channels.
  bool has_measure(Measure measure) const {
    if (measure == Measure::luminance) return channels >= 3 && scale == 255.0F;
    return has_difference() && (measure == Measure::sum || channels > 1);
  }
};

/// The one table of formats, in the order of PixelFormat.
GLCCL_API std::span<const FormatTraits> pixel_formats();

/// The row of one format.
GLCCL_API const FormatTraits& traits_of(PixelFormat format);

/// Bytes of a pixel in memory: 1, 2, 4 or 8; 0 for formats that only textures have.
inline std::size_t bytes_per_pixel(PixelFormat format) { return static_cast<std::size_t>(traits_of(format).bytes); }

/// An image or volume in memory that the view does not own. Element (x, y, z) begins at byte
/// z * slice_bytes + y * row_bytes + x * bytes_per_pixel(format).
struct ImageView {
  const void* data = nullptr;            ///< The first byte of element (0, 0, 0).
  PixelFormat format = PixelFormat::u8;  ///< How an element is stored.
  Extent extent;                         ///< Width, height and depth in elements.
  std::size_t row_bytes = 0;             ///< Bytes from a row to the next; 0: rows have no gaps.
  std::size_t slice_bytes = 0;           ///< Bytes from a slice to the next; 0: slices have no gaps.

  /// Bytes from a row to the next.
  std::size_t row_pitch() const {
    return row_bytes != 0 ? row_bytes : static_cast<std::size_t>(extent.width) * bytes_per_pixel(format);
  }

  /// Bytes from a slice to the next.
  std::size_t slice_pitch() const {
    return slice_bytes != 0 ? slice_bytes : static_cast<std::size_t>(extent.height) * row_pitch();
  }

  /// The first byte of row y of slice z.
  const std::uint8_t* row(int y, int z = 0) const {
    return static_cast<const std::uint8_t*>(data) + static_cast<std::size_t>(z) * slice_pitch() +
           static_cast<std::size_t>(y) * row_pitch();
  }
};

/// The formats of the images that a labeling reads, for memory and programs that are made before it.
struct InputFormats {
  PixelFormat image = PixelFormat::u8;                  ///< The format of the labeled image.
  std::optional<PixelFormat> mask = std::nullopt;       ///< The format of the mask; nothing: no mask.
  std::optional<PixelFormat> intensity = std::nullopt;  ///< The format of the image of intensities; nothing: none.
};

}  // namespace glccl
