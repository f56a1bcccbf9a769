// The last step of a slab: from its own labels to those of the whole.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "glccl/host/slabs.hpp"
#include "glccl/result.hpp"
#include "glccl/spec.hpp"
#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl::host::tiled {

/// Whether labels, of 64 bits if they are wide, and rows of a table number so many components. Error `too_large`: what
/// would do.
inline Result<void> check_numbers(std::uint64_t count, bool wide_labels, bool rows) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
  if (count <= most || (wide_labels && !rows)) return {};
  const std::string what = rows ? "rows with labels" : "labels";
  const std::string way = rows ? "labels of 64 bits without a table" : "labels of 64 bits (--labels-type uint64)";
  return Error{ErrorCode::too_large, "there are " + std::to_string(count) + " components, and " + what +
                                         " of 32 bits number up to " + std::to_string(most) + ": ask for " + way +
                                         ", or for their number alone"};
}

/// Whether sums of coordinates fit their 64 bits: elements times half the longest side.
inline Result<void> check_sums(const Extent& extent) {
  const auto longest = static_cast<std::uint64_t>(std::max({extent.width, extent.height, extent.depth}));
  if (static_cast<std::uint64_t>(extent.elements()) / 2 <= std::numeric_limits<std::uint64_t>::max() / longest)
    return {};
  return Error{ErrorCode::too_large, "sums of the coordinates of " + to_string(extent) +
                                         " elements can exceed 64 bits: ask for labels or the number of components"};
}

/// Whether a specification asks for moments.
inline bool has_moments(const LabelingSpec& spec) { return (spec.columns & table_column_moments) != 0; }

/// The check of every labeling by slabs: check() with slab_capabilities(), columns that slabs measure, and with rows
/// check_sums(). `has_rows`: it makes rows of the component table. Errors: those of these checks; `unsupported` (other
/// columns than table_column_moments; the message names them), `invalid_argument` (columns without rows).
Result<void> check_slabs(const LabelingSpec& spec, PixelFormat format, const Extent& extent, bool has_rows);

/// Whether a solver has measured what `spec` asks for besides rows. Error `unsupported`: it has left the moments out.
inline Result<void> check_moments(const LabelingSpec& spec, const SlabSolution& solution) {
  if (!has_moments(spec) || solution.moments.size() == solution.components.size()) return {};
  return Error{ErrorCode::unsupported,
               "the solver of the slabs measures no moments: leave table_column_moments out, or use another solver"};
}

/// How the labels 1..count of a slab become final. A component that begins in the slab gets the next number after
/// `before`. The labels in `labels` are left out there: they are parts of components that begin earlier, in another
/// slab or in this one. So an offset alone is not enough.
struct Renumbering {
  std::uint32_t count = 0;             ///< Labels of the slab.
  std::uint64_t before = 0;            ///< Components that begin in earlier slabs.
  std::vector<std::uint32_t> labels;   ///< Labels that are left out, ascending.
  std::vector<std::uint64_t> numbers;  ///< Their final numbers.

  /// Components that begin in the slab.
  std::uint32_t own() const { return count - static_cast<std::uint32_t>(labels.size()); }
};

/// The renumbering of a slab. `border` are the labels in its first and last plane, ascending. `earlier(i, numbers)`
/// tells the final number of the i-th of them, or 0 if its component begins with it; `numbers` has the final numbers of
/// those before it. Returns the final numbers of all of `border` in `numbers`.
template <class Earlier>
Renumbering number_slab(std::uint32_t count, std::span<const std::uint32_t> border, std::uint64_t before,
                        const Earlier& earlier, std::vector<std::uint64_t>& numbers) {
  Renumbering result{count, before, {}, {}};
  numbers.clear();
  numbers.reserve(border.size());
  for (std::size_t i = 0; i < border.size(); ++i) {
    const std::uint64_t known = earlier(i, numbers);
    if (known == 0) {
      numbers.push_back(before + border[i] - result.labels.size());
      continue;
    }
    numbers.push_back(known);
    result.labels.push_back(border[i]);
    result.numbers.push_back(known);
  }
  return result;
}

/// Successive labels of which Renumbering::labels has none.
struct LabelGap {
  std::uint32_t begin = 0;    ///< The label before them; 0: they are the first.
  std::uint32_t end = 0;      ///< The label behind them; Renumbering::count + 1: they are the last.
  std::uint32_t smaller = 0;  ///< Labels of the list up to `begin`.
};

/// The longest gap of a list.
inline LabelGap widest_gap(const Renumbering& numbers) {
  LabelGap widest;
  std::uint32_t before = 0;
  for (std::uint32_t i = 0; i <= numbers.labels.size(); ++i) {
    const std::uint32_t next = i < numbers.labels.size() ? numbers.labels[i] : numbers.count + 1;
    if (next - before > widest.end - widest.begin) widest = {before, next, i};
    before = next;
  }
  return widest;
}

/// Calls visit(label, number) for each component that begins in the slab, in ascending order of both.
template <class Visit>
void for_each_own(const Renumbering& numbers, const Visit& visit) {
  std::uint64_t number = numbers.before;
  std::size_t left_out = 0;
  for (std::uint64_t label = 1; label <= numbers.count; ++label) {
    if (left_out < numbers.labels.size() && numbers.labels[left_out] == label) {
      ++left_out;
    } else {
      visit(static_cast<std::uint32_t>(label), ++number);
    }
  }
}

/// Final numbers without what is before the slab, so that 32 bits hold them: those of components that begin in the slab
/// are 1..own(), and those of `labels` follow in the order of that list. widen() makes them final.
inline Renumbering relative_numbers(const Renumbering& numbers) {
  Renumbering relative{numbers.count, 0, numbers.labels, {}};
  for (std::uint64_t i = 1; i <= numbers.labels.size(); ++i) relative.numbers.push_back(numbers.own() + i);
  return relative;
}

/// The final numbers of labels that relative_numbers() has numbered. 0 stays 0.
inline void widen(std::span<const std::uint32_t> relative, const Renumbering& numbers, std::span<std::uint64_t> final) {
  const std::uint32_t own = numbers.own();
  for (std::size_t i = 0; i < relative.size(); ++i) {
    const std::uint32_t number = relative[i];
    if (number > own) {
      final[i] = numbers.numbers[number - own - 1];
    } else {
      final[i] = number == 0 ? 0 : numbers.before + number;
    }
  }
}

/// The final numbers of the labels of a slab, in `final`, which may be the same memory. 0 stays 0. `Label` holds them.
template <class Label>
void renumber(std::span<const std::uint32_t> labels, const Renumbering& numbers, std::span<Label> final) {
  std::vector<Label> number_of(std::size_t{numbers.count} + 1, 0);
  for_each_own(numbers,
               [&](std::uint32_t label, std::uint64_t number) { number_of[label] = static_cast<Label>(number); });
  for (std::size_t i = 0; i < numbers.labels.size(); ++i) {
    number_of[numbers.labels[i]] = static_cast<Label>(numbers.numbers[i]);
  }
  for (std::size_t i = 0; i < labels.size(); ++i) final[i] = number_of[labels[i]];
}

}  // namespace glccl::host::tiled
