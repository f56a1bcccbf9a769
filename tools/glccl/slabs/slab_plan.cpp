#include "tools/glccl/slabs/slab_plan.hpp"

#include <algorithm>
#include <string>

#include "glccl/host/slabs.hpp"

namespace glccl::tools {

Result<SlabPlan> plan_slabs(const Extent& extent, PixelFormat format, CriterionKind criterion, bool has_rows,
                            std::int64_t memory) {
  // cpu-fast takes up to 1.7 bytes an element of noise that it labels by foreground, and up to 8.6 where values differ.
  const std::int64_t labeler = criterion == CriterionKind::foreground ? 2 : 9;
  constexpr std::int64_t label = 4;
  const auto element = static_cast<std::int64_t>(bytes_per_pixel(format));
  const std::int64_t row = has_rows ? 12 : 1;
  const std::int64_t plane = host::slab_of(extent, 1).elements();
  // The plane before a slab, the two planes beside a seam, and the components in three planes.
  const std::int64_t beside = plane * (element + 2 * (label + labeler) + 3 * label);
  const std::int64_t per_plane = plane * (element + label + labeler + row);
  if (beside + per_plane > memory) {
    return Error{ErrorCode::too_large, "a slab of one " + std::string(extent.is_volume() ? "slice" : "row") + " of " +
                                           to_string(extent) + " takes " + std::to_string(beside + per_plane) +
                                           " bytes of memory, and " + std::to_string(memory) +
                                           " are given: give --memory that much"};
  }
  constexpr std::int64_t most_elements = std::int64_t{1} << 32;
  const std::int64_t most =
      std::min<std::int64_t>(host::planes_of(extent), std::max<std::int64_t>(most_elements / plane, 1));
  const std::int64_t planes = std::clamp<std::int64_t>((memory / 2 - beside) / per_plane, 1, most);
  const std::int64_t left = memory - beside - planes * per_plane - memory / 8;  // for the union-find
  return SlabPlan{static_cast<int>(planes), std::max<std::int64_t>(left, 0)};
}

}  // namespace glccl::tools
