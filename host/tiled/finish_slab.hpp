// The last step of a slab: from its own labels to those of the whole.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::host::tiled {

/// The error of more components than labels of 32 bits number.
inline Error too_many_components(std::uint64_t count) {
  return {ErrorCode::too_large, "there are " + std::to_string(count) +
                                    " components, and labels of 32 bits number up to " +
                                    std::to_string(std::numeric_limits<std::uint32_t>::max()) +
                                    ": ask for their number alone, or label it in parts"};
}

/// Whether sums of coordinates fit their 64 bits: elements times half the longest side.
inline Status check_sums(const Extent& extent) {
  const auto longest = static_cast<std::uint64_t>(std::max({extent.width, extent.height, extent.depth}));
  if (static_cast<std::uint64_t>(extent.elements()) / 2 <= std::numeric_limits<std::uint64_t>::max() / longest)
    return {};
  return Error{ErrorCode::too_large, "sums of the coordinates of " + to_string(extent) +
                                         " elements can exceed 64 bits: ask for labels or the number of components"};
}

/// The final numbers of the labels 0..count of a slab, of which 0 stays 0. A component that begins in the slab gets the
/// next number after `before`, the number of components that begin in earlier slabs. Others have to be left out when
/// these are counted, which is why an offset alone is not enough. `border` are the labels in the slab's border planes,
/// ascending. `earlier(i, numbers)` tells the final number of the i-th of them, or 0 if its component begins with it;
/// `numbers` has the smaller labels by then.
template <class Earlier>
std::vector<std::uint32_t> number_slab(std::uint32_t count, std::span<const std::uint32_t> border, std::uint32_t before,
                                       const Earlier& earlier) {
  std::vector<std::uint32_t> numbers(std::size_t{count} + 1, 0);
  std::size_t i = 0;
  for (std::uint32_t label = 1; label <= count; ++label) {
    const bool in_border = i < border.size() && border[i] == label;
    const std::uint32_t known = in_border ? earlier(i, numbers) : 0;
    numbers[label] = known != 0 ? known : ++before;
    if (in_border) ++i;
  }
  return numbers;
}

/// Calls visit(label, number) for each component that begins in the slab, in ascending order of both.
template <class Visit>
void for_each_own(std::span<const std::uint32_t> numbers, std::uint32_t before, const Visit& visit) {
  for (std::uint32_t label = 1; label < numbers.size(); ++label) {
    if (numbers[label] == before + 1) visit(label, ++before);  // numbers of other slabs' components are smaller
  }
}

}  // namespace glccl::host::tiled
