// How cpu-fast divides an image or volume, and the memory that it keeps between calls.
//
// Rows become words of bits (glsl/shared/words.h), bands of rows have runs (glsl/shared/bands.h), and a run is
// as long as its row allows: it does not end with its word. An image is a volume of one slice. Threads label chunks:
// bands one after another in an image, slices of bands in a volume.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "glccl/spec.hpp"
#include "glccl/types.hpp"
#include "glsl/shared/words.h"

namespace glccl::host::fast {

using namespace shared;

/// Memory without constructors, which grows and is kept.
template <class T>
class KeptArray {
 public:
  /// Makes room for `count` elements, whose values are lost. Throws std::bad_alloc.
  void reserve(std::size_t count) {
    if (count <= capacity_) return;
    capacity_ = 0;
    elements_.reset();
    elements_ = std::make_unique_for_overwrite<T[]>(count);
    capacity_ = count;
  }
  T* data() { return elements_.get(); }
  const T* data() const { return elements_.get(); }
  T& operator[](std::size_t i) { return elements_[i]; }
  std::size_t bytes() const { return capacity_ * sizeof(T); }

 private:
  std::unique_ptr<T[]> elements_;
  std::size_t capacity_ = 0;
};

/// Words and bands of an image or volume. A row of words has a word of background at either end. Below the last row and
/// behind the last slice there is background where a band reaches there.
struct RunGrid {
  static constexpr int word_columns = 32;
  /// Runs that do not exist, before those of each chunk and behind the last one. write_word() reads their labels, but
  /// writes none.
  static constexpr std::uint64_t padding = 8;

  Extent extent;
  int rows_y = 1;           ///< Rows of a band.
  int rows_z = 1;           ///< Slices of a band.
  bool values = false;      ///< Whether values connect neighbours; bands then have one row.
  bool transitive = false;  ///< Whether they do so if equal: two neighbours of a pixel then decide about each other.
  int words = 0;            ///< Words of a row.
  int bands_y = 0;
  int bands_z = 0;

  RunGrid(const Extent& extent_, int rows_y_, int rows_z_, CriterionKind criterion)
      : extent(extent_),
        rows_y(rows_y_),
        rows_z(rows_z_),
        values(criterion != CriterionKind::foreground),
        transitive(criterion == CriterionKind::equal),
        words((extent.width - 1) / word_columns + 1),
        bands_y((extent.height - 1) / rows_y + 1),
        bands_z((extent.depth - 1) / rows_z + 1) {}

  std::size_t row_words() const { return static_cast<std::size_t>(words) + 2; }
  std::size_t slice_words() const { return row_words() * static_cast<std::size_t>(bands_y * rows_y); }
  std::size_t bit_words() const { return slice_words() * static_cast<std::size_t>(bands_z * rows_z); }
  std::size_t bands() const { return static_cast<std::size_t>(bands_y) * static_cast<std::size_t>(bands_z); }

  /// Where the bits of a row begin. Rows and slices that pad the last band count as rows.
  std::size_t row_at(int y, int z) const {
    return static_cast<std::size_t>(z) * slice_words() + static_cast<std::size_t>(y) * row_words() + 1;
  }
  std::size_t band_at(int y, int z) const {
    return static_cast<std::size_t>(z) * static_cast<std::size_t>(bands_y) + static_cast<std::size_t>(y);
  }
  /// Where the words of a band begin.
  std::size_t words_of(std::size_t band) const { return band * row_words() + 1; }

  /// The lines of words that a thread keeps: of an image a band and the one above, of a volume two slices of bands.
  std::size_t lines() const { return extent.is_volume() ? 2 * static_cast<std::size_t>(bands_y) : 2; }
  std::size_t line_of(int y, int z) const {
    const int line = extent.is_volume() ? z % 2 * bands_y + y : y % 2;
    return static_cast<std::size_t>(line) * row_words() + 1;
  }

  /// What threads divide among themselves: bands in y of an image, in z of a volume.
  int units() const { return extent.is_volume() ? bands_z : bands_y; }
};

/// Bands that one thread labels, and the memory of that thread.
struct RunChunk {
  int first = 0;                   ///< First unit (RunGrid::units()).
  int last = 0;                    ///< Behind the last unit.
  std::uint64_t starts = 0;        ///< Runs of its bands, before those are left out that only continue a run above.
  uint first_run = 0;              ///< Number of its first run.
  uint last_run = 0;               ///< Behind its last run.
  std::uint64_t roots = 0;         ///< Components whose first run is here.
  std::uint64_t first_number = 0;  ///< Components whose first run is in a chunk before.
  KeptArray<uint> lines;           ///< By word the run before its first one (RunGrid::line_of(), run_at()).
  KeptArray<uint> words;           ///< Rows of words: contacts up, left and right, links in 13 directions.

  int first_y(const RunGrid& grid) const { return grid.extent.is_volume() ? 0 : first; }
  int last_y(const RunGrid& grid) const { return grid.extent.is_volume() ? grid.bands_y : last; }
  int first_z(const RunGrid& grid) const { return grid.extent.is_volume() ? first : 0; }
  int last_z(const RunGrid& grid) const { return grid.extent.is_volume() ? last : 1; }
};

/// The runs of a band: `first` to below `last`.
struct RunRange {
  uint first = 0;
  uint last = 0;
};

/// The arrays of a labeling. Rows of words are those of RunGrid::row_at() and words_of().
struct RunMemory {
  KeptArray<uint> bits;             ///< The foreground, by row.
  KeptArray<uint> starts;           ///< Where runs start, by band.
  KeptArray<std::uint8_t> changed;  ///< By word of a band: 0 where all runs continue the runs above and are left out.
  KeptArray<RunRange> runs;         ///< By band.
  KeptArray<uint> parents;          ///< By run. Parents are smaller than their children; roots are their own.
  KeptArray<uint> numbers;          ///< By run: the label of the component. Of roots alone, until labels are written.
  std::vector<RunChunk> chunks;

  std::size_t bytes() const {
    std::size_t sum =
        bits.bytes() + starts.bytes() + changed.bytes() + runs.bytes() + parents.bytes() + numbers.bytes();
    for (const RunChunk& chunk : chunks) sum += chunk.lines.bytes() + chunk.words.bytes();
    return sum;
  }
};

/// The root of a run. Requires flatten_runs(): the chain has at most one run of each chunk.
inline uint root_of(const uint* parents, uint run) {
  while (parents[run] != run) run = parents[run];
  return run;
}

/// Fills a line for a band whose runs are numbered from `run` on, and returns the number behind its last run. Words
/// without runs of their own have those of the line above, which is not read where all words have runs.
inline uint fill_line(const uint* starts, const std::uint8_t* changed, int words, const uint* above, uint* line,
                      uint run) {
  for (int word = 0; word < words; ++word) {
    line[word] = changed[word] != 0 ? run - 1 : above[word];
    run += changed[word] != 0 ? static_cast<uint>(std::popcount(starts[word])) : 0U;
  }
  return run;
}

/// The run at a column of a band that belongs to one.
inline uint run_at(const uint* starts, const uint* line, int column) {
  const int word = column / RunGrid::word_columns;
  return line[word] + static_cast<uint>(std::popcount(starts[word] << (31 - column % RunGrid::word_columns)));
}

}  // namespace glccl::host::fast
