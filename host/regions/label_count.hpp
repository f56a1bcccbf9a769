// Labels that a caller says have an extent.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// Whether there is a label for each element. Error `invalid_argument`.
inline Result<void> check_label_count(std::span<const std::uint32_t> labels, const Extent& extent) {
  if (static_cast<std::int64_t>(labels.size()) == extent.elements()) return {};
  return Error{ErrorCode::invalid_argument, std::to_string(labels.size()) + " labels of " + to_string(extent) +
                                                ", which has " + std::to_string(extent.elements()) + " elements"};
}

}  // namespace glccl::host
