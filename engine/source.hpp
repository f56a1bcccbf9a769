// The caller's texture, looked at before anything is drawn.
#pragma once

#include <cstdint>

#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl {

/// How a shader samples a format.
enum class SourceKind { floating, unsigned_integer };

/// A texture that can be labeled.
struct Source {
  std::uint32_t texture = 0;
  Size size;
  SourceKind kind = SourceKind::floating;
  int channels = 1;        ///< that the format stores, 1 or 4
  bool has_equal = false;  ///< whether Criterion Equal is for it
};

/// What `texture` is. Errors: `invalid_argument` (no texture of that name), `unsupported` (target, format, no storage,
/// swizzled or with a base level, each named), `too_large` (beyond the limits of ids).
Result<Source> inspect_source(std::uint32_t texture);

}  // namespace glccl
