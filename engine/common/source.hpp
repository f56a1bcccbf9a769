// The caller's images, inspected before anything is drawn.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/common/buffer_places.hpp"
#include "engine/gl/formats.hpp"
#include "glccl/image.hpp"
#include "glccl/labels.hpp"
#include "glccl/options.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl {

/// The object whose elements are labeled: the target of a texture, or a buffer.
enum class SourceShape {
  flat,    ///< GL_TEXTURE_2D.
  array,   ///< GL_TEXTURE_2D_ARRAY.
  volume,  ///< GL_TEXTURE_3D.
  buffer,  ///< A buffer of images or volumes.
};

/// How an image that shaders cannot read where it is comes into memory of the Labeler's own (source_copies.hpp).
struct SourceCopy {
  /// The texels of a texture or renderbuffer, as they are, by glCopyImageSubData(): its target, GL_RENDERBUFFER; of the
  /// default framebuffer the buffer that is read, GL_BACK. GL_NONE: shaders read them where they are.
  GLenum from = GL_NONE;
  GLuint name = 0;             ///< Of the texture or renderbuffer; 0: the default framebuffer.
  GLenum format = GL_NONE;     ///< Sized format of the copied texels.
  int samples = 0;             ///< Samples of a texel; 0: no multisampling.
  bool averages = false;       ///< Over the samples.
  bool converts = false;       ///< A shader stores what it reads, or the fractions `steps` tells.
  std::array<int, 4> steps{};  ///< Of wide fractions the largest stored number of each channel; else zeros.

  bool is_needed() const { return from != GL_NONE || converts; }
  bool of_default_framebuffer() const { return from != GL_NONE && name == 0; }
  friend bool operator==(const SourceCopy&, const SourceCopy&) = default;
};

/// A source that exists: a box of one level of a texture, of an image that is copied first, or of one in a buffer.
struct CheckedSource {
  std::uint32_t texture = 0;  ///< That shaders read; 0 as long as the texels are to be copied.
  SourceShape shape = SourceShape::flat;
  int level = 0;
  int layer = 0;  ///< Layer or slice of the box's first element.
  int x = 0;      ///< Of the box's first element.
  int y = 0;
  Extent extent;  ///< Of the box.
  PixelFormat format = PixelFormat::u8;
  /// The GL_DEPTH_STENCIL_TEXTURE_MODE with which shaders read the labeled aspect; 0 (GL_NONE) for formats without it.
  std::uint32_t depth_stencil_mode = 0;
  SourceCopy copy = {};
  BufferPlace place = {};  ///< Of the box, where `shape` is a buffer.

  bool is_given() const { return texture != 0 || copy.is_needed() || place.buffer != 0; }
};

/// Inspects the caller's image. Errors: `invalid_argument` (no object of that name, or several; an incomplete
/// framebuffer, or nothing attached; a level, layer or box that it does not have; a number that is no enumerator),
/// `unsupported` (target, format, no storage, a border, no stencil; the message names which).
Result<CheckedSource> inspect_source(const Source& source);

/// The pixel format in which shaders read an aspect of an internal format of OpenGL. Error `unsupported`, about `who`.
Result<PixelFormat> find_format(std::uint32_t internal_format, Aspect aspect, const std::string& who);

/// The internal format of textures of a pixel format.
std::uint32_t internal_format_of(PixelFormat format);

/// The pixel format in which shaders read an aspect of texels; `internal_format` is for messages. Error `unsupported`,
/// about `who`.
Result<PixelFormat> find_format(const gl::StoredTexels& stored, std::uint32_t internal_format, Aspect aspect,
                                const std::string& who);

/// Whether labels of `extent` can be written to `target`, or their colours to a target of format GL_RGBA8. It may be
/// the source: engines have read all of the source when they begin to write labels. Errors: `invalid_argument` (no such
/// texture, another extent, incomplete), `unsupported` (another target or format than GL_TEXTURE_2D, of volumes
/// GL_TEXTURE_3D, and `format`; swizzled or with a base level).
Result<void> check_target(std::uint32_t target, const Extent& extent, GLenum format = GL_R32UI);

/// Whether Regions and a Tracker can read these labels, of `extent`. Errors: those of check_target(); `unsupported`
/// (labels in a buffer).
Result<void> check_readable(const Labels& labels, const Extent& extent);

/// Whether there can be label textures of this extent in the current context. Error `too_large`, about `who`.
Result<void> check_textures(const std::string& who, const Extent& extent);

/// Whether labels have a table in whose header their number is. Error `invalid_argument`.
Result<void> check_counted(const ComponentTable& table);

}  // namespace glccl
