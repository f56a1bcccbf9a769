#include "glccl/table.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <initializer_list>

#include "glsl/shared/fixed_point.h"

namespace glccl {
namespace {

Integer128 join(const std::uint32_t (&words)[4]) {
  return {std::uint64_t{words[1]} << 32 | words[0],
          static_cast<std::int64_t>(std::uint64_t{words[3]} << 32 | words[2])};
}

Intensity intensity_of(const IntensityColumn& column) {
  const auto number = [&](std::uint32_t word) -> double {
    if (column.kind == shared::FLOAT_KEYS) return std::bit_cast<float>(shared::float_of_key(word));
    const double bias = column.kind == shared::INTEGERS_SIGNED ? 0x1p31 : 0.0;
    return std::ldexp(word - bias, -column.fraction_bits);
  };
  const double maximum = number(column.maximum);
  return {.sum = join(column.sum),
          .squares = join(column.squares),
          .sum_x = join(column.sum_x),
          .sum_y = join(column.sum_y),
          .sum_z = {},
          .minimum = std::isnan(maximum) ? maximum : number(column.minimum),
          .maximum = maximum,
          .fraction_bits = column.fraction_bits};
}

}  // namespace

double to_double(const Integer128& integer) {
  const auto& [low, high] = integer;
  const bool negative = high < 0;
  const std::uint64_t lower = negative ? 0 - low : low;
  const auto upper = static_cast<std::uint64_t>(high);
  const std::uint64_t magnitude = negative ? ~upper + (low == 0 ? 1 : 0) : upper;
  const double absolute = static_cast<double>(magnitude) * 0x1p64 + static_cast<double>(lower);
  return negative ? -absolute : absolute;
}

Component read_row(const void* row, std::uint32_t columns) {
  ComponentRow base;
  std::memcpy(&base, row, sizeof base);
  const auto coordinate = [](std::uint32_t word) { return static_cast<int>(word); };
  Component component;
  component.label = base.label;
  component.area = join_words(base.area);
  component.box = {coordinate(base.x0), coordinate(base.y0), coordinate(base.x1),
                   coordinate(base.y1), coordinate(base.z0), coordinate(base.z1)};
  component.sum_x = join_words(base.sum_x);
  component.sum_y = join_words(base.sum_y);
  component.first = join_words(base.first);
  component.value = base.value;
  if ((columns & table_column_sum_z) != 0) {
    std::memcpy(&component.sum_z, static_cast<const unsigned char*>(row) + sizeof base, sizeof component.sum_z);
  }
  return component;
}

Measurements read_measurements(const void* row, std::uint32_t columns) {
  Measurements measurements;
  const auto read = [&](std::uint32_t column, std::initializer_list<std::uint64_t*> integers) {
    if ((columns & column) == 0) return;
    const auto* from = static_cast<const unsigned char*>(row) + column_offset(columns, column);
    for (std::uint64_t* integer : integers) {
      std::uint32_t words[2];
      std::memcpy(words, from, sizeof words);
      *integer = join_words(words);
      from += sizeof words;
    }
  };
  Moments& moments = measurements.moments;
  Quads& quads = measurements.quads;
  read(table_column_moments, {&moments.xx, &moments.xy, &moments.yy});
  read(table_column_moments_z, {&moments.xz, &moments.yz, &moments.zz});
  read(table_column_quads, {&quads.one, &quads.two, &quads.three, &quads.diagonal});
  Cubes& cubes = measurements.cubes;
  std::array<std::uint64_t, 3> euler = {};
  read(table_column_cubes, {&cubes.faces_x, &cubes.faces_y, &cubes.faces_z, &euler[0], &euler[1], &euler[2]});
  cubes.euler_6 = static_cast<std::int64_t>(euler[0]);
  cubes.euler_18 = static_cast<std::int64_t>(euler[1]);
  cubes.euler_26 = static_cast<std::int64_t>(euler[2]);
  const auto* at = static_cast<const unsigned char*>(row);
  if ((columns & table_column_seams) != 0) {
    static_assert(sizeof(Seams) == 48, "the column has its members, in their order");
    std::memcpy(&measurements.seams, at + column_offset(columns, table_column_seams), sizeof(Seams));
  }
  if ((columns & table_column_intensity) == 0) return measurements;
  IntensityColumn column;
  std::memcpy(&column, at + column_offset(columns, table_column_intensity), sizeof column);
  measurements.intensity = intensity_of(column);
  if ((columns & table_column_intensity_z) != 0) {
    std::uint32_t words[4];
    std::memcpy(words, at + column_offset(columns, table_column_intensity_z), sizeof words);
    measurements.intensity.sum_z = join(words);
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
