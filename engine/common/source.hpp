// The caller's textures, inspected before anything is drawn.
#pragma once

#include <cstdint>
#include <string>

#include "glccl/image.hpp"
#include "glccl/labels.hpp"
#include "glccl/options.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl {

/// The target of a texture that can be labeled.
enum class SourceShape {
  flat,    ///< GL_TEXTURE_2D.
  array,   ///< GL_TEXTURE_2D_ARRAY.
  volume,  ///< GL_TEXTURE_3D.
};

/// A source that exists: a box of one level of a texture.
struct CheckedSource {
  std::uint32_t texture = 0;
  SourceShape shape = SourceShape::flat;
  int level = 0;
  int layer = 0;  ///< Layer or slice of the box's first element.
  int x = 0;      ///< Of the box's first element.
  int y = 0;
  Extent extent;  ///< Of the box.
  PixelFormat format = PixelFormat::u8;
  /// The GL_DEPTH_STENCIL_TEXTURE_MODE with which shaders read the labeled aspect; 0 (GL_NONE) for formats without it.
  std::uint32_t depth_stencil_mode = 0;
};

/// Inspects the caller's texture. Errors: `invalid_argument` (no texture of that name; a level, layer or box that it
/// does not have; a number that is no aspect), `unsupported` (target, format, no storage, swizzled or with a base
/// level, no stencil; the message names which).
Result<CheckedSource> inspect_source(const Source& source);

/// The pixel format in which shaders read an aspect of an internal format of OpenGL. Error `unsupported`, about `who`,
/// lists those that can be labeled.
Result<PixelFormat> find_format(std::uint32_t internal_format, Aspect aspect, const std::string& who);

/// Whether labels of `extent` can be written to `target`. It may be the source: engines have read all of the source
/// when they begin to write labels. Errors: `invalid_argument` (no such texture, another extent, incomplete),
/// `unsupported` (another target or format than GL_TEXTURE_2D, of volumes GL_TEXTURE_3D, and R32UI; swizzled or with a
/// base level).
Result<void> check_target(std::uint32_t target, const Extent& extent);

/// Whether there can be label textures of this extent in the current context. Error `too_large`, about `who`.
Result<void> check_textures(const std::string& who, const Extent& extent);

/// Whether labels have a table in whose header their number is. Error `invalid_argument`.
Result<void> check_counted(const ComponentTable& table);

}  // namespace glccl
