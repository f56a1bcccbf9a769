// What tests of slabs share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "glccl/types.hpp"

namespace glccl::tests {

/// SlabOptions::kept_bytes that no image of these tests reaches.
constexpr std::int64_t keep_all = std::int64_t{1} << 40;

/// The elements of all components.
inline std::uint64_t sum_of_areas(const std::vector<Component>& components) {
  std::uint64_t sum = 0;
  for (const Component& component : components) sum += component.area;
  return sum;
}

/// The elements of the largest component; 0 without components.
inline std::uint64_t largest_area(const std::vector<Component>& components) {
  std::uint64_t largest = 0;
  for (const Component& component : components) largest = std::max(largest, component.area);
  return largest;
}

}  // namespace glccl::tests
