// Components with small boxes, as those of noise are. The kernel that begins the rows of a table measures them: a
// thread reads the labels in the box of its component, so it takes no atomics. It also leaves a bit for each row, by
// which the kernels that read all labels pass these components over: of a million rows the bits fit a cache, the boxes
// do not.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "cuda/measure/measured_labels.cuh"
#include "cuda/measure/table.cuh"
#include "cuda/runtime/launch.cuh"
#include "glsl/shared/small_boxes.h"

namespace glccl::cuda {

/// A table whose rows are being measured.
struct MeasuredTable : TableView {
  std::uint32_t* large_boxes;   ///< A bit for each row: its component has no small box. Unused unless measures_boxes().
  std::int16_t* fraction_bits;  ///< The bits of a fraction of each row, which find_fractions() writes.
};

inline MeasuredTable make_measured_table(const Job& job, const JobTable& memory) {
  return {make_table_view(memory, {}, job.extent), job.large_boxes, job.fraction_bits};
}

/// Whether components with small boxes are measured each by itself. All kernels find the same.
inline __device__ bool measures_boxes(const MeasuredTable& table) {
  const auto slice = static_cast<std::uint32_t>(table.extent.width) * static_cast<std::uint32_t>(table.extent.height);
  return shared::measures_boxes(table.header->rows, slice, static_cast<std::uint32_t>(table.extent.depth));
}

/// Whether a row has a small box.
inline __device__ bool is_small(const MeasuredTable& table, const ComponentRow& row) {
  const uint4 box = *reinterpret_cast<const uint4*>(&row.x0);  // x0, y0, x1, y1, aligned to 16 bytes
  const bool flat = table.extent.depth == 1;
  return shared::is_small_box(box.x, box.y, flat ? 0 : row.z0, box.z, box.w, flat ? 0 : row.z1);
}

/// Leaves the bits of 32 rows from row `first` on, a multiple of 32. Whole warps call it.
inline __device__ void mark_large(const MeasuredTable& table, std::uint32_t first, bool large) {
  const std::uint32_t bits = __ballot_sync(whole_warp, large);
  if (threadIdx.x % warp_threads == 0) table.large_boxes[first / 32] = bits;
}

/// Whether a label is that of a component in the table which is not measured by itself. `boxes` is measures_boxes().
inline __device__ bool is_large(const MeasuredTable& table, bool boxes, std::uint32_t label) {
  const std::uint32_t row = label - 1;
  return row < table.capacity && (!boxes || (table.large_boxes[row / 32] >> row % 32 & 1) != 0);
}

/// The pixels that a component has in a slice of its small box.
inline __device__ shared::BoxBits box_bits(const LabelReader& labels, const ComponentRow& row) {
  const std::uint32_t label = row.label;
  const auto left = static_cast<int>(row.x0);
  const auto top = static_cast<int>(row.y0);
  const int width = static_cast<int>(row.x1) - left + 1;
  const std::uint32_t height = row.y1 - row.y0 + 1;
  shared::BoxBits box = {};
  for (std::uint32_t y = 0; y < height; ++y) {
    std::uint32_t read[shared::SMALL_BOX];
    labels.read_across<shared::SMALL_BOX>(left, top + static_cast<int>(y), width, read);
    std::uint32_t bits = 0;
#pragma unroll
    for (std::uint32_t x = 0; x < shared::SMALL_BOX; ++x) bits |= read[x] == label ? 1U << x : 0;
    box = shared::with_row(box, y, bits);
  }
  return box;
}

/// Writes columns of 32 rows from row `first` on, in a table of `rows` rows: of each the words from `begin` to its end,
/// two at a time, for columns are aligned to 8 bytes. The first `staged_words` of them are in shared memory, a row
/// every `pitch` words; behind them are zeros. Whole warps call it.
inline __device__ void write_staged_rows(const TableView& table, std::uint32_t first, std::uint32_t rows,
                                         std::uint32_t begin, const std::uint32_t* staged, std::uint32_t pitch,
                                         std::uint32_t staged_words) {
  const std::uint32_t pairs = (table.row_bytes / 4 - begin) / 2;
  const std::uint32_t count = min(rows - first, static_cast<std::uint32_t>(warp_threads)) * pairs;
  for (std::uint32_t i = threadIdx.x % warp_threads; i < count; i += warp_threads) {
    const std::uint32_t row = i / pairs;
    const std::uint32_t word = 2 * (i % pairs);
    const std::uint32_t* from = staged + row * pitch + word;
    auto* to = reinterpret_cast<std::uint32_t*>(&row_of(table, first + row + 1)) + begin + word;
    *reinterpret_cast<uint2*>(to) = {word < staged_words ? from[0] : 0, word + 1 < staged_words ? from[1] : 0};
  }
}

}  // namespace glccl::cuda
