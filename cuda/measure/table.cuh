// The component table (glccl/table.hpp) as device code sees it.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/runtime/criterion.cuh"
#include "cuda/runtime/job.hpp"
#include "cuda/runtime/slices.cuh"
#include "engine/vocabulary/table_rows.hpp"
#include "glccl/table.hpp"
#include "glsl/shared/table_layout.h"

namespace glccl::cuda {

/// The table of an image or volume, and the image or volume, from which its rows take values.
struct TableView {
  ComponentTableHeader* header = nullptr;  ///< Null: no table.
  ComponentRow* rows = nullptr;            ///< The first row.
  std::uint32_t columns = 0;               ///< A set of TableColumn.
  std::uint32_t row_bytes = 0;             ///< Bytes from a row to the next.
  std::uint32_t capacity = 0;              ///< Capacity in rows.
  PixelSource source;                      ///< The image, or the first slice.
  std::size_t slice_pitch = 0;             ///< Of a volume in linear memory.
  Extent extent;
};

inline __host__ __device__ TableView make_table_view(const JobTable& memory, const PixelSource& source, Extent extent,
                                                     std::size_t slice_pitch = 0) {
  TableView table;
  if (memory.data == nullptr) return table;
  table.header = static_cast<ComponentTableHeader*>(memory.data);
  table.rows = reinterpret_cast<ComponentRow*>(table.header + 1);
  table.columns = memory.columns;
  table.row_bytes = memory.row_bytes;
  table.capacity = memory.rows;
  table.source = source;
  table.slice_pitch = slice_pitch;
  table.extent = extent;
  return table;
}

/// The table of a job of one image or volume.
inline TableView table_view(const Job& job) {
  return make_table_view(job.table, job.source, job.extent, job.slices.pixels);
}

/// The row of component `number`, which is not beyond the table's capacity.
inline __device__ ComponentRow& row_of(const TableView& table, std::uint32_t number) {
  auto* first = reinterpret_cast<unsigned char*>(table.rows);
  return *reinterpret_cast<ComponentRow*>(first + std::size_t{number - 1} * table.row_bytes);
}

/// The words of the column sum_z, which rows of volumes have.
inline __device__ std::uint32_t* sum_z_of(ComponentRow& row) { return reinterpret_cast<std::uint32_t*>(&row + 1); }

/// Adds to a 64-bit integer of the table. Low words come first, as in this little-endian machine's integers. Rows are
/// aligned to 16 bytes.
inline __device__ void add_64(std::uint32_t* words, std::uint64_t value) {
  static_assert(sizeof(unsigned long long) == sizeof(std::uint64_t));
  atomicAdd(reinterpret_cast<unsigned long long*>(words), static_cast<unsigned long long>(value));
}

/// Adds the elements of another part of a component, without sum_z. Number, value and first element stay.
inline __device__ void add_part(ComponentRow& row, const ComponentRow& part) {
  add_64(row.area, joined(part.area));
  add_64(row.sum_x, joined(part.sum_x));
  add_64(row.sum_y, joined(part.sum_y));
  atomicMin(&row.x0, part.x0);
  atomicMin(&row.y0, part.y0);
  atomicMin(&row.z0, part.z0);
  atomicMax(&row.x1, part.x1);
  atomicMax(&row.y1, part.y1);
  atomicMax(&row.z1, part.z1);
}

/// Sums over elements of one component: area, coordinates and box.
struct ElementSums {
  std::uint32_t area;
  std::uint64_t sum_x;
  std::uint64_t sum_y;
  std::uint64_t sum_z;
  std::uint32_t x0;
  std::uint32_t x1;
  std::uint32_t y0;
  std::uint32_t y1;
  std::uint32_t z1;
};

/// Adds elements to the row of component `number`, which begin_row() has begun with the first of them. Does nothing
/// beyond the table's capacity. Of an image y0 is that of the first pixel, and the high word of the area stays 0.
inline __device__ void add_to_row(const TableView& table, std::uint32_t number, const ElementSums& sums,
                                  bool is_volume) {
  if (number > table.capacity) return;
  ComponentRow& row = row_of(table, number);
  add_64(row.sum_x, sums.sum_x);
  add_64(row.sum_y, sums.sum_y);
  atomicMin(&row.x0, sums.x0);
  atomicMax(&row.x1, sums.x1);
  atomicMax(&row.y1, sums.y1);
  if (!is_volume) {
    atomicAdd(&row.area[0], sums.area);
    return;
  }
  add_64(row.area, sums.area);
  add_64(sum_z_of(row), sums.sum_z);
  atomicMin(&row.y0, sums.y0);
  atomicMax(&row.z1, sums.z1);
}

/// Writes the header of a table with `count` components, of `found` before the filter.
inline __device__ void write_header(const TableView& table, std::uint32_t count, std::uint32_t found) {
  ComponentTableHeader& header = *table.header;
  header.vertices = shared::TABLE_ROW_VERTICES;
  header.rows = min(count, table.capacity);
  header.first_vertex = 0;
  header.base_instance = 0;
  header.groups_x = (header.rows + shared::TABLE_GROUP_ROWS - 1) / shared::TABLE_GROUP_ROWS;
  header.groups_y = 1;
  header.groups_z = 1;
  header.row_bytes = table.row_bytes;
  header.count[0] = count;
  header.count[1] = 0;
  header.columns = table.columns;
  header.width = table.extent.width;
  header.height = table.extent.height;
  header.depth = table.extent.depth;
  header.found[0] = found;
  header.found[1] = 0;
}

/// Writes the whole row of component `number`, whose first pixel or voxel in raster order is `first`: the box of that
/// pixel, and area and sums of no pixels. Does nothing beyond the table's capacity.
inline __device__ void begin_row(const TableView& table, std::uint32_t number, std::uint32_t first) {
  if (table.header == nullptr || number > table.capacity) return;
  const std::uint32_t x = first % table.extent.width;
  const std::uint32_t y = first / table.extent.width % table.extent.height;
  const std::uint32_t z = first / table.extent.width / table.extent.height;
  // Member by member, because the class's initialisers are host code.
  ComponentRow& row = row_of(table, number);
  row.label = number;
  row.area[0] = row.area[1] = 0;
  row.x0 = row.x1 = x;
  row.y0 = row.y1 = y;
  row.sum_x[0] = row.sum_x[1] = row.sum_y[0] = row.sum_y[1] = 0;
  row.value = table.source.equal ? value_at(slice_of({table.source, table.slice_pitch}, z), x, y) : 0;
  row.first[0] = first;
  row.first[1] = 0;
  row.z0 = row.z1 = z;
  if (table.extent.depth == 1) return;
  for (int i = 0; i < 4; ++i) sum_z_of(row)[i] = 0;  // with padding
}

}  // namespace glccl::cuda
