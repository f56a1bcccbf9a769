// Final numbers of the labels of a slab, as kernels look them up.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/runtime/label_numbers.hpp"

namespace glccl::cuda {

/// Where a label of a slab is in the list of LabelNumbers.
struct ListPlace {
  std::uint32_t smaller = 0;  ///< Labels of the list that are smaller.
  bool listed = false;        ///< The list has the label.
};

/// Searches a label, from 1, in the list. Few labels are in the list, so most are in its widest gap, and a search takes
/// the place of a number for each label of the slab.
inline __device__ ListPlace find_in_list(const LabelNumbers& numbers, std::uint32_t label) {
  if (label > numbers.gap_begin && label < numbers.gap_end) return {numbers.gap_smaller, false};
  ListPlace place;
  std::uint32_t left = numbers.listed;
  while (left > 0) {
    const std::uint32_t half = left / 2;
    if (numbers.labels[place.smaller + half] < label) {
      place.smaller += half + 1;
      left -= half + 1;
    } else {
      left = half;
    }
  }
  place.listed = place.smaller < numbers.listed && numbers.labels[place.smaller] == label;
  return place;
}

/// The final number of a label. That of 0 is 0.
inline __device__ std::uint32_t final_number(const LabelNumbers& numbers, std::uint32_t label) {
  if (label == 0) return 0;
  const ListPlace place = find_in_list(numbers, label);
  return place.listed ? numbers.numbers[place.smaller] : numbers.before + label - place.smaller;
}

/// Writes a label as write_labels has found it.
struct AsFound {
  __device__ std::uint32_t operator()(std::uint32_t label) const { return label; }
};

/// Writes the final number of a label. A label that no pixel has, also one behind the last, gives any number.
struct AsNumbered {
  LabelNumbers numbers;
  __device__ std::uint32_t operator()(std::uint32_t label) const { return final_number(numbers, label); }
};

}  // namespace glccl::cuda
