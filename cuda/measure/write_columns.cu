// A thread has a row, whose 64 bytes or more it reads once, and writes the numbers of every column.
#include <cuda_runtime.h>

#include <algorithm>
#include <iterator>

#include "cuda/measure/write_columns.hpp"
#include "cuda/runtime/launch.cuh"
#include "engine/vocabulary/seam_places.hpp"
#include "engine/vocabulary/table_rows.hpp"
#include "glccl/table.hpp"

namespace glccl::cuda {
namespace {

constexpr unsigned threads = 128;

/// One of three by the number of a coordinate; of an axis without one `other`.
template <class T>
__device__ T choose(unsigned coordinate, T x, T y, T z, T other) {
  return coordinate == 0 ? x : coordinate == 1 ? y : coordinate == 2 ? z : other;
}

/// The measures of a component; all 0 where there is none.
struct Measures {
  std::uint32_t label = 0;
  std::uint64_t area = 0;
  std::uint64_t first = 0;
  std::int64_t begin[3] = {};
  std::int64_t end[3] = {};
  std::uint64_t sums[3] = {};

  static __device__ Measures of(const ComponentRow& row, bool is_volume) {
    Measures own;
    own.label = row.label;
    own.area = joined(row.area);
    own.first = joined(row.first);
    own.begin[0] = row.x0;
    own.begin[1] = row.y0;
    own.begin[2] = row.z0;
    own.end[0] = std::int64_t{row.x1} + 1;
    own.end[1] = std::int64_t{row.y1} + 1;
    own.end[2] = std::int64_t{row.z1} + 1;
    own.sums[0] = joined(row.sum_x);
    own.sums[1] = joined(row.sum_y);
    own.sums[2] = is_volume ? joined(reinterpret_cast<const std::uint32_t*>(&row + 1)) : 0;
    return own;
  }
};

/// A row of a block.
struct BlockRow {
  const ColumnLayout& layout;
  unsigned char* block;
  std::uint32_t rows;  ///< Rows of the block.
  std::uint32_t row;

  /// The first of `width` numbers that a column has for the row.
  template <class T>
  __device__ T* in(BlockColumn column, std::uint32_t width = 1) const {
    return reinterpret_cast<T*>(block + layout.offset(column, rows)) + std::uint64_t{row} * width;
  }
  __device__ bool has(BlockColumn column) const { return layout.before_column(column) != ColumnLayout::absent; }
  __device__ unsigned coordinate(std::uint32_t axis) const { return layout.coordinates[axis]; }
};

/// Writes a box. The last two are begin and end along axes without a coordinate.
__device__ void write_box(const BlockRow& to, BlockColumn column, const std::int64_t (&begin)[3],
                          const std::int64_t (&end)[3], std::int64_t other_begin, std::int64_t other_end) {
  const std::uint32_t axes = to.layout.axes;
  auto* const box = to.in<std::int64_t>(column, 2 * axes);
  for (std::uint32_t axis = 0; axis < axes; ++axis) {
    const unsigned at = to.coordinate(axis);
    box[axis] = choose(at, begin[0], begin[1], begin[2], other_begin);
    box[axes + axis] = choose(at, end[0], end[1], end[2], other_end);
  }
}

__device__ void write_measures(const BlockRow& to, const Measures& own) {
  const std::uint32_t axes = to.layout.axes;
  *to.in<std::int64_t>(BlockColumn::area) = static_cast<std::int64_t>(own.area);
  *to.in<std::int64_t>(BlockColumn::first) = static_cast<std::int64_t>(own.first);
  write_box(to, BlockColumn::bbox, own.begin, own.end, 0, own.area == 0 ? 0 : 1);
  auto* const sums = to.in<std::uint64_t>(BlockColumn::sums, axes);
  auto* const centroid = to.in<double>(BlockColumn::centroid, axes);
  for (std::uint32_t axis = 0; axis < axes; ++axis) {
    const std::uint64_t sum = choose(to.coordinate(axis), own.sums[0], own.sums[1], own.sums[2], std::uint64_t{0});
    sums[axis] = sum;
    centroid[axis] = own.area == 0 ? 0.0 : static_cast<double>(sum) / static_cast<double>(own.area);
  }
  if (to.layout.label_bytes == 8) {
    *to.in<std::int64_t>(BlockColumn::label) = own.label;
  } else {
    *to.in<std::uint32_t>(BlockColumn::label) = own.label;
  }
}

/// The elements of an array as integers of their size.
template <class T>
__device__ void write_value(const BlockRow& to, const unsigned char* row, std::uint64_t x, bool exists) {
  *to.in<T>(BlockColumn::value) = exists ? reinterpret_cast<const T*>(row)[x] : T{0};
}

__device__ void write_value_of(const BlockRow& to, const ValueSource& values, const ComponentTables& tables,
                               std::uint64_t image, const Measures& own) {
  const std::uint64_t width = tables.extent.width;
  const std::uint64_t height = tables.extent.height;
  const auto* const row = static_cast<const unsigned char*>(values.data) + image * values.image_bytes +
                          own.first / width % height * values.row_bytes +
                          own.first / width / height * values.slice_bytes;
  const std::uint64_t x = own.first % width;
  const bool exists = own.area != 0;
  switch (to.layout.value_bytes) {
    case 1:
      return write_value<std::uint8_t>(to, row, x, exists);
    case 2:
      return write_value<std::uint16_t>(to, row, x, exists);
    case 4:
      return write_value<std::uint32_t>(to, row, x, exists);
    default:
      return write_value<std::uint64_t>(to, row, x, exists);
  }
}

__device__ void write_seams(const BlockRow& to, const Seams& seams, const Extent& extent, const Measures& own) {
  const int sides[3] = {extent.width, extent.height, extent.depth};
  const AxisSeam each[3] = {seams.x, seams.y, seams.z};
  const bool exists = own.area != 0;
  const bool placed = has_place(seams, extent);
  std::int64_t begin[3] = {-1, -1, -1};
  std::int64_t end[3] = {-1, -1, -1};
  double mean[3];
  for (int i = 0; i < 3; ++i) {
    mean[i] = exists ? nan("") : 0.0;
    if (!exists) begin[i] = end[i] = 0;
    if (!exists || !placed) continue;
    begin[i] = unwrapped_first(each[i], sides[i], static_cast<int>(own.begin[i]));
    end[i] = std::int64_t{unwrapped_last(each[i], sides[i], static_cast<int>(own.end[i] - 1))} + 1;
    mean[i] = unwrapped_mean(each[i], sides[i], own.sums[i], own.area);
  }
  const std::uint32_t axes = to.layout.axes;
  auto* const crosses = to.in<std::uint8_t>(BlockColumn::crosses, axes);
  auto* const centroid = to.in<double>(BlockColumn::unwrapped_centroid, axes);
  for (std::uint32_t axis = 0; axis < axes; ++axis) {
    const unsigned at = to.coordinate(axis);
    crosses[axis] = choose(at, each[0].upper, each[1].upper, each[2].upper, 0) != 0 ? 1 : 0;
    centroid[axis] = choose(at, mean[0], mean[1], mean[2], placed || !exists ? 0.0 : mean[0]);
  }
  const std::int64_t none = exists && !placed ? -1 : 0;
  write_box(to, BlockColumn::unwrapped_bbox, begin, end, none, exists && placed ? 1 : none);
}

__device__ const ComponentTableHeader& table_of(const ComponentTables& tables, std::uint64_t image) {
  const auto* const first = static_cast<const unsigned char*>(tables.first);
  return *reinterpret_cast<const ComponentTableHeader*>(first + image * tables.stride);
}

/// Bytes of the blocks of all images before one, each of which has a row for each component. All threads must call it.
__device__ std::uint64_t bytes_before(const ComponentTables& tables, const ColumnLayout& layout, unsigned image) {
  __shared__ unsigned long long total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  unsigned long long own = 0;
  for (unsigned i = threadIdx.x; i < image; i += threads) own += layout.block_bytes(table_of(tables, i).count[0]);
  if (own != 0) atomicAdd(&total, own);
  __syncthreads();
  return total;
}

/// grid: rows in blocks of `threads`, images by grid_of().
__global__ void __launch_bounds__(threads)
    write_columns_of(ComponentTables tables, ValueSource values, ColumnLayout layout, std::uint32_t rows,
                     unsigned char* blocks) {
  const unsigned image = block_row();
  if (image >= tables.images) return;
  const ComponentTableHeader& table = table_of(tables, image);
  const std::uint32_t count = table.count[0];
  const std::uint64_t before = rows != 0 ? image * layout.block_bytes(rows) : bytes_before(tables, layout, image);
  const BlockRow to = {layout, blocks + before, rows != 0 ? rows : count, blockIdx.x * threads + threadIdx.x};
  if (to.row < 2) reinterpret_cast<std::int64_t*>(to.block)[to.row] = to.row == 0 ? count : 0;
  if (to.row >= (rows != 0 ? ColumnLayout::padded(rows) : count)) return;
  const bool exists = to.row < table.rows;
  const auto* const bytes =
      reinterpret_cast<const unsigned char*>(&table + 1) + std::uint64_t{to.row} * table.row_bytes;
  const auto& row = *reinterpret_cast<const ComponentRow*>(bytes);
  Measures own;
  if (exists) own = Measures::of(row, tables.extent.depth > 1);
  write_measures(to, own);
  write_value_of(to, values, tables, image, own);
  if (!to.has(BlockColumn::crosses)) return;
  Seams seams = {};
  if (exists) seams = *reinterpret_cast<const Seams*>(bytes + tables.seams);
  write_seams(to, seams, tables.extent, own);
}

}  // namespace

ColumnLayout make_column_layout(std::span<const std::uint8_t> axes, std::uint32_t label_bytes,
                                std::uint32_t value_bytes, bool seams) {
  ColumnLayout layout;
  layout.axes = static_cast<std::uint32_t>(axes.size());
  std::copy(axes.begin(), axes.end(), layout.coordinates);
  layout.label_bytes = label_bytes;
  layout.value_bytes = value_bytes;
  std::fill(std::begin(layout.before), std::end(layout.before), ColumnLayout::absent);
  const auto add = [&layout](BlockColumn column, std::uint32_t bytes) {
    layout.before[static_cast<std::size_t>(column)] = layout.row_bytes;
    layout.row_bytes += bytes;
  };
  const std::uint32_t number_bytes = 8;
  add(BlockColumn::area, number_bytes);
  add(BlockColumn::bbox, 2 * layout.axes * number_bytes);
  add(BlockColumn::sums, layout.axes * number_bytes);
  add(BlockColumn::centroid, layout.axes * number_bytes);
  add(BlockColumn::first, number_bytes);
  add(BlockColumn::label, label_bytes);
  add(BlockColumn::value, value_bytes);
  if (!seams) return layout;
  add(BlockColumn::crosses, layout.axes);
  add(BlockColumn::unwrapped_bbox, 2 * layout.axes * number_bytes);
  add(BlockColumn::unwrapped_centroid, layout.axes * number_bytes);
  return layout;
}

Result<void> write_columns(const ComponentTables& tables, const ValueSource& values, const ColumnLayout& layout,
                           std::uint32_t rows, void* blocks, cudaStream_t stream) {
  Job job;
  job.stream = stream;
  const auto written = static_cast<std::int64_t>(rows != 0 ? ColumnLayout::padded(rows) : tables.most_rows);
  const dim3 grid = grid_of(blocks_for(written, threads), tables.images);
  return launch("write_columns", job, grid, threads, write_columns_of, tables, values, layout, rows,
                static_cast<unsigned char*>(blocks));
}

}  // namespace glccl::cuda
