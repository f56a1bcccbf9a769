#include <algorithm>

#include "host/fast/run_numbers.hpp"
#include "host/fast/targets.hpp"

namespace glccl::host::fast {
namespace {

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
    const int rows = grid_.rows_y * grid_.rows_z;
    for (int row = 0; row < rows; row += grid_.rows_y) {
      for (int y = first; y < last; ++y) {
        for (int in_row = row; in_row < row + grid_.rows_y; ++in_row) {
          if (in_row < rows - 1) {
            number_row(y, z, in_row, begin);
          } else {
            number_rest(memory_.runs[grid_.band_at(y, z)]);
          }
        }
      }
    }
  }

  /// Bands of one row: runs are in raster order.
  void number_in_order(uint begin, uint end) {
    const uint* const parents = memory_.parents.data();
    uint* const numbers = memory_.numbers.data();
    uint last_number = number_;  // a copy that no store can change
    for (uint run = begin; run < end; ++run) {
      last_number += parents[run] == run ? 1U : 0U;
      numbers[run] = last_number;  // of roots; write_labels() numbers other runs
    }
    number_ = last_number;
  }

 private:
  bool has_root(uint begin, uint end) const {
    for (uint run = begin; run < end; ++run) {
      if (memory_.parents[run] == run) return true;
    }
    return false;
  }

  /// Numbers the roots, not before `begin`, of the runs with pixels in a row of a band, unless a row before did.
  /// Without branches that depend on the roots: in noise no branch could foresee them.
  void number_row(int y, int z, int row, uint begin) {
    const RunRange runs = memory_.runs[grid_.band_at(y, z)];
    if (runs.first == runs.last) return;
    const std::size_t at = grid_.words_of(grid_.band_at(y, z));
    const std::size_t row_at =
        grid_.row_at(y * grid_.rows_y + row % grid_.rows_y, z * grid_.rows_z + row / grid_.rows_y);
    const uint* const parents = memory_.parents.data();
    uint* const numbers = memory_.numbers.data();
    uint last_number = number_;
    uint next = runs.first;  // behind the run whose pixels are looked for
    uint found = 0;          // whether it has some
    const auto finish = [&](uint has_pixel) {
      const uint root = parents[next - 1];
      uint& number = numbers[root >= begin ? root : next - 1];  // which is of no use there
      const uint is_next = has_pixel & (root >= begin ? 1U : 0U) & (number == 0 ? 1U : 0U);
      last_number += is_next;
      number += is_next * last_number;
    };
    for (int word = 0; word < grid_.words; ++word) {
      if (memory_.changed.data()[at + static_cast<std::size_t>(word)] == 0) continue;
      const uint starts = memory_.starts.data()[at + static_cast<std::size_t>(word)];
      const uint ends = starts >> 1U | 1U << 31U;
      const uint found_in = found_before_ends(memory_.bits.data()[row_at + static_cast<std::size_t>(word)], ends);
      for (uint rest = starts; rest != 0; rest &= rest - 1) {
        if (next != runs.first) finish(found | (found_in << 1U >> findLSB(rest) & 1U));
        found = 0;
        ++next;
      }
      found |= found_in >> 31U;
    }
    finish(found);
    number_ = last_number;
  }

  /// At the last column of each part of a word that ends at a bit of `ends`: whether the part has a bit of `bits`. A
  /// sum carries bits to the ends of their parts.
  static uint found_before_ends(uint bits, uint ends) { return (((bits & ~ends) + ~ends) | bits) & ends; }

  /// Numbers the roots of a band that no row did. All their pixels are in the last row, and a root is the first run of
  /// its component.
  void number_rest(const RunRange& runs) {
    const uint* const parents = memory_.parents.data();
    uint* const numbers = memory_.numbers.data();
    uint last_number = number_;  // a copy that no store can change
    for (uint run = runs.first; run < runs.last; ++run) {
      const uint is_next = (parents[run] == run ? 1U : 0U) & (numbers[run] == 0 ? 1U : 0U);
      last_number += is_next;
      numbers[run] += is_next * last_number;
    }
    number_ = last_number;
  }

  const RunGrid& grid_;
  RunMemory& memory_;
  uint number_;
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
  run_for_cpu([&](auto) {
    Numberer numberer(grid, memory, chunk.first_number);
    if (grid.rows_y * grid.rows_z == 1) return numberer.number_in_order(chunk.first_run, chunk.last_run);
    for (int z = chunk.first_z(grid); z < chunk.last_z(grid); ++z) {
      if (grid.rows_z > 1) {
        numberer.number(0, grid.bands_y, z);
      } else {
        for (int y = chunk.first_y(grid); y < chunk.last_y(grid); ++y) numberer.number(y, y + 1, z);
      }
    }
  });
}

}  // namespace glccl::host::fast
