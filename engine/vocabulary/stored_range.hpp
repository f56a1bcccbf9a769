// The values that a format stores.
#pragma once

#include <cstdint>

#include "glccl/image.hpp"

namespace glccl {

/// The smallest value that a format of integers stores.
inline std::int64_t smallest_stored(const FormatTraits& format) {
  return format.is_signed ? -(std::int64_t{1} << (8 * format.bytes - 1)) : 0;
}

/// The largest value that a channel of a format of integers stores.
inline std::int64_t largest_stored(const FormatTraits& format) {
  const std::int64_t values = std::int64_t{1} << (8 * format.bytes / format.channels);
  return format.is_integer ? values - 1 + smallest_stored(format) : static_cast<std::int64_t>(format.scale);
}

}  // namespace glccl
