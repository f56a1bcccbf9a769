// The rows of a slab that is finished in host memory.
#pragma once

#include <span>

#include "glccl/table.hpp"
#include "glccl/types.hpp"
#include "host/threads/thread_team.hpp"
#include "host/tiled/finish_slab.hpp"

namespace glccl::host::tiled {

/// The rows of the components that begin in a slab, in the order of their labels: with final labels, in the coordinates
/// of the whole. A component in several slabs has the row of its part in this slab.
struct FinalRows {
  std::span<Component> components = {};
  std::span<Moments> moments = {};  ///< One for each of `components`. Empty unless they are asked for.
};

/// Makes the final rows of the rows of all labels of a slab, in their memory. `rows` are in the slab's coordinates;
/// `first_plane` is its first plane in the image or volume of `whole`.
FinalRows finish_rows(const FinalRows& rows, const Renumbering& numbers, const Extent& whole, int first_plane,
                      ThreadTeam& team);

}  // namespace glccl::host::tiled
