// The first half of cpu-fast: rows as bits, runs, and union-find over the links between runs.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <type_traits>

#include "host/fast/band_links.hpp"
#include "host/fast/row_packer.hpp"
#include "host/fast/run_grid.hpp"

namespace glccl::host::fast {

/// Finds and links the runs of chunks. `axes` is the number of coordinates in which neighbours differ, 1 to 3; `values`
/// says whether neighbours are connected by their values, which takes bands of one row.
template <int axes, int rows_y, int rows_z, bool values>
class RunLinker {
 public:
  RunLinker(const RunGrid& grid, RunMemory& memory, const RowPacker& packer)
      : grid_(grid), memory_(memory), packer_(packer) {}

  /// Packs the rows of a chunk and finds and counts the starts of runs. Requires the chunk's memory (reserve()).
  void pack(RunChunk& chunk) const {
    chunk.starts = 0;
    for (int z = chunk.first_z(grid_); z < chunk.last_z(grid_); ++z) {
      for (int y = chunk.first_y(grid_); y < chunk.last_y(grid_); ++y) {
        for (int i = 0; i < rows_y * rows_z; ++i) pack_row(y * rows_y + i % rows_y, z * rows_z + i / rows_y);
        if constexpr (values) pack_left(chunk, y, z);
        chunk.starts += find_starts(chunk, y, z);
      }
    }
  }

  /// Makes runs of the starts, from number RunChunk::first_run on, and unites those that are connected with runs of the
  /// chunk.
  void link(RunChunk& chunk) const {
    chunk.last_run = chunk.first_run;
    for (int z = chunk.first_z(grid_); z < chunk.last_z(grid_); ++z) {
      for (int y = chunk.first_y(grid_); y < chunk.last_y(grid_); ++y) {
        const bool linked = y > chunk.first_y(grid_);
        if (linked) find_contacts<ABOVE>(chunk, y, z);
        find_changed(chunk, y, z, linked);
        list_runs(chunk, y, z);
        if (linked) unite_contacts<ABOVE>(chunk, chunk, y, z);
        if (z > chunk.first_z(grid_)) unite_before(chunk, chunk, y, z);
      }
    }
  }

  /// Unites runs of a chunk with runs of the chunk before it. Overwrites the lines of the chunk: chunks are merged from
  /// the last to the first one.
  void merge(RunChunk& chunk, const RunChunk& before) const {
    const int z = chunk.first_z(grid_);
    const int first_y = chunk.first_y(grid_);
    const int last_y = grid_.extent.is_volume() ? grid_.bands_y : first_y + 1;
    for (int y = first_y; y < last_y; ++y) {
      fill_line_of(chunk, y, z, memory_.runs[grid_.band_at(y, z)].first);
    }
    for (int y = first_y; y < last_y; ++y) {
      if (grid_.extent.is_volume()) {
        unite_before(chunk, before, y, z);
      } else {
        find_contacts<ABOVE>(chunk, y, z);
        unite_contacts<ABOVE>(chunk, before, y, z);
      }
    }
  }

  /// Makes room for pack(), link() and merge() of a chunk. Throws std::bad_alloc.
  void reserve(RunChunk& chunk) const {
    chunk.lines.reserve(grid_.lines() * grid_.row_words());
    chunk.words.reserve((link_rows + (values ? static_cast<std::size_t>(directions_of(axes)) : 0)) * grid_.row_words());
  }

 private:
  // Rows of words in RunChunk::words.
  static constexpr std::size_t touching_row = 0;
  static constexpr std::size_t up_row = 1;
  static constexpr std::size_t left_row = 2;
  static constexpr std::size_t right_row = 3;
  static constexpr std::size_t before_row = 4;
  static constexpr std::size_t link_rows = 5;

  /// Whether columns of a band have neighbours further left and right in a band before it.
  static constexpr bool has_diagonals(int band) { return axes > (band == BEFORE || band == ABOVE ? 1 : 2); }

  uint* words_in(RunChunk& chunk, std::size_t row) const { return chunk.words.data() + row * grid_.row_words() + 1; }
  uint* links_in(RunChunk& chunk) const { return words_in(chunk, link_rows); }

  BandLinks<axes, rows_y, rows_z, values> links_of(RunChunk& chunk) const { return links_with(links_in(chunk)); }
  BandLinks<axes, rows_y, rows_z, values> links_with(const uint* links) const {
    return {memory_.bits.data() + grid_.row_at(0, 0), static_cast<std::ptrdiff_t>(grid_.row_words()),
            static_cast<std::ptrdiff_t>(grid_.slice_words()), links};
  }

  void pack_row(int y, int z) const {
    uint* const row = memory_.bits.data() + grid_.row_at(y, z);
    row[-1] = row[grid_.words] = 0;
    if (y < grid_.extent.height && z < grid_.extent.depth) {
      packer_.pack_foreground(y, z, row);
    } else {
      std::fill_n(row, grid_.words, 0U);
    }
  }

  std::uint64_t find_starts(RunChunk& chunk, int y, int z) const {
    const int words = grid_.words;  // a copy that no store can change
    auto links = links_of(chunk);
    uint* const starts = memory_.starts.data() + grid_.words_of(grid_.band_at(y, z));
    starts[-1] = starts[words] = 0;
    for (int word = 0; word < words; ++word) {
      starts[word] = links.band_bits(word, y, z) & ~links.linked_left(word, y, z, ALL_COLUMNS);
    }
    std::uint64_t count = 0;
    for (int word = 0; word < words; word += 2) {  // the word behind the last one has no starts
      count += static_cast<std::uint64_t>(std::popcount(std::uint64_t{starts[word]} << 32U | starts[word + 1]));
    }
    return count;
  }

  /// Finds the contacts of a band with a band before it: columns whose runs are connected with the run at the column
  /// above them, or a column further left or right. Contacts that others imply are left out:
  ///
  ///     a b     b-y is not needed where a-b, x-y and a-x are links, a-y not where a-b and b-y or x-y and a-x are, b-x
  ///     x y     not where a-b and a-x or x-y and b-y are
  ///
  /// Where equal values connect, a voxel that is connected with the voxel before it needs no contact with the bands
  /// above and below that one: links of the slice before connect them.
  template <int band>
  void find_contacts(RunChunk& chunk, int y, int z) const {
    const int words = grid_.words;  // a copy that no store can change
    constexpr bool diagonals = has_diagonals(band);
    const uint equal = grid_.transitive ? ALL_COLUMNS : 0;
    uint* const before = words_in(chunk, before_row);
    const auto needed = [&](int word) {
      if constexpr (!values || band == BEFORE || band == ABOVE) return ALL_COLUMNS;
      return ~(before[word] & equal);
    };
    if constexpr (values) pack_links<band>(chunk, y, z, 0, needed);
    auto links = links_of(chunk);
    const std::size_t own = grid_.words_of(grid_.band_at(y, z));
    const std::size_t other = grid_.words_of(grid_.band_at(y + band_dy(band), z + band_dz(band)));
    const uint* const own_starts = memory_.starts.data() + own;
    const uint* const other_starts = memory_.starts.data() + other;
    uint* const touching = words_in(chunk, touching_row);
    uint* const up = words_in(chunk, up_row);
    uint* const left = words_in(chunk, left_row);
    uint* const right = words_in(chunk, right_row);
    touching[-1] = touching[words] = 0;
    for (int word = 0; word < words; ++word) touching[word] = links.linked_to(word, y, z, band, 0, needed(word));
    if constexpr (values && band == BEFORE) std::copy_n(touching, words, before);
    // The links of the square at each column, of which b and y are in that column.
    const auto by = [&](int word) { return touching[word]; };
    const auto ax = [&](int word) { return touching[word] << 1U | touching[word - 1] >> 31U; };
    const auto xy = [&](int word) { return ~own_starts[word]; };
    const auto ab = [&](int word) { return ~other_starts[word]; };
    const auto next = [](const auto& link, int word) { return link(word) >> 1U | link(word + 1) << 31U; };
    // Where equal values connect, a-y is a link beside b-y only if a-b is, so that it need not be known.
    const auto left_known = [&](int word) { return ((ab(word) | equal) & by(word)) | ((xy(word) | equal) & ax(word)); };
    const auto right_known = [&](int word) {
      return ((next(ab, word) | equal) & by(word)) | ((next(xy, word) | equal) & next(by, word));
    };
    if constexpr (values && diagonals) {
      pack_links<band>(chunk, y, z, -1, [&](int word) { return needed(word) & ~left_known(word); });
      pack_links<band>(chunk, y, z, 1, [&](int word) { return needed(word) & ~right_known(word); });
    }
    for (int word = 0; word < words; ++word) {
      up[word] = by(word) & ~(ax(word) & xy(word) & ab(word));
      if constexpr (diagonals) {
        left[word] = links.linked_to(word, y, z, band, -1, needed(word) & ~left_known(word));
        right[word] = links.linked_to(word, y, z, band, 1, needed(word) & ~right_known(word));
      }
    }
  }

  /// Packs the links of a row of values with the row of a band before it, `dx` columns to the right, of words that have
  /// columns of needed(word) with such a neighbour.
  template <int band, class NeededColumns>
  void pack_links(RunChunk& chunk, int y, int z, int dx, const NeededColumns& needed) const {
    const int words = grid_.words;  // a copy that no store can change
    auto links = links_of(chunk);
    uint* const row = links_in(chunk) + static_cast<std::size_t>(direction_to(band, dx)) * grid_.row_words();
    for (int word = 0; word < words; ++word) {
      row[word] =
          links.bits_of(word, y, z) & links.bits_beside(word, y + band_dy(band), z + band_dz(band), dx) & needed(word);
    }
    packer_.pack_links(y, z, dx, band_dy(band), band_dz(band), row, row);
  }

  /// Packs the links of a row of values with the neighbours to the left.
  void pack_left(RunChunk& chunk, int y, int z) const {
    const int words = grid_.words;  // a copy that no store can change
    auto links = links_of(chunk);
    uint* const row = links_in(chunk) + static_cast<std::size_t>(LEFT_DIRECTION) * grid_.row_words();
    for (int word = 0; word < words; ++word) {
      row[word] = links.bits_of(word, y, z) & links.bits_beside(word, y, z, -1);
    }
    packer_.pack_links(y, z, -1, 0, 0, row, row);
  }

  /// Finds the words of a band of an image whose runs all continue one run of the band above, at the same columns, and
  /// have no other contact. Such runs are left out: they are the runs above. Long vertical structures then cost a
  /// comparison of words. A run that crosses words is left out in all of them or in none. Requires find_contacts() with
  /// the band above, whose contacts it clears, unless `linked` is false.
  void find_changed(RunChunk& chunk, int y, int z, bool linked) const {
    const int words = grid_.words;  // a copy that no store can change
    const std::size_t band = grid_.band_at(y, z);
    const std::size_t at = grid_.words_of(band);
    std::uint8_t* const changed = memory_.changed.data() + at;
    std::fill_n(changed, words, std::uint8_t{1});
    if (!linked || grid_.extent.is_volume()) return;
    auto links = links_of(chunk);
    const uint* const starts = memory_.starts.data() + at;
    const uint* const starts_above = starts - grid_.row_words();
    const uint* const touching = words_in(chunk, touching_row);
    uint* const up = words_in(chunk, up_row);
    const uint* const left = words_in(chunk, left_row);
    const uint* const right = words_in(chunk, right_row);
    const auto is_continued = [&](int word) {
      return (links.band_bits(word, y, z) & ~starts[word] & FIRST_COLUMN) != 0;
    };
    for (int word = 0; word < words; ++word) {
      const uint bits = links.band_bits(word, y, z);
      uint differ =
          (bits ^ links.band_bits(word, y - 1, z)) | (bits ^ touching[word]) | (starts[word] ^ starts_above[word]);
      if constexpr (axes > 1) differ |= left[word] | right[word];
      changed[word] = differ != 0 || (word > 0 && changed[word - 1] != 0 && is_continued(word)) ? 1 : 0;
    }
    for (int word = words - 1; word > 0; --word) {
      if (changed[word] != 0 && is_continued(word)) changed[word - 1] = 1;
    }
    for (int word = 0; word < words; ++word) up[word] &= changed[word] != 0 ? ALL_COLUMNS : 0;
  }

  const uint* line_of(const RunChunk& chunk, int y, int z) const { return chunk.lines.data() + grid_.line_of(y, z); }

  /// Numbers the runs of a band.
  void list_runs(RunChunk& chunk, int y, int z) const {
    const RunRange runs{chunk.last_run, fill_line_of(chunk, y, z, chunk.last_run)};
    std::iota(memory_.parents.data() + runs.first, memory_.parents.data() + runs.last, runs.first);
    memory_.runs[grid_.band_at(y, z)] = runs;
    chunk.last_run = runs.last;
  }

  uint fill_line_of(RunChunk& chunk, int y, int z, uint run) const {
    const std::size_t at = grid_.words_of(grid_.band_at(y, z));
    const uint* const starts = memory_.starts.data() + at;
    return fill_line(starts, memory_.changed.data() + at, grid_.words, y > 0 ? line_of(chunk, y - 1, z) : starts,
                     chunk.lines.data() + grid_.line_of(y, z), run);
  }

  /// Unites runs of a band with runs of the bands before it in the slice of bands before.
  void unite_before(RunChunk& chunk, const RunChunk& before, int y, int z) const {
    const auto unite_with = [&]<int band>(std::integral_constant<int, band>) {
      if (y + band_dy(band) < 0 || y + band_dy(band) >= grid_.bands_y) return;
      if (band != BEFORE && repeats_before(chunk, y, z)) return;
      find_contacts<band>(chunk, y, z);
      unite_contacts<band>(chunk, before, y, z);
    };
    unite_with(std::integral_constant<int, BEFORE>());
    if constexpr (axes > 1) {
      unite_with(std::integral_constant<int, BEFORE_ABOVE>());
      unite_with(std::integral_constant<int, BEFORE_BELOW>());
    }
  }

  /// Whether all voxels of a row of equal values are connected with those before them, as find_contacts() found.
  bool repeats_before(RunChunk& chunk, int y, int z) const {
    if (!values || !grid_.transitive) return false;
    auto links = links_of(chunk);
    uint differ = 0;
    for (int word = 0; word < grid_.words; ++word) {
      differ |= links.bits_of(word, y, z) & ~words_in(chunk, before_row)[word];
    }
    return differ == 0;
  }

  /// Unites the runs that find_contacts() found. The band before it is in the chunk `before`.
  template <int band>
  void unite_contacts(RunChunk& chunk, const RunChunk& before, int y, int z) const {
    const int words = grid_.words;  // a copy that no store can change
    constexpr bool diagonals = has_diagonals(band);
    const int other_y = y + band_dy(band);
    const int other_z = z + band_dz(band);
    const uint* const own = line_of(chunk, y, z);
    const uint* const other = line_of(before, other_y, other_z);
    const uint* const own_starts = memory_.starts.data() + grid_.words_of(grid_.band_at(y, z));
    const uint* const other_starts = memory_.starts.data() + grid_.words_of(grid_.band_at(other_y, other_z));
    const uint* const ups = words_in(chunk, up_row);
    const uint* const lefts = words_in(chunk, left_row);
    const uint* const rights = words_in(chunk, right_row);
    uint* const parents = memory_.parents.data();
    // Columns of `left` and `right` have contacts with the columns beside them, other columns with those above.
    const auto unite_each = [&](uint columns, uint left, uint right, int word) {
      for (; columns != 0; columns &= columns - 1) {
        const int bit = findLSB(columns);
        const int column = word * RunGrid::word_columns + bit;
        const int dx = static_cast<int>(right >> bit & 1U) - static_cast<int>(left >> bit & 1U);
        unite(parents, run_at(own_starts, own, column), run_at(other_starts, other, column + dx));
      }
    };
    for (int word = 0; word < words; ++word) {
      if constexpr (diagonals) {
        const Needed needed = needed_in<band>(chunk, word, y, z);
        const uint up = ups[word] & needed.columns;
        const uint left = lefts[word] & needed.columns;
        const uint right = rights[word] & needed.columns & needed.right;
        // One contact of each column, then the others: a loop of each kind would end where no branch foresees it.
        unite_each(up | left | right, left & ~up, right & ~up & ~left, word);
        unite_each(left & up, ALL_COLUMNS, 0, word);
        unite_each(right & (up | left), 0, ALL_COLUMNS, word);
      } else {
        unite_each(ups[word] & needed_up<band>(ups[word], word, y, z), 0, 0, word);
      }
    }
  }

  /// The columns of a word whose contacts are needed, and those that need a contact to the right.
  struct Needed {
    uint columns = ALL_COLUMNS;
    uint right = ALL_COLUMNS;
  };

  /// Where there are contacts to the left and right, most say the same. Those of column x are not needed where a column
  /// before it in the word has contacts too, the columns from there to x are in one run, and all columns that these
  /// contacts can reach are in one run of the other band. The contact of x to the right is not needed where that to the
  /// left is one with the same run.
  template <int band>
  Needed needed_in(RunChunk& chunk, int word, int y, int z) const {
    const uint left = words_in(chunk, left_row)[word];
    const uint right = words_in(chunk, right_row)[word];
    if ((left | right) == 0) return {needed_up<band>(words_in(chunk, up_row)[word], word, y, z), 0};
    const uint other = joined_in(word, y + band_dy(band), z + band_dz(band));
    const uint around = other & other >> 1U;  // x - 1 to x + 1 are in one run
    const uint contacts = words_in(chunk, up_row)[word] | left | right;
    return {~implied(contacts & around, joined_in(word, y, z) & around), ~(left & around)};
  }

  /// As needed_in() without contacts to the left and right. Few contacts cost less than to find those that are needed.
  template <int band>
  uint needed_up(uint contacts, int word, int y, int z) const {
    const uint but_one = contacts & (contacts - 1);
    if ((but_one & (but_one - 1)) == 0) return ALL_COLUMNS;
    return ~implied(contacts, joined_in(word, y, z) & joined_in(word, y + band_dy(band), z + band_dz(band)));
  }

  /// The columns of a word that a contact before them implies: all columns behind it, up to theirs, are `joined` with
  /// the column before. The carry of a sum finds them: contacts make it, joined columns pass it on.
  static uint implied(uint contacts, uint joined) {
    const uint passes = contacts | joined;
    return ((contacts + passes) ^ contacts ^ passes) & joined;
  }

  /// The columns of a word of a band that are in the run of the column before.
  uint joined_in(int word, int y, int z) const {
    const std::size_t at = grid_.words_of(grid_.band_at(y, z)) + static_cast<std::size_t>(word);
    return links_with(nullptr).band_bits(word, y, z) & ~memory_.starts.data()[at];
  }

  /// Unites the trees of two runs. The smaller root stays one.
  static void unite(uint* parents, uint a, uint b) {
    const uint root_a = find(parents, a);
    const uint root_b = find(parents, b);
    const uint root = std::min(root_a, root_b);
    parents[std::max(root_a, root_b)] = root;
    parents[a] = root;
  }

  /// The root of a run. Most runs are a root or its child, which takes one branch; longer paths are halved.
  static uint find(uint* parents, uint run) {
    uint parent = parents[run];
    while (parents[parent] != parent) {
      parents[run] = parents[parent];
      run = parents[parent];
      parent = parents[run];
    }
    return parent;
  }

  const RunGrid& grid_;
  RunMemory& memory_;
  const RowPacker& packer_;
};

}  // namespace glccl::host::fast
