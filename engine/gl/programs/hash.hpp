// A hash that names texts and notices damage. It is no proof against an attacker.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace glccl::gl {

/// Two hashes of 64 bits each: FNV-1a, and the same with another offset and factor.
class Hash {
 public:
  /// Adds bytes, and where they end.
  void add(std::string_view bytes) {
    for (const char byte : bytes) add(static_cast<unsigned char>(byte));
    add(bytes.size());
  }

  /// The hash so far, in 32 hexadecimal digits.
  std::string digits() const {
    std::string text;
    for (const std::uint64_t value : values_) {
      for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[value >> shift & 15U];
    }
    return text;
  }

 private:
  void add(std::uint64_t word) {
    values_[0] = (values_[0] ^ word) * 0x100000001B3U;
    values_[1] = (values_[1] ^ word) * 0xD6E8FEB86659FD93U;
  }

  std::array<std::uint64_t, 2> values_ = {0xCBF29CE484222325U, 0x9E3779B97F4A7C15U};
};

}  // namespace glccl::gl
