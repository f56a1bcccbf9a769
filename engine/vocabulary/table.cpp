#include "glccl/table.hpp"

#include <algorithm>
#include <cstring>

#include "engine/vocabulary/integer128.hpp"
#include "engine/vocabulary/table_rows.hpp"

namespace glccl {

double to_double(const Integer128& integer) { return as_double(integer); }

Component read_row(const void* row, std::uint32_t columns) {
  ComponentRow base;
  std::memcpy(&base, row, sizeof base);
  std::uint64_t sum_z = 0;
  if ((columns & table_column_sum_z) != 0) {
    std::memcpy(&sum_z, static_cast<const unsigned char*>(row) + sizeof base, sizeof sum_z);
  }
  return component_of(base, sum_z);
}

Measurements read_measurements(const void* row, std::uint32_t columns) {
  // Columns of integers are the members of their classes in the order of these; without a column they stay 0.
  const auto read = [&](std::uint32_t column, auto& members, std::size_t first = 0, std::size_t bytes = 0) {
    if ((columns & column) == 0) return;
    const unsigned char* from = static_cast<const unsigned char*>(row) + column_offset(columns, column);
    std::memcpy(reinterpret_cast<unsigned char*>(&members) + first, from, bytes != 0 ? bytes : sizeof members);
  };
  Measurements measurements;
  constexpr std::size_t half = sizeof(Moments) / 2;
  read(table_column_moments, measurements.moments, 0, half);
  read(table_column_moments_z, measurements.moments, half, half);
  read(table_column_quads, measurements.quads);
  read(table_column_cubes, measurements.cubes);
  read(table_column_seams, measurements.seams);
  if ((columns & table_column_intensity) != 0) {
    IntensityColumn column;
    std::uint32_t z[4] = {};
    read(table_column_intensity, column);
    read(table_column_intensity_z, z);
    measurements.intensity = intensity_of(column, joined_128(z));
  }
  return measurements;
}

Moments merge(const Moments& a, const Moments& b) {
  return {a.xx + b.xx, a.xy + b.xy, a.yy + b.yy, a.xz + b.xz, a.yz + b.yz, a.zz + b.zz};
}

Component merge(const Component& a, const Component& b) {
  const Component& earlier = b.first < a.first ? b : a;
  Component merged = earlier;
  merged.area = a.area + b.area;
  merged.sum_x = a.sum_x + b.sum_x;
  merged.sum_y = a.sum_y + b.sum_y;
  merged.sum_z = a.sum_z + b.sum_z;
  merged.box = {std::min(a.box.x0, b.box.x0), std::min(a.box.y0, b.box.y0), std::max(a.box.x1, b.box.x1),
                std::max(a.box.y1, b.box.y1), std::min(a.box.z0, b.box.z0), std::max(a.box.z1, b.box.z1)};
  return merged;
}

}  // namespace glccl
