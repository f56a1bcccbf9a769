#include "glccl/table.hpp"

#include <algorithm>
#include <cstring>

namespace glccl {

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
