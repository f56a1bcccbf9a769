// The values that a format stores.
#pragma once

#include <cstdint>

#include "glccl/image.hpp"

namespace glccl {

/// Bits of a channel of a format of integers: 32 of formats that only textures have.
inline int channel_bits(const FormatTraits& format) {
  return format.bytes == 0 ? 32 : 8 * format.bytes / format.channels;
}

/// The smallest value that a channel of a format of integers stores.
inline std::int64_t smallest_stored(const FormatTraits& format) {
  return format.is_signed ? -(std::int64_t{1} << (channel_bits(format) - 1)) : 0;
}

/// The largest value that a channel of a format of integers stores.
inline std::int64_t largest_stored(const FormatTraits& format) {
  if (!format.is_integer) return static_cast<std::int64_t>(format.scale);
  return (std::int64_t{1} << channel_bits(format)) - 1 + smallest_stored(format);
}

}  // namespace glccl
