// Comparing the labels and component tables of two engines: where they differ, and how.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// The kind of a difference between two label images. The first one that applies, in this order.
enum class LabelFault {
  extent,            ///< The images have different extents.
  shifted,           ///< Every row that differs is the expected row moved by the same few pixels, background included.
  background,        ///< Pixels are background in one image and not in the other.
  split_and_joined,  ///< Components have several labels, and components share a label.
  split,             ///< Components have several labels.
  joined,            ///< Components share a label.
  renumbered,        ///< The components are right, their numbers are not.
};

/// "size", "shifted", "background", "split and joined", "split", "joined" or "renumbered".
std::string_view name_of(LabelFault fault);

/// An element and its labels in two images or volumes.
struct DifferingPixel {
  int x = 0;                   ///< Column.
  int y = 0;                   ///< Row.
  std::optional<int> z = {};   ///< Slice; nothing in images.
  std::int64_t actual = 0;     ///< Its label in the labels that are judged.
  std::uint32_t expected = 0;  ///< Its label in the labels that are right.
};

/// How labels differ from the expected ones. With LabelFault::extent only the two counts are set.
struct LabelDifference {
  LabelFault fault = LabelFault::renumbered;  ///< The kind of difference.
  DifferingPixel first;                       ///< The first pixel that differs, in raster order.
  std::uint64_t pixels = 0;                   ///< Pixels that differ.
  std::uint64_t split = 0;                    ///< Expected components with more than one label.
  std::uint64_t joined = 0;                   ///< Labels shared by more than one expected component.
  std::uint64_t missing = 0;                  ///< Pixels that are background and should not be.
  std::uint64_t extra = 0;                    ///< Pixels that should be background and are not.
  int shift_x = 0;                   ///< With LabelFault::shifted: how many pixels rows have moved to the right.
  int shift_y = 0;                   ///< With LabelFault::shifted: how many pixels rows have moved down.
  int shift_z = 0;                   ///< With LabelFault::shifted: how many slices rows have moved to the back.
  std::uint64_t count_actual = 0;    ///< Distinct labels in the actual image.
  std::uint64_t count_expected = 0;  ///< Distinct labels in the expected image.
};

/// The difference of the labels of two images or volumes; none where every element is equal. `expected` is taken to be
/// right. Both may have either numbering.
std::optional<LabelDifference> compare_labels(const LabelImage& actual, const LabelImage& expected);

/// A component that is labeled wrongly, or a label that is.
enum class ComponentFault {
  split,    ///< A component has several labels.
  joined,   ///< Several components have one label.
  missing,  ///< Pixels of a component are background.
  extra,    ///< A label lies on background.
};

/// "split", "joined", "missing" or "extra".
std::string_view name_of(ComponentFault fault);

/// A fault, with the components and labels that take part. With `missing` there are no labels, with `extra` there are
/// no components.
struct FaultyComponent {
  ComponentFault fault = ComponentFault::split;  ///< The kind of fault.
  std::vector<std::uint32_t> components = {};    ///< Expected labels, in order of their first pixels.
  std::vector<std::int64_t> labels = {};         ///< Actual labels, in order of their first pixels.
  int x = 0;                                     ///< Column of the first pixel that is concerned.
  int y = 0;                                     ///< Its row.
  std::optional<int> z = {};                     ///< Its slice; nothing in images.
  std::uint64_t pixels = 0;  ///< Pixels that are missing or extra; of `split` and `joined` those of all parts.
  std::uint64_t size = 0;    ///< Pixels of the component (`split`, `missing`), or of the label (`joined`, `extra`).
};

/// All faults of labels, in order of their first pixels. Empty where the labels are right but for their numbers.
/// Requires images of one extent.
std::vector<FaultyComponent> list_faults(const LabelImage& actual, const LabelImage& expected);

/// One line for people: "split: component 4 at (3, 5) has labels 3, 9"; in a volume "at (3, 5, 0)".
std::string describe(const FaultyComponent& faulty);

/// Labels with the numbers that other labels have for the same components.
struct RenamedLabels {
  LabelImage labels;                ///< Equal to the expected labels if both are equal up to renaming.
  std::vector<std::int64_t> names;  ///< The former value of each label. names[0] is that of the background.
};

/// Gives labels of any numbering the numbers of the expected components that they share most pixels with, each number
/// once. Labels that get none have numbers above all expected ones. `values` are in raster order, one per pixel.
///
/// The value of the background is 0 if one pixel of the expected background has it, else the value that most of these
/// pixels have. Where nothing is background by the criterion (Difference), pass `has_background` false: 0 is a label
/// like others.
RenamedLabels rename_labels(const std::vector<std::int64_t>& values, const LabelImage& expected, bool has_background);

/// The first difference of two component tables.
struct TableDifference {
  std::size_t row = 0;  ///< The first row that differs, from 0.
  /// A member of Component or Box ("area", "x0", "first"), or "rows" where only the lengths of the tables differ.
  std::string column;
  std::uint64_t actual = 0;    ///< The value, or number of rows, in the table that is judged.
  std::uint64_t expected = 0;  ///< The value, or number of rows, in the table that is right.
  std::size_t rows = 0;        ///< Rows that differ, among those that both tables have.
};

/// The difference of two component tables; none where they are equal.
std::optional<TableDifference> compare_tables(const std::vector<Component>& actual,
                                              const std::vector<Component>& expected);

/// One line for people: "split: first at (3, 5): 2 instead of 1; 9 pixels differ; 1 component split"; in a volume "at
/// (3, 5, 0)".
std::string describe(const LabelDifference& difference);

/// One line for people: "row 4 of the table: area is 7 instead of 9; 1 row differs".
std::string describe(const TableDifference& difference);

/// A picture of the difference as rgba8, small images enlarged. Background where both agree is dark grey, foreground
/// light grey. Pixels of components that are split or joined are red, those with only another number orange. Background
/// that should be foreground is blue, foreground that should be background yellow. Of volumes it is the slice of the
/// first element that differs, or slice 0. Requires images of one extent.
Image draw_difference(const LabelImage& actual, const LabelImage& expected);

}  // namespace glccl::host
