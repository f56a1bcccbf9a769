// Pixel formats as OpenGL names them. glccl/image.hpp has the table of formats; here are its enumerators in OpenGL, and
// the internal formats that are read as one of them.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "engine/gl/functions/opengl.hpp"
#include "glccl/image.hpp"

namespace glccl::gl {

/// How textures of a pixel format are made and filled.
struct TextureFormat {
  PixelFormat format = PixelFormat::u8;
  GLenum internal_format = GL_NONE;  ///< For glTextureStorage.
  GLenum transfer_format = GL_NONE;  ///< For glTextureSubImage, with `transfer_type`: pixels as image.hpp stores them.
  GLenum transfer_type = GL_NONE;
  GLenum copy_format = GL_NONE;  ///< Has the values that shaders read of the format, and shaders can store into it.
};

/// The row of a pixel format.
const TextureFormat& texture_format_of(PixelFormat format);

/// The row of an internal format; null where no pixel format has it.
const TextureFormat* find_texture_format(GLenum internal_format);

/// The numbers that texels store.
enum class Numbers {
  unknown,            ///< Of compressed formats, and of formats without a red channel.
  unsigned_integer,   ///< Integers.
  signed_integer,     ///< Signed integers.
  floating,           ///< Floats.
  normalized,         ///< Integers that stand for 0..1.
  signed_normalized,  ///< Integers that stand for -1..1.
  srgb,               ///< Bytes that stand for 0..1, the colours encoded.
  depth,              ///< Integers that stand for a depth of 0..1, perhaps with stencil.
  floating_depth,     ///< Floats that are a depth, perhaps with stencil.
  stencil,            ///< Stencil alone.
};

/// What an internal format stores in a texel.
struct StoredTexels {
  Numbers numbers = Numbers::unknown;
  std::array<int, 4> bits{};  ///< Of red, green, blue, alpha; of depths those of depth and stencil; 0: lacks it.

  bool is_depth() const { return numbers == Numbers::depth || numbers == Numbers::floating_depth; }

  /// Whether GL_DEPTH_STENCIL_TEXTURE_MODE tells which of two aspects shaders read.
  bool has_both_aspects() const { return is_depth() && bits[1] != 0; }

  /// Whether texels are fractions other than bytes that stand for 0..1. Drivers round them when shaders read them.
  bool has_wide_fractions() const;

  friend bool operator==(const StoredTexels&, const StoredTexels&) = default;
};

/// What a sized, uncompressed format of OpenGL 4.6 stores; nothing for others.
std::optional<StoredTexels> find_stored(GLenum internal_format);

/// The sized format that stores this; GL_NONE if there is none.
GLenum find_sized_format(const StoredTexels& stored);

/// The pixel format as which such texels, and of depths the depth, are read; nothing for Numbers::unknown.
std::optional<PixelFormat> pixel_format_of(const StoredTexels& stored);

/// "GL_RGB8UI"; in hexadecimal for a format of no version of OpenGL.
std::string name_of_format(GLenum internal_format);

}  // namespace glccl::gl
