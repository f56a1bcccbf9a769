// Counts in messages and reports.
#pragma once

#include <cstdint>
#include <string>

namespace glccl::host {

/// A count with its noun: "1 component", "2 components".
inline std::string counted(std::uint64_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace glccl::host
