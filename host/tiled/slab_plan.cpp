#include "glccl/host/slab_plan.hpp"

#include <algorithm>
#include <string>

#include "glccl/host/slabs.hpp"
#include "glccl/table.hpp"

namespace glccl::host {

namespace {

/// Estimates of memory in bytes.
struct SlabMemory {
  std::int64_t per_plane = 0;  ///< A plane of a slab.
  std::int64_t beside = 0;     ///< The plane before a slab, two planes beside a seam, components in three planes.
};

SlabMemory estimate(const Extent& extent, PixelFormat format, CriterionKind criterion, bool has_rows, bool wide_labels,
                    std::uint32_t columns) {
  // cpu-fast takes up to 1.7 bytes an element of noise that it labels by foreground, and up to 8.6 where values differ.
  const std::int64_t labeler = criterion == CriterionKind::foreground ? 2 : 9;
  constexpr std::int64_t label = 4;
  const auto element = static_cast<std::int64_t>(bytes_per_pixel(format));
  const std::int64_t moments = (columns & table_column_moments) != 0 ? 8 : 0;
  const std::int64_t row = has_rows ? 12 + moments : 1;
  const std::int64_t wide = wide_labels ? 8 : 0;
  const std::int64_t plane = slab_of(extent, 1).elements();
  return {plane * (element + label + labeler + row + wide), plane * (element + 2 * (label + labeler) + 3 * label)};
}

/// "a slab of 5 rows of 640x480 takes 9 bytes of memory, and 8 are given".
std::string describe_lack(const Extent& extent, std::int64_t planes, std::int64_t needed, std::int64_t given) {
  const std::string counted = planes == 1 ? "one" : std::to_string(planes);
  return "a slab of " + counted + (extent.is_volume() ? " slice" : " row") + (planes == 1 ? "" : "s") + " of " +
         to_string(extent) + " takes " + std::to_string(needed) + " bytes of memory, and " + std::to_string(given) +
         " are given";
}

}  // namespace

Result<SlabPlan> plan_slabs(const Extent& extent, PixelFormat format, CriterionKind criterion, bool has_rows,
                            std::int64_t memory, bool wide_labels, std::uint32_t columns) {
  const SlabMemory takes = estimate(extent, format, criterion, has_rows, wide_labels, columns);
  const std::int64_t least = takes.beside + takes.per_plane;
  if (least > memory) {
    return Error{ErrorCode::too_large, describe_lack(extent, 1, least, memory) + ": give that much"};
  }
  constexpr std::int64_t most_elements = std::int64_t{1} << 32;
  const std::int64_t plane = slab_of(extent, 1).elements();
  const std::int64_t most = std::min<std::int64_t>(planes_of(extent), std::max<std::int64_t>(most_elements / plane, 1));
  const std::int64_t planes = std::clamp<std::int64_t>((memory / 2 - takes.beside) / takes.per_plane, 1, most);
  const std::int64_t left = memory - takes.beside - planes * takes.per_plane - memory / 8;  // for the union-find
  return SlabPlan{static_cast<int>(planes), std::max<std::int64_t>(left, 0)};
}

Result<SlabPlan> plan_ranks(const Extent& extent, PixelFormat format, CriterionKind criterion, bool has_rows, int ranks,
                            std::int64_t memory, bool wide_labels, std::uint32_t columns) {
  const SlabMemory takes = estimate(extent, format, criterion, has_rows, wide_labels, columns);
  const int planes = (planes_of(extent) + ranks - 1) / ranks;
  const std::int64_t needed = takes.beside + planes * takes.per_plane;
  if (needed <= memory) return SlabPlan{planes, 0};
  return Error{ErrorCode::too_large, describe_lack(extent, planes, needed, memory) + " on each of " +
                                         std::to_string(ranks) + " ranks: start more ranks, or give that much"};
}

}  // namespace glccl::host
