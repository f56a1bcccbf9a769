// Final numbers of the labels of a slab.
#pragma once

#include <cstdint>

namespace glccl::cuda {

/// The final numbers of the labels of a slab. A label gets the next number after `before`, but for the labels in a
/// list, which are left out there and have numbers of their own.
struct LabelNumbers {
  std::uint32_t before = 0;                ///< The final number before that of the first label that is not in the list.
  std::uint32_t listed = 0;                ///< Labels in the list.
  const std::uint32_t* labels = nullptr;   ///< Device memory: the list, ascending.
  const std::uint32_t* numbers = nullptr;  ///< Device memory: their numbers.
  /// The widest gap of the list: none of its labels is above gap_begin and below gap_end, and gap_smaller of them are
  /// up to gap_begin. The labels of a list lie in the first and the last plane, nearly all others between them.
  std::uint32_t gap_begin = 0;
  std::uint32_t gap_end = 0xFFFFFFFF;  ///< See gap_begin.
  std::uint32_t gap_smaller = 0;       ///< See gap_begin.
};

}  // namespace glccl::cuda
