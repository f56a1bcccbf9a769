#include "host/tiled/slab_border.hpp"

#include <algorithm>
#include <array>

#include "glccl/host/slabs.hpp"
#include "host/tiled/border_forest.hpp"

namespace glccl::host::tiled {

SlabBorder find_border(std::span<const std::uint32_t> labels, std::size_t plane, std::uint32_t count) {
  const std::span<const std::uint32_t> first = labels.first(plane);
  const std::span<const std::uint32_t> last = labels.last(plane);
  std::vector<std::uint32_t> places(std::size_t{count} + 1, 0);
  for (const std::span<const std::uint32_t> border : {first, last}) {
    for (const std::uint32_t label : border) places[label] = 1;
  }
  places[0] = 0;
  SlabBorder found;
  for (std::uint32_t label = 1; label <= count; ++label) {
    if (places[label] == 0) continue;
    found.labels.push_back(label);
    places[label] = static_cast<std::uint32_t>(found.labels.size());
  }
  found.first.reserve(plane);
  found.last.reserve(plane);
  for (const std::uint32_t label : first) found.first.push_back(places[label]);
  for (const std::uint32_t label : last) found.last.push_back(places[label]);
  return found;
}

std::vector<BorderPair> find_pairs(const BorderPlane& above, std::uint32_t count_above, const BorderPlane& below,
                                   std::uint32_t count_below, std::span<const std::uint32_t> seam) {
  constexpr std::uint32_t none = 0xFFFFFFFFU;
  BorderForest forest;
  forest.add(std::size_t{count_above} + count_below);
  std::vector<std::uint32_t> met(std::size_t{*std::max_element(seam.begin(), seam.end())} + 1, none);
  std::vector<BorderPair> pairs;
  const auto meet = [&](std::uint32_t component, std::uint32_t label) {
    if (met[label] == none) met[label] = component;
    if (forest.unite(met[label], component)) pairs.push_back({met[label], component});
  };
  const std::span<const std::uint32_t> seam_below = seam.subspan(above.size());
  for (std::size_t i = 0; i < above.size(); ++i) {
    if (above[i] != 0) meet(above[i] - 1, seam[i]);
  }
  for (std::size_t i = 0; i < below.size(); ++i) {
    if (below[i] != 0) meet(count_above + below[i] - 1, seam_below[i]);
  }
  return pairs;
}

void move_row(Component& row, const Extent& extent, int first_plane) {
  const auto planes = static_cast<std::uint64_t>(first_plane);
  const std::uint64_t plane = static_cast<std::uint64_t>(slab_of(extent, 1).elements());
  row.first += planes * plane;
  (extent.is_volume() ? row.sum_z : row.sum_y) += planes * row.area;
  for (int Box::*side : extent.is_volume() ? std::array{&Box::z0, &Box::z1} : std::array{&Box::y0, &Box::y1}) {
    row.box.*side += first_plane;
  }
}

}  // namespace glccl::host::tiled
