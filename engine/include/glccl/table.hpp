// The component table as it lies in GPU memory: one buffer, a header and then a row for every component, in the order
// of the labels. A shader of the caller's declares it so:
//
//   struct Component {
//     uint label, area, first_x, first_y;
//     uint x0, y0, x1, y1;   // the bounding box, inclusive
//     uvec2 sum_x, sum_y;    // low word, high word
//     uint value, unused[3];
//   };
//   layout(std430, binding = 0) readonly buffer Components {
//     uint vertices, rows, first_vertex, base_instance;  // arguments of glDrawArraysIndirect
//     uint groups_x, groups_y, groups_z;                 // arguments of glDispatchComputeIndirect
//     uint count;
//     uint unused[8];
//     Component component[];
//   };
//
// Areas and sums are exact up to 32768x32768: an area is at most 2^30, a sum of coordinates less than 2^45. The sums
// are made of 32-bit atomic additions to the low word, each of which carries into the high word when it wraps.
#pragma once

#include <cstdint>

#include "glccl/types.hpp"

namespace glccl {

/// The first bytes of a component table.
struct ComponentTableHeader {
  /// Arguments of glDrawArraysIndirect, at offset 0: an instance of four vertices (a strip, or a line loop) for every
  /// row.
  std::uint32_t vertices = 4;
  std::uint32_t rows = 0;  ///< that the table holds: `count`, or as many as were asked for where there are more
  std::uint32_t first_vertex = 0;
  std::uint32_t base_instance = 0;
  /// Arguments of glDispatchComputeIndirect, at offset 16: groups of 64 rows.
  std::uint32_t groups_x = 0;
  std::uint32_t groups_y = 1;
  std::uint32_t groups_z = 1;
  std::uint32_t count = 0;  ///< components in the image
  std::uint32_t unused[8] = {};
};
static_assert(sizeof(ComponentTableHeader) == 64);

/// One row of a component table, in the units of glccl::Component.
struct ComponentRow {
  std::uint32_t label = 0;
  std::uint32_t area = 0;
  std::uint32_t first_x = 0;
  std::uint32_t first_y = 0;
  std::uint32_t x0 = 0;
  std::uint32_t y0 = 0;
  std::uint32_t x1 = 0;
  std::uint32_t y1 = 0;
  std::uint32_t sum_x[2] = {};  ///< low word, high word
  std::uint32_t sum_y[2] = {};
  std::uint32_t value = 0;
  std::uint32_t unused[3] = {};
};
static_assert(sizeof(ComponentRow) == 64);

/// The same row as everyone else speaks of it.
inline Component to_component(const ComponentRow& row) {
  const auto join = [](const std::uint32_t(&words)[2]) { return std::uint64_t{words[1]} << 32 | words[0]; };
  Component component;
  component.label = row.label;
  component.area = row.area;
  component.box = {static_cast<int>(row.x0), static_cast<int>(row.y0), static_cast<int>(row.x1),
                   static_cast<int>(row.y1)};
  component.sum_x = join(row.sum_x);
  component.sum_y = join(row.sum_y);
  component.first_x = static_cast<int>(row.first_x);
  component.first_y = static_cast<int>(row.first_y);
  component.value = row.value;
  return component;
}

}  // namespace glccl
