// Pixel formats as OpenGL names them. glccl/image.hpp has the table of formats; here are its enumerators in OpenGL.
#pragma once

#include <span>
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
};

/// The row of a pixel format.
const TextureFormat& texture_format_of(PixelFormat format);

/// The row of an internal format; null where no pixel format has it.
const TextureFormat* find_texture_format(GLenum internal_format);

/// An internal format with depth and stencil. Shaders read one of them, by GL_DEPTH_STENCIL_TEXTURE_MODE: the depth in
/// the pixel format of that column, the stencil as u8.
struct DepthStencilFormat {
  GLenum internal_format = GL_NONE;
  const char* name = "";  ///< Without GL_.
  PixelFormat depth = PixelFormat::depth24;
};

/// Both such formats.
std::span<const DepthStencilFormat> depth_stencil_formats();

/// The row of an internal format; null for others.
const DepthStencilFormat* find_depth_stencil_format(GLenum internal_format);

/// "GL_RGB8UI"; in hexadecimal where the name is not known here.
std::string name_of_format(GLenum internal_format);

}  // namespace glccl::gl
