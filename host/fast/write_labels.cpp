#include <algorithm>
#include <array>

#include "host/fast/run_numbers.hpp"

namespace glccl::host::fast {
namespace {

/// The bit of each column of a word.
constexpr auto column_bits = [] {
  std::array<uint, RunGrid::word_columns> bits{};
  for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = 1U << i;
  return bits;
}();

/// Writes the labels of a row: those of the line where there are bits, else 0.
void write_row(const uint* line, const uint* bits, int width, uint* labels) {
  constexpr int columns = RunGrid::word_columns;
  const auto mask = [](uint word, std::size_t i) { return (word & column_bits[i]) != 0 ? ALL_COLUMNS : 0U; };
  int x = 0;
  for (; x + columns <= width; x += columns, line += columns, labels += columns) {
    const uint word = *bits++;
    if (word == ALL_COLUMNS) {
      std::copy_n(line, columns, labels);
    } else {
      for (std::size_t i = 0; i < column_bits.size(); ++i) labels[i] = line[i] & mask(word, i);
    }
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(width - x); ++i) labels[i] = line[i] & mask(*bits, i);
}

/// Calls visit(y, z, line, bits, starts) for the rows of a chunk, where the line has the labels of its columns.
template <class Visit>
void for_each_row(const RunGrid& grid, const RunMemory& memory, RunChunk& chunk, const Visit& visit) {
  uint* line = chunk.lines.data();
  uint* spare = line + grid.line_labels();
  for (int z = chunk.first_z(grid); z < chunk.last_z(grid); ++z) {
    for (int y = chunk.first_y(grid); y < chunk.last_y(grid); ++y) {
      const std::size_t band = grid.band_at(y, z);
      const std::size_t at = grid.words_of(band);
      RunRange runs = memory.runs.data()[band];
      if (runs.first != runs.last) {  // else the labels are those of the band above
        fill_line(memory.starts.data() + at, memory.changed.data() + at, grid.words, line, spare,
                  [&] { return memory.numbers.data()[root_of(memory.parents.data(), runs.first++)]; });
        std::swap(line, spare);
      }
      for (int i = 0; i < grid.rows_y * grid.rows_z; ++i) {
        const int row = y * grid.rows_y + i % grid.rows_y;
        const int slice = z * grid.rows_z + i / grid.rows_y;
        if (row >= grid.extent.height || slice >= grid.extent.depth) continue;
        visit(row, slice, line, memory.bits.data() + grid.row_at(row, slice), memory.starts.data() + at);
      }
    }
  }
}

/// Adds pixels (x0, y, z) to (x1, y, z) to the row of their component.
void add_pixels(Component& component, const Extent& extent, uint label, int x0, int x1, int y, int z) {
  const std::uint64_t first = place_of(Position{x0, y, z}, extent);
  Box& box = component.box;
  if (component.area == 0) {
    component.label = label;
    component.first = first;
    box = {x0, y, x1, y, z, z};
  }
  const auto pixels = static_cast<std::uint64_t>(x1 - x0 + 1);
  component.area += pixels;
  component.sum_x += (static_cast<std::uint64_t>(x0) + static_cast<std::uint64_t>(x1)) * pixels / 2;
  component.sum_y += static_cast<std::uint64_t>(y) * pixels;
  component.sum_z += static_cast<std::uint64_t>(z) * pixels;
  component.first = std::min(component.first, first);
  box.x0 = std::min(box.x0, x0);
  box.x1 = std::max(box.x1, x1);
  box.y0 = std::min(box.y0, y);
  box.y1 = std::max(box.y1, y);
  box.z0 = std::min(box.z0, z);
  box.z1 = std::max(box.z1, z);
}

/// Calls visit(x0, x1) for the first and last column of pixels side by side in a row. With `starts` they end where a
/// run starts.
template <class Visit>
void for_each_segment(const uint* bits, const uint* starts, int words, const Visit& visit) {
  const auto begins_at = [&](int word) {
    const uint begins = bits[word] & ~(bits[word] << 1U | bits[word - 1] >> 31U);
    return starts == nullptr ? begins : begins | starts[word];
  };
  const auto ends_at = [&](int word) {
    const uint ends = bits[word] & ~(bits[word] >> 1U | bits[word + 1] << 31U);
    return starts == nullptr ? ends : ends | (bits[word] & (starts[word] >> 1U | starts[word + 1] << 31U));
  };
  for (int word = 0; word < words; ++word) {
    const uint ends = ends_at(word);
    for (uint begins = begins_at(word); begins != 0; begins &= begins - 1) {
      const int begin = findLSB(begins);
      int last_word = word;
      uint last = ends & ALL_COLUMNS << begin;
      while (last == 0) last = ends_at(++last_word);
      visit(word * RunGrid::word_columns + begin, last_word * RunGrid::word_columns + findLSB(last));
    }
  }
}

}  // namespace

void write_labels(const RunGrid& grid, const RunMemory& memory, RunChunk& chunk, uint* labels) {
  for_each_row(grid, memory, chunk, [&](int y, int z, const uint* line, const uint* bits, const uint*) {
    write_row(line, bits, grid.extent.width, labels + place_of(Position{0, y, z}, grid.extent));
  });
}

void write_and_measure(const RunGrid& grid, const RunMemory& memory, RunChunk& chunk, uint* labels,
                       std::vector<Component>& components, ChunkTable& table) {
  const auto component_of = [&](uint label) -> Component& {
    if (label > chunk.first_number) return components[label - 1];
    std::uint32_t& place = table.places[label];
    if (place == 0) {
      table.components.emplace_back();
      place = static_cast<std::uint32_t>(table.components.size());
    }
    return table.components[place - 1];
  };
  for_each_row(grid, memory, chunk, [&](int y, int z, const uint* line, const uint* bits, const uint* starts) {
    write_row(line, bits, grid.extent.width, labels + place_of(Position{0, y, z}, grid.extent));
    for_each_segment(bits, grid.values ? starts : nullptr, grid.words, [&](int x0, int x1) {
      const uint label = line[x0];
      add_pixels(component_of(label), grid.extent, label, x0, x1, y, z);
    });
  });
}

}  // namespace glccl::host::fast
