// Samples as they are stored, as numbers.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "glccl/image.hpp"

namespace glccl::host {

/// A half float: a sign, 5 bits of exponent, 10 of fraction.
struct Half {
  std::uint16_t bits;

  operator float() const {
    const int exponent = bits >> 10 & 31;
    const int fraction = bits & 1023;
    float magnitude =
        std::ldexp(static_cast<float>(exponent == 0 ? fraction : fraction + 1024), std::max(exponent, 1) - 25);
    if (exponent == 31)
      magnitude = fraction == 0 ? std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
    return std::copysign(magnitude, (bits & 0x8000) == 0 ? 1.0F : -1.0F);
  }
};

/// The number that is stored as `Sample` at these bytes.
template <class Sample>
double number_stored_as(const std::uint8_t* bytes) {
  Sample sample;
  std::memcpy(&sample, bytes, sizeof sample);
  return static_cast<double>(sample);
}

/// The number that one channel of a pixel stores at these bytes. Requires a format that has bytes in memory.
inline double stored_number(const std::uint8_t* bytes, const FormatTraits& format) {
  const int size = format.bytes / format.channels;
  if (format.has_floats()) return size == 2 ? number_stored_as<Half>(bytes) : number_stored_as<float>(bytes);
  switch (size) {
    case 1:
      return format.is_signed ? number_stored_as<std::int8_t>(bytes) : number_stored_as<std::uint8_t>(bytes);
    case 2:
      return format.is_signed ? number_stored_as<std::int16_t>(bytes) : number_stored_as<std::uint16_t>(bytes);
    default:
      return format.is_signed ? number_stored_as<std::int32_t>(bytes) : number_stored_as<std::uint32_t>(bytes);
  }
}

}  // namespace glccl::host
