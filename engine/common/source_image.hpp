// Images of the caller's that are no textures, and what all images have in common.
#pragma once

#include <string>

#include "engine/common/source.hpp"
#include "engine/gl/formats.hpp"
#include "glccl/image.hpp"
#include "glccl/options.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl {

/// An image that exists, of whatever object.
struct FoundImage {
  GLuint name = 0;          ///< Of the texture or renderbuffer; 0: the default framebuffer.
  GLenum target = GL_NONE;  ///< SourceCopy::from.
  Extent whole;             ///< Of the level; its depth is 1 unless it is labeled as a volume.
  gl::StoredTexels stored;
  GLenum internal_format = GL_NONE;
  int samples = 0;
};

/// Checks the part and the samples that `source` names of an image, whose name in messages is `name`. In the result all
/// is set but the texture, and of the copy what a shader has to do. Errors: `invalid_argument`, `unsupported`.
Result<CheckedSource> check_image(const Source& source, const FoundImage& image, PixelFormat format,
                                  const std::string& name);

/// Lets the texels of a checked image be copied first, as they are. Error `unsupported`, about `who`: a format that no
/// texture of the Labeler's own can have.
Result<CheckedSource> copied_first(CheckedSource checked, const FoundImage& image, const std::string& who);

/// Inspects Source::renderbuffer. Errors of inspect_source().
Result<CheckedSource> inspect_renderbuffer(const Source& source);

/// The source that names the texture or renderbuffer at Source::attachment of Source::framebuffer, which is not 0.
/// Errors of inspect_source().
Result<Source> find_attachment(const Source& source);

/// Inspects Source::attachment of the default framebuffer. Errors of inspect_source().
Result<CheckedSource> inspect_default_framebuffer(const Source& source);

}  // namespace glccl
