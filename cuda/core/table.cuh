// The component table (glccl/table.hpp) as device code sees it.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/core/criterion.cuh"
#include "cuda/core/job.hpp"
#include "glccl/table.hpp"

namespace glccl::cuda {

/// The job's table, and what its rows are made from.
struct TableView {
  ComponentTableHeader* header = nullptr;  ///< null: no table
  ComponentRow* rows = nullptr;
  std::uint32_t capacity = 0;  ///< rows that it has room for
  PixelSource source;
  Extent extent;
};

inline __host__ __device__ TableView make_table_view(const DeviceTable& memory, const PixelSource& source,
                                                     Extent extent) {
  TableView table;
  if (memory.data == nullptr) return table;
  table.header = static_cast<ComponentTableHeader*>(memory.data);
  table.rows = reinterpret_cast<ComponentRow*>(table.header + 1);
  table.capacity = memory.rows;
  table.source = source;
  table.extent = extent;
  return table;
}

inline TableView table_view(const Job& job) { return make_table_view(job.table, job.source, job.extent); }

/// The table keeps low words first, which on this little-endian machine is a 64-bit integer. Rows are aligned to 16.
inline __device__ void add_64(std::uint32_t* words, std::uint64_t value) {
  static_assert(sizeof(unsigned long long) == sizeof(std::uint64_t));
  atomicAdd(reinterpret_cast<unsigned long long*>(words), static_cast<unsigned long long>(value));
}

/// Pixels of one component: area, sums of coordinates, and box. Where the box begins in y is the first pixel's affair.
struct PixelSums {
  std::uint32_t area;
  std::uint64_t sum_x;
  std::uint64_t sum_y;
  std::uint32_t x0;
  std::uint32_t x1;
  std::uint32_t y1;
};

/// Adds pixels to the row of component `number`, which has begun. Rows beyond the table's room are nobody's.
inline __device__ void add_to_row(const TableView& table, std::uint32_t number, const PixelSums& sums) {
  if (number > table.capacity) return;
  ComponentRow& row = table.rows[number - 1];
  add_64(row.area, sums.area);
  add_64(row.sum_x, sums.sum_x);
  add_64(row.sum_y, sums.sum_y);
  atomicMin(&row.x0, sums.x0);
  atomicMax(&row.x1, sums.x1);
  atomicMax(&row.y1, sums.y1);
}

/// Writes the header of a table, for so many components.
inline __device__ void write_header(const TableView& table, std::uint32_t count) {
  ComponentTableHeader& header = *table.header;
  header.vertices = 4;
  header.rows = min(count, table.capacity);
  header.first_vertex = 0;
  header.base_instance = 0;
  header.groups_x = (header.rows + 63) / 64;
  header.groups_y = 1;
  header.groups_z = 1;
  header.row_bytes = sizeof(ComponentRow);
  header.count[0] = count;
  header.count[1] = 0;
  header.columns = table_column_base;
  header.width = table.extent.width;
  header.height = table.extent.height;
  header.depth = 1;
  header.unused[0] = header.unused[1] = 0;
}

/// Writes all of the row of component `number` whose first pixel in raster order is `first`: as of a component without
/// pixels yet, but with the box of that one. Rows beyond the table's room are nobody's.
inline __device__ void begin_row(const TableView& table, std::uint32_t number, std::uint32_t first) {
  if (table.header == nullptr || number > table.capacity) return;
  const int x = first % table.extent.width;
  const int y = first / table.extent.width;
  // Member by member: the class's initialisers are host code.
  ComponentRow& row = table.rows[number - 1];
  row.label = number;
  row.area[0] = row.area[1] = 0;
  row.x0 = row.x1 = x;
  row.y0 = row.y1 = y;
  row.sum_x[0] = row.sum_x[1] = row.sum_y[0] = row.sum_y[1] = 0;
  row.value = table.source.equal ? integer_at(table.source, x, y) : 0;
  row.first[0] = first;
  row.first[1] = 0;
  row.z0 = row.z1 = 0;
}

}  // namespace glccl::cuda
