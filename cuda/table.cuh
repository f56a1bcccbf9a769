// The component table (glccl/table.hpp) as device code sees it.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "criterion.cuh"
#include "glccl/table.hpp"
#include "job.hpp"

namespace glccl::cuda {

/// The job's table, and what its rows are made from.
struct TableView {
  ComponentTableHeader* header = nullptr;  ///< null: no table
  ComponentRow* rows = nullptr;
  std::uint32_t capacity = 0;  ///< rows that it has room for
  SourceView source;
  Size size;
};

inline __host__ __device__ TableView make_table_view(const DeviceTable& memory, const SourceView& source, Size size) {
  TableView table;
  if (memory.data == nullptr) return table;
  table.header = static_cast<ComponentTableHeader*>(memory.data);
  table.rows = reinterpret_cast<ComponentRow*>(table.header + 1);
  table.capacity = memory.rows;
  table.source = source;
  table.size = size;
  return table;
}

inline TableView table_view(const Job& job) { return make_table_view(job.table, job.source, job.size); }

/// The table keeps low words first, which on this little-endian machine is a 64-bit integer. Rows are aligned to 16.
inline __device__ void add_64(std::uint32_t* words, std::uint64_t value) {
  static_assert(sizeof(unsigned long long) == sizeof(std::uint64_t));
  atomicAdd(reinterpret_cast<unsigned long long*>(words), static_cast<unsigned long long>(value));
}

/// Writes all of the row of component `number` whose first pixel in raster order is `first`: as of a component without
/// pixels yet, but with the box of that one. Rows beyond the table's room are nobody's.
inline __device__ void begin_row(const TableView& table, std::uint32_t number, std::uint32_t first) {
  if (table.header == nullptr || number > table.capacity) return;
  const int x = first % table.size.width;
  const int y = first / table.size.width;
  // Member by member: the class's initialisers are host code.
  ComponentRow& row = table.rows[number - 1];
  row.label = number;
  row.area = 0;
  row.first_x = row.x0 = row.x1 = x;
  row.first_y = row.y0 = row.y1 = y;
  row.sum_x[0] = row.sum_x[1] = row.sum_y[0] = row.sum_y[1] = 0;
  row.value = table.source.equal ? integer_at(table.source, x, y) : 0;
  row.unused[0] = row.unused[1] = row.unused[2] = 0;
}

}  // namespace glccl::cuda
