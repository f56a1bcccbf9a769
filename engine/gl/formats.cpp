#include "engine/gl/formats.hpp"

#include <algorithm>
#include <cstddef>

namespace glccl::gl {
namespace {

/// In the order of PixelFormat.
constexpr std::array formats = {
    TextureFormat{PixelFormat::u8, GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, GL_R8UI},
    TextureFormat{PixelFormat::u16, GL_R16UI, GL_RED_INTEGER, GL_UNSIGNED_SHORT, GL_R16UI},
    TextureFormat{PixelFormat::u32, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, GL_R32UI},
    TextureFormat{PixelFormat::i8, GL_R8I, GL_RED_INTEGER, GL_BYTE, GL_R8I},
    TextureFormat{PixelFormat::i16, GL_R16I, GL_RED_INTEGER, GL_SHORT, GL_R16I},
    TextureFormat{PixelFormat::i32, GL_R32I, GL_RED_INTEGER, GL_INT, GL_R32I},
    TextureFormat{PixelFormat::rg32u, GL_RG32UI, GL_RG_INTEGER, GL_UNSIGNED_INT, GL_RG32UI},
    TextureFormat{PixelFormat::unorm8, GL_R8, GL_RED, GL_UNSIGNED_BYTE, GL_R8},
    TextureFormat{PixelFormat::f16, GL_R16F, GL_RED, GL_HALF_FLOAT, GL_R16F},
    TextureFormat{PixelFormat::f32, GL_R32F, GL_RED, GL_FLOAT, GL_R32F},
    TextureFormat{PixelFormat::rg16f, GL_RG16F, GL_RG, GL_HALF_FLOAT, GL_RG16F},
    TextureFormat{PixelFormat::rg32f, GL_RG32F, GL_RG, GL_FLOAT, GL_RG32F},
    TextureFormat{PixelFormat::rgba8, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_RGBA8},
    TextureFormat{PixelFormat::srgb8_alpha8, GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_RGBA32F},
    TextureFormat{PixelFormat::rgba16f, GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, GL_RGBA16F},
    TextureFormat{PixelFormat::depth24, GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, GL_R32F},
    TextureFormat{PixelFormat::depth32f, GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, GL_R32F},
    TextureFormat{PixelFormat::rg8, GL_RG8, GL_RG, GL_UNSIGNED_BYTE, GL_RG8},
    TextureFormat{PixelFormat::rgb8, GL_RGB8, GL_RGB, GL_UNSIGNED_BYTE, GL_RGBA8},
    TextureFormat{PixelFormat::srgb8, GL_SRGB8, GL_RGB, GL_UNSIGNED_BYTE, GL_RGBA32F},
    TextureFormat{PixelFormat::rgb32f, GL_RGB32F, GL_RGB, GL_FLOAT, GL_RGBA32F},
    TextureFormat{PixelFormat::rgba32f, GL_RGBA32F, GL_RGBA, GL_FLOAT, GL_RGBA32F},
    TextureFormat{PixelFormat::rg32i, GL_RG32I, GL_RG_INTEGER, GL_INT, GL_RG32I},
    TextureFormat{PixelFormat::rgb32u, GL_RGB32UI, GL_RGB_INTEGER, GL_UNSIGNED_INT, GL_RGBA32UI},
    TextureFormat{PixelFormat::rgb32i, GL_RGB32I, GL_RGB_INTEGER, GL_INT, GL_RGBA32I},
    TextureFormat{PixelFormat::rgba32u, GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT, GL_RGBA32UI},
    TextureFormat{PixelFormat::rgba32i, GL_RGBA32I, GL_RGBA_INTEGER, GL_INT, GL_RGBA32I},
};

struct SizedFormat {
  GLenum value;
  const char* name;  ///< Without GL_.
  StoredTexels stored;
};

using enum Numbers;

/// The sized formats of OpenGL 4.6, uncompressed. Of formats that store the same, the first is the one that is made.
constexpr SizedFormat sized_formats[] = {
    {GL_R8, "R8", {normalized, {8}}},
    {GL_R16, "R16", {normalized, {16}}},
    {GL_RG8, "RG8", {normalized, {8, 8}}},
    {GL_RG16, "RG16", {normalized, {16, 16}}},
    {GL_R3_G3_B2, "R3_G3_B2", {normalized, {3, 3, 2}}},
    {GL_RGB4, "RGB4", {normalized, {4, 4, 4}}},
    {GL_RGB5, "RGB5", {normalized, {5, 5, 5}}},
    {GL_RGB565, "RGB565", {normalized, {5, 6, 5}}},
    {GL_RGB8, "RGB8", {normalized, {8, 8, 8}}},
    {GL_RGB10, "RGB10", {normalized, {10, 10, 10}}},
    {GL_RGB12, "RGB12", {normalized, {12, 12, 12}}},
    {GL_RGB16, "RGB16", {normalized, {16, 16, 16}}},
    {GL_RGBA2, "RGBA2", {normalized, {2, 2, 2, 2}}},
    {GL_RGBA4, "RGBA4", {normalized, {4, 4, 4, 4}}},
    {GL_RGB5_A1, "RGB5_A1", {normalized, {5, 5, 5, 1}}},
    {GL_RGBA8, "RGBA8", {normalized, {8, 8, 8, 8}}},
    {GL_RGB10_A2, "RGB10_A2", {normalized, {10, 10, 10, 2}}},
    {GL_RGBA12, "RGBA12", {normalized, {12, 12, 12, 12}}},
    {GL_RGBA16, "RGBA16", {normalized, {16, 16, 16, 16}}},
    {GL_SRGB8, "SRGB8", {srgb, {8, 8, 8}}},
    {GL_SRGB8_ALPHA8, "SRGB8_ALPHA8", {srgb, {8, 8, 8, 8}}},
    {GL_R8_SNORM, "R8_SNORM", {signed_normalized, {8}}},
    {GL_R16_SNORM, "R16_SNORM", {signed_normalized, {16}}},
    {GL_RG8_SNORM, "RG8_SNORM", {signed_normalized, {8, 8}}},
    {GL_RG16_SNORM, "RG16_SNORM", {signed_normalized, {16, 16}}},
    {GL_RGB8_SNORM, "RGB8_SNORM", {signed_normalized, {8, 8, 8}}},
    {GL_RGB16_SNORM, "RGB16_SNORM", {signed_normalized, {16, 16, 16}}},
    {GL_RGBA8_SNORM, "RGBA8_SNORM", {signed_normalized, {8, 8, 8, 8}}},
    {GL_RGBA16_SNORM, "RGBA16_SNORM", {signed_normalized, {16, 16, 16, 16}}},
    {GL_R16F, "R16F", {floating, {16}}},
    {GL_R32F, "R32F", {floating, {32}}},
    {GL_RG16F, "RG16F", {floating, {16, 16}}},
    {GL_RG32F, "RG32F", {floating, {32, 32}}},
    {GL_R11F_G11F_B10F, "R11F_G11F_B10F", {floating, {11, 11, 10}}},
    {GL_RGB9_E5, "RGB9_E5", {floating, {9, 9, 9}}},
    {GL_RGB16F, "RGB16F", {floating, {16, 16, 16}}},
    {GL_RGB32F, "RGB32F", {floating, {32, 32, 32}}},
    {GL_RGBA16F, "RGBA16F", {floating, {16, 16, 16, 16}}},
    {GL_RGBA32F, "RGBA32F", {floating, {32, 32, 32, 32}}},
    {GL_R8UI, "R8UI", {unsigned_integer, {8}}},
    {GL_R16UI, "R16UI", {unsigned_integer, {16}}},
    {GL_R32UI, "R32UI", {unsigned_integer, {32}}},
    {GL_RG8UI, "RG8UI", {unsigned_integer, {8, 8}}},
    {GL_RG16UI, "RG16UI", {unsigned_integer, {16, 16}}},
    {GL_RG32UI, "RG32UI", {unsigned_integer, {32, 32}}},
    {GL_RGB8UI, "RGB8UI", {unsigned_integer, {8, 8, 8}}},
    {GL_RGB16UI, "RGB16UI", {unsigned_integer, {16, 16, 16}}},
    {GL_RGB32UI, "RGB32UI", {unsigned_integer, {32, 32, 32}}},
    {GL_RGBA8UI, "RGBA8UI", {unsigned_integer, {8, 8, 8, 8}}},
    {GL_RGB10_A2UI, "RGB10_A2UI", {unsigned_integer, {10, 10, 10, 2}}},
    {GL_RGBA16UI, "RGBA16UI", {unsigned_integer, {16, 16, 16, 16}}},
    {GL_RGBA32UI, "RGBA32UI", {unsigned_integer, {32, 32, 32, 32}}},
    {GL_R8I, "R8I", {signed_integer, {8}}},
    {GL_R16I, "R16I", {signed_integer, {16}}},
    {GL_R32I, "R32I", {signed_integer, {32}}},
    {GL_RG8I, "RG8I", {signed_integer, {8, 8}}},
    {GL_RG16I, "RG16I", {signed_integer, {16, 16}}},
    {GL_RG32I, "RG32I", {signed_integer, {32, 32}}},
    {GL_RGB8I, "RGB8I", {signed_integer, {8, 8, 8}}},
    {GL_RGB16I, "RGB16I", {signed_integer, {16, 16, 16}}},
    {GL_RGB32I, "RGB32I", {signed_integer, {32, 32, 32}}},
    {GL_RGBA8I, "RGBA8I", {signed_integer, {8, 8, 8, 8}}},
    {GL_RGBA16I, "RGBA16I", {signed_integer, {16, 16, 16, 16}}},
    {GL_RGBA32I, "RGBA32I", {signed_integer, {32, 32, 32, 32}}},
    {GL_DEPTH_COMPONENT16, "DEPTH_COMPONENT16", {depth, {16}}},
    {GL_DEPTH_COMPONENT24, "DEPTH_COMPONENT24", {depth, {24}}},
    {GL_DEPTH_COMPONENT32, "DEPTH_COMPONENT32", {depth, {32}}},
    {GL_DEPTH_COMPONENT32F, "DEPTH_COMPONENT32F", {floating_depth, {32}}},
    {GL_DEPTH24_STENCIL8, "DEPTH24_STENCIL8", {depth, {24, 8}}},
    {GL_DEPTH32F_STENCIL8, "DEPTH32F_STENCIL8", {floating_depth, {32, 8}}},
    {GL_STENCIL_INDEX8, "STENCIL_INDEX8", {stencil, {8}}},
};

/// A format that names no sizes, or that is compressed.
struct OtherFormat {
  GLenum value;
  const char* name;
};

constexpr OtherFormat other_formats[] = {
    {GL_RED, "RED"},
    {GL_RG, "RG"},
    {GL_RGB, "RGB"},
    {GL_RGBA, "RGBA"},
    {GL_SRGB, "SRGB"},
    {GL_SRGB_ALPHA, "SRGB_ALPHA"},
    {GL_DEPTH_COMPONENT, "DEPTH_COMPONENT"},
    {GL_DEPTH_STENCIL, "DEPTH_STENCIL"},
    {GL_STENCIL_INDEX, "STENCIL_INDEX"},
    {GL_ALPHA, "ALPHA"},
    {GL_ALPHA8, "ALPHA8"},
    {GL_LUMINANCE, "LUMINANCE"},
    {GL_LUMINANCE8, "LUMINANCE8"},
    {GL_LUMINANCE_ALPHA, "LUMINANCE_ALPHA"},
    {GL_LUMINANCE8_ALPHA8, "LUMINANCE8_ALPHA8"},
    {GL_INTENSITY, "INTENSITY"},
    {GL_INTENSITY8, "INTENSITY8"},
    {GL_COMPRESSED_RGB_S3TC_DXT1_EXT, "COMPRESSED_RGB_S3TC_DXT1_EXT"},
    {GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, "COMPRESSED_RGBA_S3TC_DXT1_EXT"},
    {GL_COMPRESSED_RGBA_S3TC_DXT3_EXT, "COMPRESSED_RGBA_S3TC_DXT3_EXT"},
    {GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, "COMPRESSED_RGBA_S3TC_DXT5_EXT"},
    {GL_COMPRESSED_RED_RGTC1, "COMPRESSED_RED_RGTC1"},
    {GL_COMPRESSED_SIGNED_RED_RGTC1, "COMPRESSED_SIGNED_RED_RGTC1"},
    {GL_COMPRESSED_RG_RGTC2, "COMPRESSED_RG_RGTC2"},
    {GL_COMPRESSED_SIGNED_RG_RGTC2, "COMPRESSED_SIGNED_RG_RGTC2"},
    {GL_COMPRESSED_RGBA_BPTC_UNORM, "COMPRESSED_RGBA_BPTC_UNORM"},
    {GL_COMPRESSED_SRGB_ALPHA_BPTC_UNORM, "COMPRESSED_SRGB_ALPHA_BPTC_UNORM"},
    {GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT, "COMPRESSED_RGB_BPTC_SIGNED_FLOAT"},
    {GL_COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT, "COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT"},
    {GL_COMPRESSED_R11_EAC, "COMPRESSED_R11_EAC"},
    {GL_COMPRESSED_SIGNED_R11_EAC, "COMPRESSED_SIGNED_R11_EAC"},
    {GL_COMPRESSED_RG11_EAC, "COMPRESSED_RG11_EAC"},
    {GL_COMPRESSED_SIGNED_RG11_EAC, "COMPRESSED_SIGNED_RG11_EAC"},
    {GL_COMPRESSED_RGB8_ETC2, "COMPRESSED_RGB8_ETC2"},
    {GL_COMPRESSED_SRGB8_ETC2, "COMPRESSED_SRGB8_ETC2"},
    {GL_COMPRESSED_RGB8_PUNCHTHROUGH_ALPHA1_ETC2, "COMPRESSED_RGB8_PUNCHTHROUGH_ALPHA1_ETC2"},
    {GL_COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2, "COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2"},
    {GL_COMPRESSED_RGBA8_ETC2_EAC, "COMPRESSED_RGBA8_ETC2_EAC"},
    {GL_COMPRESSED_SRGB8_ALPHA8_ETC2_EAC, "COMPRESSED_SRGB8_ALPHA8_ETC2_EAC"},
};

/// The row of a table for which `is_meant` holds; null where it has none.
template <class Table, class Predicate>
auto find_in(const Table& table, const Predicate& is_meant) {
  const auto found = std::find_if(std::begin(table), std::end(table), is_meant);
  return found == std::end(table) ? nullptr : &*found;
}

/// The one of these formats that has so many channels.
PixelFormat by_channels(std::ptrdiff_t channels, const std::array<PixelFormat, 4>& from_one_to_four) {
  return from_one_to_four[static_cast<std::size_t>(channels - 1)];
}

}  // namespace

const TextureFormat& texture_format_of(PixelFormat format) { return formats[static_cast<std::size_t>(format)]; }

const TextureFormat* find_texture_format(GLenum internal_format) {
  return find_in(formats, [&](const TextureFormat& row) { return row.internal_format == internal_format; });
}

bool StoredTexels::has_wide_fractions() const {
  if (numbers == signed_normalized) return true;
  return numbers == normalized && std::ranges::any_of(bits, [](int one) { return one != 0 && one != 8; });
}

std::optional<StoredTexels> find_stored(GLenum internal_format) {
  const auto* row = find_in(sized_formats, [&](const SizedFormat& one) { return one.value == internal_format; });
  if (row == nullptr) return {};
  return row->stored;
}

GLenum find_sized_format(const StoredTexels& stored) {
  const auto* row = find_in(sized_formats, [&](const SizedFormat& one) { return one.stored == stored; });
  return row == nullptr ? GLenum{GL_NONE} : row->value;
}

std::optional<PixelFormat> pixel_format_of(const StoredTexels& stored) {
  const std::ptrdiff_t channels = std::ranges::count_if(stored.bits, [](int bits) { return bits != 0; });
  if (channels == 0) return {};
  const int bits = stored.bits[0];
  using enum PixelFormat;
  switch (stored.numbers) {
    case Numbers::unknown:
      return {};
    case Numbers::unsigned_integer:
      return by_channels(channels, {bits == 8 ? u8 : bits == 16 ? u16 : u32, rg32u, rgb32u, rgba32u});
    case Numbers::signed_integer:
      return by_channels(channels, {bits == 8 ? i8 : bits == 16 ? i16 : i32, rg32i, rgb32i, rgba32i});
    case Numbers::floating:
      return by_channels(channels,
                         {bits == 16 ? f16 : f32, bits == 16 ? rg16f : rg32f, rgb32f, bits == 16 ? rgba16f : rgba32f});
    case Numbers::normalized:
    case Numbers::signed_normalized:
      if (stored.has_wide_fractions()) return by_channels(channels, {f32, rg32f, rgb32f, rgba32f});
      return by_channels(channels, {unorm8, rg8, rgb8, rgba8});
    case Numbers::srgb:
      return channels == 3 ? srgb8 : srgb8_alpha8;
    case Numbers::depth:
      return depth24;
    case Numbers::floating_depth:
      return depth32f;
    case Numbers::stencil:
      break;
  }
  return u8;
}

std::string name_of_format(GLenum internal_format) {
  const auto is_meant = [&](const auto& row) { return row.value == internal_format; };
  if (const SizedFormat* row = find_in(sized_formats, is_meant)) return std::string("GL_") + row->name;
  if (const OtherFormat* row = find_in(other_formats, is_meant)) return std::string("GL_") + row->name;
  constexpr char digits[] = "0123456789ABCDEF";
  std::string text = "0x";
  for (int shift = 12; shift >= 0; shift -= 4) text += digits[(internal_format >> shift) & 0xFU];
  return text;
}

}  // namespace glccl::gl
