// The extents of labels that Regions or a tracker can work on.
#pragma once

#include <cstdint>
#include <string>

#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl {

/// Whether `who`, such as "a tracker", can be for labels of this extent. Errors: `invalid_argument` (a side below 1),
/// `too_large` (more elements than labels of 32 bits count).
inline Result<void> check_label_extent(const std::string& who, const Extent& extent) {
  if (extent.width < 1 || extent.height < 1 || extent.depth < 1) {
    return Error{ErrorCode::invalid_argument, who + " of " + to_string(extent) + ": each side is 1 or more"};
  }
  constexpr std::int64_t most = 0xFFFFFFFE;
  const std::int64_t slice = std::int64_t{extent.width} * extent.height;
  if (slice <= most && slice * extent.depth <= most) return {};
  return Error{ErrorCode::too_large,
               who + " of " + to_string(extent) + ": labels of 32 bits count up to 4294967294 elements"};
}

}  // namespace glccl
