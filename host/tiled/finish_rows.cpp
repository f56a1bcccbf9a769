#include "host/tiled/finish_rows.hpp"

#include <cstddef>
#include <cstdint>

#include "host/tiled/slab_border.hpp"

namespace glccl::host::tiled {
namespace {

/// Moves the rows of labels that are not left out towards those in `gap`, which stay where they are. Nearly all rows
/// do: labels that are left out lie in the first and the last plane. Returns the rows that are left.
template <class Row>
std::span<Row> close_gaps(std::span<Row> rows, const Renumbering& numbers, const LabelGap& gap) {
  const std::vector<std::uint32_t>& left_out = numbers.labels;
  std::size_t to = gap.begin;
  std::size_t listed = gap.smaller;
  for (std::size_t label = gap.begin; label > 0; --label) {
    if (listed > 0 && left_out[listed - 1] == label) {
      --listed;
    } else {
      rows[--to] = rows[label - 1];
    }
  }
  const std::size_t first = to;
  to = gap.end - 1;
  listed = gap.smaller;
  for (std::size_t label = gap.end; label <= rows.size(); ++label) {
    if (listed < left_out.size() && left_out[listed] == label) {
      ++listed;
    } else {
      rows[to++] = rows[label - 1];
    }
  }
  return rows.subspan(first, to - first);
}

}  // namespace

FinalRows finish_rows(const FinalRows& rows, const Renumbering& numbers, const Extent& whole, int first_plane,
                      ThreadTeam& team) {
  const LabelGap gap = widest_gap(numbers);
  FinalRows own{close_gaps(rows.components, numbers, gap), rows.moments};
  if (!rows.moments.empty()) own.moments = close_gaps(rows.moments, numbers, gap);
  constexpr std::size_t rows_at_once = 16384;  // of some 3 ns each: longer than a thread takes to wake
  team.share(own.components.size(), rows_at_once, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      move_row(own.components[i], whole, first_plane, own.moments.empty() ? nullptr : &own.moments[i]);
      own.components[i].label = static_cast<std::uint32_t>(numbers.before + i + 1);
    }
  });
  return own;
}

}  // namespace glccl::host::tiled
