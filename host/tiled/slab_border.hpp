// The components of a slab in its first and last planes, and which of two neighbouring slabs touch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl::host::tiled {

/// A plane of elements: of each the place of its component in a list, from 1; 0 is background.
using BorderPlane = std::vector<std::uint32_t>;

/// The components of a slab that lie in its first or last plane.
struct SlabBorder {
  std::vector<std::uint32_t> labels;  ///< Their labels in the slab, ascending.
  BorderPlane first;                  ///< The places in `labels` of the elements of the first plane.
  BorderPlane last;                   ///< The same for the last plane.
};

/// Finds the components in the first and last plane of a slab, by the labels of these planes.
SlabBorder find_border(std::span<const std::uint32_t> first, std::span<const std::uint32_t> last);

/// Two components that are one. Places count from 0: first those above the seam, then those below it.
struct BorderPair {
  std::uint32_t one = 0;
  std::uint32_t other = 0;
};

/// The pairs of components that touch across a seam. `above` is the last plane before it, with places of `count_above`
/// components, `below` the first plane behind it. `seam` are the labels 1..M of an image that has just these two
/// planes: elements of one label are connected. Redundant pairs are left out: the pairs are edges of a forest.
std::vector<BorderPair> find_pairs(const BorderPlane& above, std::uint32_t count_above, const BorderPlane& below,
                                   std::uint32_t count_below, std::span<const std::uint32_t> seam);

/// Moves the row of a component from the coordinates of a slab to those of the whole image or volume of `extent`, and
/// `moments` with it, unless they are null. Exact where check_sums() and check_columns() do not refuse the whole.
void move_row(Component& row, const Extent& extent, int first_plane, Moments* moments = nullptr);

}  // namespace glccl::host::tiled
