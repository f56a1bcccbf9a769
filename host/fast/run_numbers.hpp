// The second half of cpu-fast: roots get numbers, and pixels get the numbers of their roots.
#pragma once

#include <cstdint>
#include <vector>

#include "glccl/types.hpp"
#include "host/fast/run_grid.hpp"

namespace glccl::host::fast {

/// Makes every run of a chunk a child of its root, or of the run of an earlier chunk that its tree hangs on. Counts the
/// chunk's roots.
void flatten_runs(RunMemory& memory, RunChunk& chunk);

/// Numbers the roots of a chunk from `first_number` + 1 on, in the raster order of the components' first pixels.
/// Requires flatten_runs() of the chunk.
void number_roots(const RunGrid& grid, RunMemory& memory, const RunChunk& chunk);

/// Writes the labels of the chunk's rows to `labels`, which are those of the whole image or volume. Requires
/// number_roots() of all chunks. Numbers the other runs of the chunk.
void write_labels(const RunGrid& grid, RunMemory& memory, RunChunk& chunk, uint* labels);

/// Components that a chunk has a part of.
struct ChunkTable {
  std::vector<Component> components;  ///< Those that begin in an earlier chunk, in any order.
  std::vector<std::uint32_t> places;  ///< By label of an earlier chunk: its place in `components` plus 1, or 0.
};

/// As write_labels(), and measures the components: in `components`, by label, those whose first run is in the chunk, in
/// `table` others. Requires rows of area 0.
void write_and_measure(const RunGrid& grid, RunMemory& memory, RunChunk& chunk, uint* labels,
                       std::vector<Component>& components, ChunkTable& table);

}  // namespace glccl::host::fast
