// Counts and places in messages and reports.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "glccl/types.hpp"

namespace glccl::host {

/// A count with its noun: "1 component", "2 components".
inline std::string counted(std::uint64_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

/// The slice of an element of a volume; nothing in an image.
inline std::optional<int> slice_of(const Position& at, const Extent& extent) {
  return extent.is_volume() ? std::optional(at.z) : std::nullopt;
}

/// "(3, 5)", in a volume "(3, 5, 0)".
inline std::string place_text(int x, int y, std::optional<int> z) {
  return "(" + std::to_string(x) + ", " + std::to_string(y) + (z ? ", " + std::to_string(*z) : "") + ")";
}

}  // namespace glccl::host
