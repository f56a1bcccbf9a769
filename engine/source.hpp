// The caller's textures, looked at before anything is drawn.
#pragma once

#include <cstdint>

#include "glccl/labeler.hpp"

namespace glccl {

/// How a shader samples a format.
enum class SourceKind { floating, unsigned_integer };

/// What is to be labeled: a rectangle of one level and layer of a texture.
struct SourceView {
  std::uint32_t texture = 0;
  bool layered = false;  ///< GL_TEXTURE_2D_ARRAY
  int level = 0;
  int layer = 0;
  int x = 0;  ///< of the rectangle's first pixel
  int y = 0;
  Size size;  ///< of the rectangle
  SourceKind kind = SourceKind::floating;
  int channels = 1;        ///< that the format stores, 1 or 4
  bool has_equal = false;  ///< whether Criterion Equal is for it
  bool is_srgb = false;    ///< a shader reads colours decoded
  float scale = 1.0F;      ///< stored values are what a shader reads times this
};

/// What `source` is. Errors: `invalid_argument` (no texture of that name; a level, layer or rectangle that it does not
/// have), `unsupported` (target, format, no storage, swizzled or with a base level, each named), `too_large` (beyond
/// the limits of ids).
Result<SourceView> inspect_source(const Source& source);

/// Whether labels of `size` can be drawn into `target`. Errors: `invalid_argument` (no such texture, the source itself,
/// another size), `unsupported` (another target or format than GL_TEXTURE_2D and R32UI).
Status check_target(std::uint32_t target, std::uint32_t source, Size size);

}  // namespace glccl
