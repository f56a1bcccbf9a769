// Arithmetic on Integer128, modulo 2^128, for the CPU and for kernels.
#pragma once

#include <cstdint>

#include "engine/vocabulary/host_device.hpp"
#include "glccl/table.hpp"

namespace glccl {

GLCCL_HOST_DEVICE constexpr Integer128 integer128(std::int64_t value) {
  return {static_cast<std::uint64_t>(value), value < 0 ? -1 : 0};
}

GLCCL_HOST_DEVICE constexpr Integer128 add(const Integer128& a, const Integer128& b) {
  const std::uint64_t low = a.low + b.low;
  const std::uint64_t carry = low < a.low ? 1 : 0;
  return {low,
          static_cast<std::int64_t>(static_cast<std::uint64_t>(a.high) + static_cast<std::uint64_t>(b.high) + carry)};
}

GLCCL_HOST_DEVICE constexpr Integer128 negate(const Integer128& a) {
  return add({~a.low, static_cast<std::int64_t>(~static_cast<std::uint64_t>(a.high))}, integer128(1));
}

/// The product of two integers without signs.
GLCCL_HOST_DEVICE constexpr Integer128 multiply_unsigned(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t lower_half = 0xFFFFFFFF;
  const std::uint64_t low = (a & lower_half) * (b & lower_half);
  const std::uint64_t middle = (a >> 32) * (b & lower_half) + (low >> 32);
  const std::uint64_t other = (a & lower_half) * (b >> 32) + (middle & lower_half);
  return {other << 32 | (low & lower_half),
          static_cast<std::int64_t>((a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32))};
}

GLCCL_HOST_DEVICE constexpr Integer128 multiply(const Integer128& a, std::int64_t b) {
  const auto magnitude = b < 0 ? 0 - static_cast<std::uint64_t>(b) : static_cast<std::uint64_t>(b);
  Integer128 product = multiply_unsigned(a.low, magnitude);
  product.high = static_cast<std::int64_t>(static_cast<std::uint64_t>(product.high) +
                                           static_cast<std::uint64_t>(a.high) * magnitude);
  return b < 0 ? negate(product) : product;
}

/// As to_double().
GLCCL_HOST_DEVICE inline double as_double(const Integer128& integer) {
  const bool negative = integer.high < 0;
  const std::uint64_t lower = negative ? 0 - integer.low : integer.low;
  const auto upper = static_cast<std::uint64_t>(integer.high);
  const std::uint64_t magnitude = negative ? ~upper + (integer.low == 0 ? 1 : 0) : upper;
  const double absolute = static_cast<double>(magnitude) * 0x1p64 + static_cast<double>(lower);
  return negative ? -absolute : absolute;
}

}  // namespace glccl
