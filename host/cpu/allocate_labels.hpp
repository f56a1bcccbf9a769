// Memory for labels.
#pragma once

#include <new>
#include <string>

#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// The error of an engine that has no memory for the labels of an image or volume of `extent`, or to make them.
inline Error no_memory_for_labels(const Extent& extent) {
  return {ErrorCode::too_large, std::string("there is no memory to label ") +
                                    (extent.is_volume() ? "a volume of " : "an image of ") + to_string(extent) +
                                    ": label it in parts"};
}

/// Labels of an image or volume of `extent`, all 0. Error `too_large`: there is no memory for them.
inline Result<LabelImage> allocate_labels(const Extent& extent) {
  try {
    return LabelImage{extent, std::vector<std::uint32_t>(static_cast<std::size_t>(extent.elements()))};
  } catch (const std::bad_alloc&) {
    return no_memory_for_labels(extent);
  }
}

}  // namespace glccl::host
