// Links between the columns of bands.
#pragma once

#include <cstddef>

#include "glsl/shared/bands.h"
#include "glsl/shared/words.h"
#include "host/fast/run_grid.hpp"

namespace glccl::host::fast {

/// Which columns of bands are connected, by the functions that `compute` has for volumes. Rows are those of a RunGrid.
template <int axes, int rows_y, int rows_z, bool values>
struct BandLinks {
  static constexpr int AXES = axes;
  static constexpr int ROWS_Y = rows_y;
  static constexpr int ROWS_Z = rows_z;

  const uint* foreground;  ///< Word 0 of row 0.
  std::ptrdiff_t row_words;
  std::ptrdiff_t slice_words;
  const uint* links;  ///< Of the row of values whose band is linked: by direction, in rows of words.

  uint bits_of(int word, int y, int z) const { return foreground[z * slice_words + y * row_words + word]; }
  uint links_of(int word, int, int, int direction) const {
    if constexpr (!values) return ALL_COLUMNS;
    return links[direction * row_words + word];
  }

#include "glsl/shared/links.h"
};

}  // namespace glccl::host::fast
