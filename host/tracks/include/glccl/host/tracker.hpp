// Following components from frame to frame on the CPU.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "glccl/result.hpp"
#include "glccl/tracks.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// Matches the components of each frame with those of the last one by overlap: the reference for glccl::Tracker and
/// glccl::cuda::Tracker, by the rules of glccl/tracks.hpp. One thread at a time may use it.
class Tracker {
 public:
  /// For labels of this extent. Errors: those of check_tracker().
  static Result<Tracker> create(Extent extent, const TrackerOptions& options = {});

  /// Follows labels of Numbering::raster, as many in raster order as the extent has elements, of which those above
  /// `components` count as background. An overflow is no error: TracksHeader::overflow tells. Error `invalid_argument`:
  /// another number of labels.
  Result<TrackedFrame> track(std::span<const std::uint32_t> labels, std::uint32_t components);

  /// Forgets the last frame, after a cut: the next track() gives new ids to all components, and reports no deaths. Ids
  /// are not used again.
  void forget() { rows_.clear(); }

  /// Ids for the last labels, one per element in raster order; empty without TrackerOptions::id_labels.
  const std::vector<std::uint32_t>& id_labels() const { return id_labels_; }

 private:
  Tracker(Extent extent, const TrackerOptions& options);

  Extent extent_;
  TrackerOptions options_;
  std::vector<std::uint32_t> labels_;  ///< Of the last frame.
  std::vector<TrackRow> rows_;         ///< Of the last frame.
  std::uint32_t frame_ = 0;
  std::uint32_t last_id_ = 0;
  std::vector<std::uint32_t> id_labels_;
};

}  // namespace glccl::host
