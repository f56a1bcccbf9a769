#include "engine/gl/formats.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace glccl::gl {
namespace {

/// In the order of PixelFormat.
constexpr std::array formats = {
    TextureFormat{PixelFormat::u8, GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE},
    TextureFormat{PixelFormat::u16, GL_R16UI, GL_RED_INTEGER, GL_UNSIGNED_SHORT},
    TextureFormat{PixelFormat::u32, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT},
    TextureFormat{PixelFormat::i8, GL_R8I, GL_RED_INTEGER, GL_BYTE},
    TextureFormat{PixelFormat::i16, GL_R16I, GL_RED_INTEGER, GL_SHORT},
    TextureFormat{PixelFormat::i32, GL_R32I, GL_RED_INTEGER, GL_INT},
    TextureFormat{PixelFormat::rg32u, GL_RG32UI, GL_RG_INTEGER, GL_UNSIGNED_INT},
    TextureFormat{PixelFormat::unorm8, GL_R8, GL_RED, GL_UNSIGNED_BYTE},
    TextureFormat{PixelFormat::f16, GL_R16F, GL_RED, GL_HALF_FLOAT},
    TextureFormat{PixelFormat::f32, GL_R32F, GL_RED, GL_FLOAT},
    TextureFormat{PixelFormat::rg16f, GL_RG16F, GL_RG, GL_HALF_FLOAT},
    TextureFormat{PixelFormat::rg32f, GL_RG32F, GL_RG, GL_FLOAT},
    TextureFormat{PixelFormat::rgba8, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE},
    TextureFormat{PixelFormat::srgb8_alpha8, GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE},
    TextureFormat{PixelFormat::rgba16f, GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT},
    TextureFormat{PixelFormat::depth24, GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT},
    TextureFormat{PixelFormat::depth32f, GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT},
};

constexpr std::array with_stencil = {
    DepthStencilFormat{GL_DEPTH24_STENCIL8, "DEPTH24_STENCIL8", PixelFormat::depth24},
    DepthStencilFormat{GL_DEPTH32F_STENCIL8, "DEPTH32F_STENCIL8", PixelFormat::depth32f},
};

/// A format that renderers use and that cannot be labeled.
struct OtherFormat {
  GLenum value;
  const char* name;
};

constexpr OtherFormat other_formats[] = {
    {GL_DEPTH_COMPONENT16, "GL_DEPTH_COMPONENT16"},
    {GL_R11F_G11F_B10F, "GL_R11F_G11F_B10F"},
    {GL_R16, "GL_R16"},
    {GL_RG8, "GL_RG8"},
    {GL_RGB10_A2, "GL_RGB10_A2"},
    {GL_RGB16UI, "GL_RGB16UI"},
    {GL_RGB32F, "GL_RGB32F"},
    {GL_RGB32UI, "GL_RGB32UI"},
    {GL_RGB8, "GL_RGB8"},
    {GL_RGB8UI, "GL_RGB8UI"},
    {GL_RGBA16, "GL_RGBA16"},
    {GL_RGBA32F, "GL_RGBA32F"},
    {GL_RGBA32UI, "GL_RGBA32UI"},
    {GL_RGBA8UI, "GL_RGBA8UI"},
    {GL_SRGB8, "GL_SRGB8"},
    {GL_STENCIL_INDEX8, "GL_STENCIL_INDEX8"},
};

/// The row of an internal format in a table; null where it has none.
template <class Table>
const typename Table::value_type* find_in(const Table& table, GLenum internal_format) {
  const auto* found =
      std::find_if(table.begin(), table.end(), [&](const auto& row) { return row.internal_format == internal_format; });
  return found == table.end() ? nullptr : found;
}

}  // namespace

const TextureFormat& texture_format_of(PixelFormat format) { return formats[static_cast<std::size_t>(format)]; }

const TextureFormat* find_texture_format(GLenum internal_format) { return find_in(formats, internal_format); }

std::span<const DepthStencilFormat> depth_stencil_formats() { return with_stencil; }

const DepthStencilFormat* find_depth_stencil_format(GLenum internal_format) {
  return find_in(with_stencil, internal_format);
}

std::string name_of_format(GLenum internal_format) {
  if (const TextureFormat* row = find_texture_format(internal_format)) {
    return "GL_" + std::string(traits_of(row->format).gl_name);
  }
  if (const DepthStencilFormat* row = find_depth_stencil_format(internal_format)) return std::string("GL_") + row->name;
  for (const OtherFormat& row : other_formats) {
    if (row.value == internal_format) return row.name;
  }
  constexpr char digits[] = "0123456789ABCDEF";
  std::string text = "0x";
  for (int shift = 12; shift >= 0; shift -= 4) text += digits[(internal_format >> shift) & 0xFU];
  return text;
}

}  // namespace glccl::gl
