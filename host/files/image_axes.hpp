// Which axes of an array in a file are those of an image or a volume.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace glccl::host {

/// The axes (H, W) or (D, H, W) of an array with these sides: all of two or three; of four, of which one has length 1,
/// the others. None, if the array is neither. An axis of length 1 does not change the order of elements.
template <class Sides>
std::vector<std::size_t> image_axes(const Sides& sides) {
  std::vector<std::size_t> axes(sides.size());
  std::iota(axes.begin(), axes.end(), std::size_t{0});
  if (axes.size() == 4) {
    const auto has_length_1 = [&sides](std::size_t axis) { return sides[axis] == 1; };
    const auto single = has_length_1(3) ? axes.end() - 1 : std::find_if(axes.begin(), axes.end(), has_length_1);
    if (single == axes.end()) return {};
    axes.erase(single);
  }
  if (axes.size() != 2 && axes.size() != 3) return {};
  return axes;
}

}  // namespace glccl::host
