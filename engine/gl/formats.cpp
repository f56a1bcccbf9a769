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
    TextureFormat{PixelFormat::unorm8, GL_R8, GL_RED, GL_UNSIGNED_BYTE},
    TextureFormat{PixelFormat::f32, GL_R32F, GL_RED, GL_FLOAT},
    TextureFormat{PixelFormat::rgba8, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE},
    TextureFormat{PixelFormat::srgb8_alpha8, GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE},
    TextureFormat{PixelFormat::rgba16f, GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT},
    TextureFormat{PixelFormat::depth24, GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT},
    TextureFormat{PixelFormat::depth32f, GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT},
};

}  // namespace

const TextureFormat& texture_format_of(PixelFormat format) { return formats[static_cast<std::size_t>(format)]; }

const TextureFormat* find_texture_format(GLenum internal_format) {
  const auto* found = std::find_if(formats.begin(), formats.end(),
                                   [&](const TextureFormat& row) { return row.internal_format == internal_format; });
  return found == formats.end() ? nullptr : found;
}

}  // namespace glccl::gl
