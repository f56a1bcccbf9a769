// Labels with gaps, numbered anew so that each number up to the largest occurs.
#pragma once

#include <cstdint>

#include "glccl/cuda/memory.hpp"
#include "glccl/result.hpp"

namespace glccl::cuda {

/// What make_dense_labels() finds.
struct LabelCounts {
  std::uint32_t largest = 0;    ///< The largest label.
  std::uint32_t occurring = 0;  ///< The labels that occur; `largest` where that is above the most labels.
};

/// Device memory of make_dense_labels().
struct DenseNumbers {
  LabelCounts* counts = nullptr;
  std::uint32_t most = 0;  ///< Above this, labels are not numbered.
  /// `most` words, all 0 before the call. After it, for each label from 1 to the largest: how many smaller ones occur.
  std::uint32_t* smaller = nullptr;
};

/// Numbers labels in their order, and writes their numbers to `dense`, an element after the other: 0 for 0. With a
/// label above DenseNumbers::most, what is written means nothing. Labels that another thread changes meanwhile become
/// numbers up to LabelCounts::occurring. Runs on the current device in the order of `stream`, a cudaStream_t. Requires
/// fewer than 2^32 elements. Error `gpu`: a launch failed.
Result<void> make_dense_labels(const DeviceLabels& labels, const Extent& extent, void* stream,
                               const DenseNumbers& numbers, std::uint32_t* dense);

}  // namespace glccl::cuda
