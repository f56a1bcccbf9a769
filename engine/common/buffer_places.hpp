// Images and labels in the caller's buffers, inspected before anything is dispatched.
#pragma once

#include <optional>
#include <string>

#include "engine/common/pitched.hpp"
#include "engine/gl/functions/opengl.hpp"
#include "glccl/buffers.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl {

/// Bindings of the caller's buffers among shader storage buffers, and the number of bindings with them.
constexpr GLuint source_buffer_binding = 8;
constexpr GLuint labels_buffer_binding = 9;
constexpr GLint bindings_with_buffers = 10;

/// Where elements lie in a buffer of OpenGL.
struct BufferPlace : PitchedPlace {
  GLuint buffer = 0;  ///< 0: no buffer.

  /// Binds the bytes as a shader storage buffer.
  void bind(GLuint binding) const;

  /// Whether both have bytes in common.
  bool overlaps(const BufferPlace& other) const { return buffer == other.buffer && PitchedPlace::overlaps(other); }
};

/// Inspects an image in a buffer, whose name in messages is `what`, or a part of it. Errors: `invalid_argument` (no
/// such buffer in this context; mapped; too short; a pitch or an offset that is misaligned or too small; a part that
/// reaches outside), `unsupported` (a format without bytes in memory, or a context with too few bindings), `too_large`
/// (more bytes than this context binds).
Result<BufferPlace> inspect_buffer(const BufferImage& image, const std::optional<Rectangle>& part,
                                   const std::string& what);

/// Inspects a target for labels of `extent`. Errors of inspect_buffer().
Result<BufferPlace> inspect_target(const BufferLabels& target, const Extent& extent);

}  // namespace glccl
