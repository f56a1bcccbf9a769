#include "host/tiled/slab_border.hpp"

#include <algorithm>
#include <bit>

#include "engine/vocabulary/table_rows.hpp"
#include "glccl/host/slabs.hpp"
#include "host/tiled/border_forest.hpp"

namespace glccl::host::tiled {
SlabBorder find_border(std::span<const std::uint32_t> first, std::span<const std::uint32_t> last) {
  // A bit for each label, and the number of bits before each word: far less memory than a place for each label.
  const std::uint32_t largest = std::max(*std::max_element(first.begin(), first.end()),  //
                                         *std::max_element(last.begin(), last.end()));
  std::vector<std::uint64_t> bits(largest / 64 + 1, 0);
  for (const std::span<const std::uint32_t> plane : {first, last}) {
    for (const std::uint32_t label : plane) bits[label / 64] |= std::uint64_t{1} << label % 64;
  }
  bits[0] &= ~std::uint64_t{1};
  SlabBorder found;
  std::vector<std::uint32_t> before(bits.size());
  for (std::size_t word = 0; word < bits.size(); ++word) {
    before[word] = static_cast<std::uint32_t>(found.labels.size());
    for (std::uint64_t left = bits[word]; left != 0; left &= left - 1) {
      found.labels.push_back(static_cast<std::uint32_t>(word * 64 + static_cast<std::size_t>(std::countr_zero(left))));
    }
  }
  const auto place_of = [&](std::uint32_t label) -> std::uint32_t {
    if (label == 0) return 0;
    const std::uint64_t up_to = bits[label / 64] << (63 - label % 64);
    return before[label / 64] + static_cast<std::uint32_t>(std::popcount(up_to));
  };
  found.first.resize(first.size());
  found.last.resize(last.size());
  std::transform(first.begin(), first.end(), found.first.begin(), place_of);
  std::transform(last.begin(), last.end(), found.last.begin(), place_of);
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

void move_row(Component& row, const Extent& extent, int first_plane, Moments* moments) {
  const auto planes = static_cast<std::uint64_t>(first_plane);
  const auto plane = static_cast<std::uint64_t>(slab_of(extent, 1).elements());
  const SlabShift shift{planes, planes * plane, extent.is_volume()};
  if (moments != nullptr) move_moments(*moments, row, shift);
  glccl::move_row(row, shift);
}

}  // namespace glccl::host::tiled
