// The union phase of slabs by itself: an image is cut into as many slabs as a job would have ranks, and their borders
// are joined round by round on one core. Each join is what one rank does in that round (host/tiled/contraction.hpp), so
// the longest joins of all rounds tell how long a job of so many ranks computes. Times are CPU times of one core.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <vector>

#include "glccl/host/slabs.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::tools {

/// CPU times in milliseconds of all ranks that do one thing.
struct RankTimes {
  double median = 0.0;
  double longest = 0.0;  ///< Also what a page fault or an interrupt of this machine adds.
};

/// One round: neighbouring intervals of slabs become one.
struct JoinRound {
  int joins = 0;                    ///< Ranks that join two intervals.
  RankTimes join;                   ///< Joining two intervals.
  RankTimes values;                 ///< Merging and spreading names and numbers.
  std::size_t most_held = 0;        ///< Most components at borders that a rank holds.
  std::size_t largest_message = 0;  ///< Most bytes that a rank sends or receives in all of the round's messages.
};

/// What a job of so many ranks does in its union phase.
struct JoinReport {
  Extent extent;                        ///< Of the image or volume.
  int ranks = 0;                        ///< Slabs.
  std::uint64_t components = 0;         ///< Components of the whole.
  std::uint64_t border_components = 0;  ///< Sum over the slabs of the components in their first and last planes.
  std::uint64_t pairs = 0;              ///< Pairs across seams, redundant ones left out.
  RankTimes seam = {};                  ///< Labeling a seam and finding its pairs.
  std::vector<JoinRound> rounds = {};   ///< In their order.
};

/// Cuts an image or volume into slabs of nearly the same thickness, labels them by `cpu-fast` and joins them. Takes
/// memory for the borders of all slabs. Errors: those of label_slabs(), and `invalid_argument` (fewer than 1 rank, more
/// ranks than planes).
Result<JoinReport> measure_joins(const host::SlabSource& source, const LabelingSpec& spec, int ranks);

/// Prints a line per round, and what they add up to.
void print_joins(std::ostream& out, const JoinReport& report);

}  // namespace glccl::tools
