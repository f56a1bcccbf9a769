// One slab of an image whose slabs are labeled at the same time.
#pragma once

#include <cstdint>
#include <vector>

#include "glccl/host/slabs.hpp"
#include "host/tiled/exchange.hpp"
#include "host/tiled/slab_engine.hpp"

namespace glccl::host::tiled {

/// The planes of a slab among slabs of nearly equal thickness: slabs before others are thicker by one plane at most.
/// Requires 0 <= place < count <= planes.
SlabPlace slab_place(int planes, int count, int place);

/// What label_slab() makes beside the number of components.
struct PartResults {
  bool labels = true;        ///< The final labels.
  bool wide_labels = false;  ///< These have 64 bits.
  bool measured = false;     ///< The rows of the component table, with the columns that the specification has.
};

/// One slab's part of the result.
struct LabeledSlab {
  LabelImage labels;  ///< The final labels of its elements; without values unless they have 32 bits.
  std::vector<std::uint64_t> wide_labels;  ///< The final labels, if labels of 64 bits were asked for.
  std::vector<Component> components;  ///< The complete rows of the components that begin in it, if they were asked for.
  std::vector<Moments> moments;       ///< Their moments, if `spec.columns` has them.
  std::uint64_t all_components = 0;   ///< Components of the whole.
  std::uint64_t border_components = 0;  ///< In its first and last plane.
  std::uint64_t pairs = 0;              ///< Across the seam before it.
  std::uint64_t largest_join = 0;       ///< Most components at borders that it has held for others.
  int rounds = 0;                       ///< In which it has held some.
};

/// Labels the slab of `exchange` of an image or volume of `extent`, while all other slabs do the same. `elements` are
/// its planes, without gaps. Only neighbours exchange planes; pairs that touch are contracted in rounds
/// (contraction.hpp). Errors: the same for all slabs: those of `solve`, with the number of the slab, and of
/// check_numbers().
Result<LabeledSlab> label_slab(SlabExchange& exchange, const Extent& extent, const ImageView& elements,
                               const SolveSlab& solve, const LabelingSpec& spec, const PartResults& wanted);

}  // namespace glccl::host::tiled
