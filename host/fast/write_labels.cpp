#include <algorithm>
#include <array>

#include "host/fast/run_numbers.hpp"
#include "host/fast/write_word.hpp"

namespace glccl::host::fast {
namespace {

/// A row of pixels and its runs.
struct LabeledRow {
  int y = 0;
  int z = 0;
  const uint* bits = nullptr;             ///< By word.
  const uint* starts = nullptr;           ///< Of its band, by word.
  const std::uint8_t* changed = nullptr;  ///< Of its band, by word (RunMemory::changed).
  const uint* line = nullptr;             ///< By word, for run_at(). It stays as it is until the row after the next.
};

/// Writes the labels of a row.
template <class Target>
void write_row(Target target, const uint* numbers, const LabeledRow& row, int width, uint* labels) {
  constexpr int columns = RunGrid::word_columns;
  const int words = width / columns;
  for (int word = 0; word < words; ++word) {
    write_word(target, numbers + row.line[word], row.starts[word], row.bits[word], labels + word * columns);
  }
  if (width % columns == 0) return;
  std::array<uint, columns> last;
  write_word(target, numbers + row.line[words], row.starts[words], row.bits[words], last.data());
  std::copy_n(last.data(), width % columns, labels + words * columns);
}

/// Numbers the runs of a band that are no roots. Other threads read the numbers of roots meanwhile.
void number_runs(RunMemory& memory, const RunRange& runs, uint padding) {
  const uint* const parents = memory.parents.data();
  uint* const numbers = memory.numbers.data();
  for (uint run = runs.first; run < runs.last; ++run) {
    const uint root = root_of(parents, run);
    numbers[root == run ? padding : run] = numbers[root];
  }
}

/// Numbers the runs of a chunk and calls visit(row) for its rows.
template <class Visit>
void for_each_row(const RunGrid& grid, RunMemory& memory, RunChunk& chunk, const Visit& visit) {
  uint* line = chunk.lines.data() + 1;
  uint* spare = line + grid.row_words();
  for (int z = chunk.first_z(grid); z < chunk.last_z(grid); ++z) {
    for (int y = chunk.first_y(grid); y < chunk.last_y(grid); ++y) {
      const std::size_t band = grid.band_at(y, z);
      const std::size_t at = grid.words_of(band);
      const RunRange runs = memory.runs[band];
      if (runs.first != runs.last) {  // else the runs are those of the band above
        number_runs(memory, runs, chunk.first_run - 1);
        fill_line(memory.starts.data() + at, memory.changed.data() + at, grid.words, line, spare, runs.first);
        std::swap(line, spare);
      }
      for (int i = 0; i < grid.rows_y * grid.rows_z; ++i) {
        const int row = y * grid.rows_y + i % grid.rows_y;
        const int slice = z * grid.rows_z + i / grid.rows_y;
        if (row >= grid.extent.height || slice >= grid.extent.depth) continue;
        visit(LabeledRow{row, slice, memory.bits.data() + grid.row_at(row, slice), memory.starts.data() + at,
                         memory.changed.data() + at, line});
      }
    }
  }
}

/// Pixels of one component, the same ones in rows one after another of a slice. Others may lie between them.
struct RowPart {
  uint label = 0;
  int x0 = 0;
  int x1 = 0;
  int y0 = 0;                     ///< The first of the rows.
  std::uint64_t pixels = 0;       ///< Of a row.
  std::uint64_t twice_sum_x = 0;  ///< Of a row.
};

/// Adds a part whose last row is y1 to the row of its component.
inline void add_part(Component& component, const Extent& extent, const RowPart& part, int y1, int z) {
  const std::uint64_t first = place_of(Position{part.x0, part.y0, z}, extent);
  Box& box = component.box;
  if (component.area == 0) {
    component.label = part.label;
    component.first = first;
    box = {part.x0, part.y0, part.x1, y1, z, z};
  }
  const auto rows = static_cast<std::uint64_t>(y1 - part.y0 + 1);
  const std::uint64_t pixels = part.pixels * rows;
  component.area += pixels;
  component.sum_x += part.twice_sum_x * rows / 2;
  component.sum_y += (static_cast<std::uint64_t>(part.y0) + static_cast<std::uint64_t>(y1)) * pixels / 2;
  component.sum_z += pixels * static_cast<std::uint64_t>(z);
  component.first = std::min(component.first, first);
  box.x0 = std::min(box.x0, part.x0);
  box.x1 = std::max(box.x1, part.x1);
  box.y0 = std::min(box.y0, part.y0);
  box.y1 = std::max(box.y1, y1);
  box.z0 = std::min(box.z0, z);
  box.z1 = std::max(box.z1, z);
}

/// Adds up the rows of a chunk, word by word. A word that repeats the word above, with the same labels, waits: rows of
/// such words are added together.
class Measurer {
 public:
  Measurer(const RunGrid& grid, const uint* numbers, std::uint64_t first_number, std::vector<Component>& components,
           ChunkTable& table)
      : grid_(grid),
        numbers_(numbers),
        first_number_(first_number),
        components_(components),
        table_(table),
        since_(static_cast<std::size_t>(grid.words)) {}

  /// Requires rows in order, and at the end one without bits. What a row points to has to be there until the next row
  /// is added.
  void add(const LabeledRow& row) {
    const bool is_below = row.bits != nullptr && last_.bits != nullptr && row.z == last_.z;
    const bool in_band = is_below && row.starts == last_.starts;
    for (int word = 0; word < grid_.words; ++word) {
      if (is_below && row.bits[word] == last_.bits[word] && (in_band || row.changed[word] == 0)) continue;
      if (last_.bits != nullptr) add_word(word);
      since_[static_cast<std::size_t>(word)] = row.y;
    }
    last_ = row;
  }

 private:
  /// Adds what waits of a word. Segments one after another of one component are added together.
  void add_word(int word) {
    const uint bits = last_.bits[word];
    const uint starts = grid_.values ? last_.starts[word] : 0U;
    uint begins = bits & (~(bits << 1U) | starts);
    uint ends = bits & (~(bits >> 1U) | starts >> 1U);
    const int first = word * RunGrid::word_columns;
    const int y0 = since_[static_cast<std::size_t>(word)];
    while (begins != 0) {
      const int x0 = first + findLSB(begins);
      const uint label = label_at(x0);
      int begin = x0;
      int end = 0;
      std::uint64_t pixels = 0;
      std::uint64_t twice_sum_x = 0;
      do {
        end = first + findLSB(ends);
        const auto more = static_cast<std::uint64_t>(end - begin + 1);
        pixels += more;
        twice_sum_x += static_cast<std::uint64_t>(begin + end) * more;
        begins &= begins - 1;
        ends &= ends - 1;
        begin = first + findLSB(begins);
      } while (begins != 0 && label_at(begin) == label);
      add_part(component_of(label), grid_.extent, {label, x0, end, y0, pixels, twice_sum_x}, last_.y, last_.z);
    }
  }

  uint label_at(int column) const { return numbers_[run_at(last_.starts, last_.line, column)]; }

  Component& component_of(uint label) {
    if (label > first_number_) return components_[label - 1];
    std::uint32_t& place = table_.places[label];
    if (place == 0) {
      table_.components.emplace_back();
      place = static_cast<std::uint32_t>(table_.components.size());
    }
    return table_.components[place - 1];
  }

  const RunGrid& grid_;
  const uint* numbers_;  ///< By run.
  std::uint64_t first_number_;
  std::vector<Component>& components_;
  ChunkTable& table_;
  LabeledRow last_;         ///< The row before, of which words wait.
  std::vector<int> since_;  ///< By word: the first row that waits.
};

}  // namespace

void write_labels(const RunGrid& grid, RunMemory& memory, RunChunk& chunk, uint* labels) {
  run_for_cpu([&](auto target) {
    for_each_row(grid, memory, chunk, [&](const LabeledRow& row) {
      write_row(target, memory.numbers.data(), row, grid.extent.width,
                labels + place_of(Position{0, row.y, row.z}, grid.extent));
    });
  });
}

void write_and_measure(const RunGrid& grid, RunMemory& memory, RunChunk& chunk, uint* labels,
                       std::vector<Component>& components, ChunkTable& table) {
  run_for_cpu([&](auto target) {
    Measurer measurer(grid, memory.numbers.data(), chunk.first_number, components, table);
    for_each_row(grid, memory, chunk, [&](const LabeledRow& row) {
      write_row(target, memory.numbers.data(), row, grid.extent.width,
                labels + place_of(Position{0, row.y, row.z}, grid.extent));
      measurer.add(row);
    });
    measurer.add({});
  });
}

}  // namespace glccl::host::fast
