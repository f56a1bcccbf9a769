// Labels in device memory, as passes over all labels take them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "glccl/cuda/memory.hpp"
#include "glccl/result.hpp"

namespace glccl::cuda {

/// Labels with the bytes between rows and slices.
struct LabelRows {
  const std::uint32_t* labels;
  std::size_t pitch;        ///< Bytes from a row to the next.
  std::size_t slice_pitch;  ///< Bytes from a slice to the next.
};

/// Labels with their pitches resolved.
LabelRows rows_of(const DeviceLabels& labels, const Extent& extent);

/// The same of labels that can be read on `device`, which is current. Error `invalid_argument` (another extent than
/// `extent`, a CUDA array, a null or host pointer, a pitch that is too small or no multiple of 4).
Result<LabelRows> check_labels(const Labels& labels, const Extent& extent, int device);

/// Whether the number of components can be read there. Error `invalid_argument` (a null or host pointer).
Result<void> check_count(const void* count, int device);

}  // namespace glccl::cuda
