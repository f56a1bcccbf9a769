// Holding the labels and component tables of one engine against those of another: where they differ, and how.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// In a few words, what is wrong with labels. The first that holds, in this order.
enum class LabelFault {
  size,              ///< the images have different sizes
  shifted,           ///< every row that differs holds what it should, moved by the same few pixels, background too
  background,        ///< pixels are background in one and not in the other
  split_and_joined,  ///< pixels have the label of another component
  split,             ///< components have several labels
  joined,            ///< components share a label
  renumbered,        ///< the components are right, their numbers are not
};

/// "split", "split and joined"
std::string_view name_of(LabelFault fault);

/// A pixel and what it has in the two images.
struct DifferingPixel {
  int x = 0;
  int y = 0;
  std::uint32_t actual = 0;
  std::uint32_t expected = 0;
};

/// How labels differ from those they should be. With LabelFault::size nothing but the counts is known.
struct LabelDifference {
  LabelFault fault = LabelFault::renumbered;
  DifferingPixel first;              ///< in raster order
  std::uint64_t pixels = 0;          ///< that differ
  std::uint64_t split = 0;           ///< expected components with more than one label
  std::uint64_t joined = 0;          ///< labels that more than one expected component has
  std::uint64_t missing = 0;         ///< pixels that are background and should not be
  std::uint64_t extra = 0;           ///< pixels that should be background
  int shift_x = 0;                   ///< with LabelFault::shifted, how far to the right rows have moved
  int shift_y = 0;                   ///< and how far down
  std::uint64_t count_actual = 0;    ///< labels in use
  std::uint64_t count_expected = 0;  ///< likewise
};

/// Nothing where both are equal, pixel by pixel. `expected` is taken to be right; both may be of either numbering.
std::optional<LabelDifference> compare_labels(const LabelImage& actual, const LabelImage& expected);

/// The first difference of two component tables.
struct TableDifference {
  std::size_t row = 0;  ///< counted from 0
  std::string column;   ///< as in component files; "rows" where the tables have different lengths
  std::uint64_t actual = 0;
  std::uint64_t expected = 0;
  std::size_t rows = 0;  ///< that differ; of tables of different lengths those of both
};

/// Nothing where both are equal: labels, areas, boxes, sums of coordinates, first pixels and values.
std::optional<TableDifference> compare_tables(const std::vector<Component>& actual,
                                              const std::vector<Component>& expected);

/// One line for people: "split: 1 component has several labels; first at (3, 5): 2 instead of 1; ...".
std::string describe(const LabelDifference& difference);

/// One line for people: "row 4: area is 7 instead of 9, 1 row differs".
std::string describe(const TableDifference& difference);

/// A picture of where labels differ, rgba8, small images enlarged: dark grey is background and light grey foreground
/// that agree, red pixels of components that are split or joined, orange those with another number only, blue
/// background that should not be, yellow what should be background. Requires images of one size.
Image draw_difference(const LabelImage& actual, const LabelImage& expected);

}  // namespace glccl::host
