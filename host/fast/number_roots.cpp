#include <algorithm>

#include "host/fast/run_numbers.hpp"

namespace glccl::host::fast {
namespace {

/// A run whose component begins in the bands that are numbered.
struct RootCandidate {
  uint root;
  uint begin;  ///< Its columns, as for_each_run() has them.
  uint end;
  uint rows;  ///< Bit i: the run has pixels in row i of its band, slice by slice.
};

/// Whether a row has a pixel from column `begin` to below `end`.
bool has_pixel(const uint* bits, uint begin, uint end) {
  constexpr uint columns = RunGrid::word_columns;
  const uint first = begin / columns;
  const uint last = (end - 1) / columns;
  const uint from_begin = ALL_COLUMNS << begin % columns;
  const uint to_end = ALL_COLUMNS >> (columns - 1 - (end - 1) % columns);
  if (first == last) return (bits[first] & from_begin & to_end) != 0;
  uint found = (bits[first] & from_begin) | (bits[last] & to_end);
  for (uint word = first + 1; word < last; ++word) found |= bits[word];
  return found != 0;
}

/// Numbers the roots of groups of bands: runs are in the order of bands, and a band's runs in the order of columns, but
/// the first pixel of a component may be in any row of the bands.
class Numberer {
 public:
  Numberer(const RunGrid& grid, RunMemory& memory, std::uint64_t number)
      : grid_(grid), memory_(memory), number_(static_cast<uint>(number)) {}

  /// Bands from `first` to below `last` of a slice of bands.
  void number(int first, int last, int z) {
    const uint begin = memory_.runs[grid_.band_at(first, z)].first;
    const uint end = memory_.runs[grid_.band_at(last - 1, z)].last;
    if (!has_root(begin, end)) return;
    std::fill(memory_.numbers.data() + begin, memory_.numbers.data() + end, 0U);
    ends_.clear();
    for (int y = first; y < last; ++y) collect(y, z, begin);
    for (int in_z = 0; in_z < grid_.rows_z; ++in_z) {
      std::size_t at = 0;
      for (const std::size_t candidates_end : ends_) {
        for (int in_y = 0; in_y < grid_.rows_y; ++in_y) number_row(at, candidates_end, in_z * grid_.rows_y + in_y);
        at = candidates_end;
      }
    }
  }

  /// Bands of one row: runs are in raster order.
  void number_in_order(uint begin, uint end) {
    for (uint run = begin; run < end; ++run) {
      if (memory_.parents[run] == run) memory_.numbers[run] = ++number_;
    }
  }

 private:
  bool has_root(uint begin, uint end) const {
    for (uint run = begin; run < end; ++run) {
      if (memory_.parents[run] == run) return true;
    }
    return false;
  }

  /// Lists the runs of a band whose roots are not before `begin`. All runs are written to the list, and those that do
  /// not belong there are overwritten: in noise no branch could foresee which.
  void collect(int y, int z, uint begin) {
    const std::size_t band = grid_.band_at(y, z);
    const std::size_t at = grid_.words_of(band);
    uint run = memory_.runs[band].first;
    std::size_t count = ends_.empty() ? 0 : ends_.back();
    const std::size_t first_candidate = count;
    candidates_.resize(std::max(candidates_.size(), count + memory_.runs[band].last - run + 1));
    for_each_run(memory_.starts.data() + at, memory_.changed.data() + at, grid_.words, [&](int first, int last) {
      const uint root = memory_.parents[run++];
      candidates_[count] = {root, static_cast<uint>(first), static_cast<uint>(last), 0};
      count += root >= begin ? 1 : 0;
    });
    for (int i = 0; i < grid_.rows_y * grid_.rows_z; ++i) {
      const std::size_t row = grid_.row_at(y * grid_.rows_y + i % grid_.rows_y, z * grid_.rows_z + i / grid_.rows_y);
      find_in_row(memory_.bits.data() + row, i, first_candidate, count);
    }
    ends_.push_back(count);
  }

  void find_in_row(const uint* bits, int row, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      RootCandidate& candidate = candidates_[i];
      candidate.rows |= (has_pixel(bits, candidate.begin, candidate.end) ? 1U : 0U) << row;
    }
  }

  /// Numbers the roots of candidates with pixels in a row, unless a row before did. Without branches, as collect().
  void number_row(std::size_t first, std::size_t last, int row) {
    uint* const numbers = memory_.numbers.data();
    uint last_number = number_;
    for (std::size_t i = first; i < last; ++i) {
      uint& number = numbers[candidates_[i].root];
      const uint is_next = (candidates_[i].rows >> row & 1U) & (number == 0 ? 1U : 0U);
      last_number += is_next;
      number += is_next * last_number;
    }
    number_ = last_number;
  }

  const RunGrid& grid_;
  RunMemory& memory_;
  uint number_;
  std::vector<RootCandidate> candidates_;  ///< Room for them; behind those that `ends_` tells of nothing counts.
  std::vector<std::size_t> ends_;          ///< By band: behind its candidates.
};

}  // namespace

void flatten_runs(RunMemory& memory, RunChunk& chunk) {
  uint* const parents = memory.parents.data();
  chunk.roots = 0;
  for (uint run = chunk.first_run; run < chunk.last_run; ++run) {
    uint parent = parents[run];
    if (parent >= chunk.first_run) parent = parents[parent];
    parents[run] = parent;
    chunk.roots += parent == run ? 1 : 0;
  }
}

void number_roots(const RunGrid& grid, RunMemory& memory, const RunChunk& chunk) {
  Numberer numberer(grid, memory, chunk.first_number);
  if (grid.rows_y * grid.rows_z == 1) return numberer.number_in_order(chunk.first_run, chunk.last_run);
  for (int z = chunk.first_z(grid); z < chunk.last_z(grid); ++z) {
    if (grid.rows_z > 1) {
      numberer.number(0, grid.bands_y, z);
    } else {
      for (int y = chunk.first_y(grid); y < chunk.last_y(grid); ++y) numberer.number(y, y + 1, z);
    }
  }
}

}  // namespace glccl::host::fast
