#include "engine/raster/plan_extents.hpp"

#include <algorithm>

#include "engine/raster/plan.hpp"
#include "glsl/shared/raster_layout.h"

namespace glccl::raster {

int ceil_log(std::int64_t n, std::int64_t base) {
  int k = 0;
  for (std::int64_t reach = 1; reach < n; reach *= base) ++k;
  return k;
}

int words_down(const Extent& extent) { return (extent.height + shared::ROWS_IN_WORD - 1) / shared::ROWS_IN_WORD; }

Extent masks_extent(const Extent& extent) {
  return {(extent.width + shared::PIXELS_IN_MASK - 1) / shared::PIXELS_IN_MASK, extent.height};
}

Extent list_extent(const Extent& image, std::int64_t most) {
  const std::int64_t row = std::int64_t{1} << list_bits(image);
  return {static_cast<int>(row), static_cast<int>(std::max<std::int64_t>(1, (most + row - 1) / row))};
}

int pair_capacity(const Extent& image) {
  return static_cast<int>(list_extent(image, (image.elements() + 3) / 4).elements());
}

int block_width_of(Engine engine, const Extent& extent, int blocks) {
  const int chosen = engine == Engine::raster ? extent.width : 1;
  const int count = std::clamp(blocks == 0 ? chosen : blocks, 1, extent.width);
  return (extent.width + count - 1) / count;
}

int list_bits(const Extent& extent) { return std::max(5, ceil_log(extent.width, 2)); }  // no less than a mask

Extent extent_of(PlanImage image, const PlanKey& key) {
  const auto [width, height, depth] = key.extent;
  const Extent list = list_extent(key.extent, key.extent.elements());
  const Level last = pyramid_levels(key.extent).back();
  switch (image) {
    case PlanImage::none:
    case PlanImage::source:
    case PlanImage::routed:
      return {};
    case PlanImage::ids_a:
    case PlanImage::ids_b:
    case PlanImage::labels:
    case PlanImage::numbers:
      return key.extent;
    case PlanImage::foreground:
    case PlanImage::links:
    case PlanImage::ends_a:
    case PlanImage::ends_b:
    case PlanImage::contacts:
      return {width, words_down(key.extent)};
    case PlanImage::masks:
    case PlanImage::ranks:
      return masks_extent(key.extent);
    case PlanImage::points:
    case PlanImage::trees_a:
    case PlanImage::trees_b:
      return list;
    case PlanImage::pairs:
      return list_extent(key.extent, pair_capacity(key.extent));
    case PlanImage::root_masks:
    case PlanImage::root_ranks:
      return masks_extent(list);
    case PlanImage::sums:
    case PlanImage::contact_sums:
    case PlanImage::root_sums:
      return {shared::PYRAMID_ROW, last.first_row + rows_of(last)};
    case PlanImage::boxes:
    case PlanImage::rows:
      return {shared::ROWS_ACROSS, static_cast<int>((key.table_rows + shared::ROWS_ACROSS - 1) / shared::ROWS_ACROSS)};
  }
  return {};
}

std::vector<Level> pyramid_levels(const Extent& extent) {
  std::vector<Level> levels;
  const Extent list = list_extent(extent, extent.elements());
  const Extent words{extent.width, words_down(extent)};
  std::int64_t elements = std::max({masks_extent(extent).elements(), words.elements(), masks_extent(list).elements()});
  int row = 0;
  do {
    elements = (elements + shared::PYRAMID_FAN - 1) / shared::PYRAMID_FAN;
    levels.push_back({row, static_cast<int>(elements)});
    row += rows_of(levels.back());
  } while (elements > 1);
  return levels;
}

int rows_of(const Level& level) { return (level.elements + shared::PYRAMID_ROW - 1) / shared::PYRAMID_ROW; }

}  // namespace glccl::raster
