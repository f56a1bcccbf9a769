// Labels as indices of rows. Labels may be a caller's, whose other threads may write them meanwhile.
#pragma once

#include <cstddef>
#include <cstdint>

#include "glccl/types.hpp"

namespace glccl::host {

/// The index of a label's row among `rows` rows, or `rows` for the background and for labels beyond them.
inline std::size_t row_of(std::uint32_t label, std::size_t rows) {
  const std::size_t index = static_cast<std::uint32_t>(label - 1);
  return index < rows ? index : rows;
}

/// A label that another thread may write, loaded from memory just once: what was checked is what is used.
inline std::uint32_t load_once(const std::uint32_t& label) {
  return *const_cast<const volatile std::uint32_t*>(&label);
}

/// Calls visit(index of the row, position) for the elements of labels that have one of `rows` rows, in raster order.
template <class Visit>
void for_each_labeled(const LabelImage& labels, std::size_t rows, const Visit& visit) {
  std::size_t i = 0;
  for (int z = 0; z < labels.extent.depth; ++z) {
    for (int y = 0; y < labels.extent.height; ++y) {
      for (int x = 0; x < labels.extent.width; ++x, ++i) {
        const std::size_t index = row_of(load_once(labels.values[i]), rows);
        if (index != rows) visit(index, Position{x, y, z});
      }
    }
  }
}

}  // namespace glccl::host
