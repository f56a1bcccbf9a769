// The kernels of a Tracker and the memory that they work on. glsl/tracks has the same passes, of which match_tracks is
// all after count_pairs, and the proof that the results do not depend on the order of threads.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/measure/label_pairs.hpp"
#include "cuda/runtime/job.hpp"
#include "cuda/runtime/label_rows.hpp"
#include "glccl/result.hpp"
#include "glccl/tracks.hpp"

namespace glccl::cuda {

/// What is known from frame to frame.
struct TrackState {
  std::uint32_t last_rows;   ///< Components of the last frame.
  std::uint32_t last_id;     ///< The largest id so far.
  std::uint32_t pair_count;  ///< Pairs of this frame so far; 0 between frames.
  std::uint32_t frame;       ///< Frames so far.
};

/// The largest number of elements, and of those that have it the smallest id or label: elements << 32 | ~id, so that
/// one atomicMax finds both. 0: there is none.
using Best = unsigned long long;

/// A component of the last frame. Its members are those of glsl/tracks/tracks.glsl, of which a Best is two.
struct Earlier {
  std::uint32_t id;
  std::uint32_t age;
  std::uint32_t claims;
  Best heir;    ///< `overlap` and `heir`.
  Best keeper;  ///< `claim` and `keeper`.
};

/// A component of this frame while it is matched.
struct Matched {
  Best parent;            ///< `overlap` and `parent`, its id.
  std::uint32_t before;   ///< Its label in the last frame.
  std::uint32_t is_heir;  ///< 0 or 1.
};

/// Births and deaths in a chunk.
struct ChunkCounts {
  std::uint32_t births;
  std::uint32_t deaths;
};

/// The device memory of a Tracker. Between frames all slots are free, and `matched` and `earlier` are ready for the
/// next frame.
struct TrackMemory {
  TrackState* state;
  PairTable<std::uint32_t>
      pairs;  ///< Label, label in the last frame: elements in common. Counts TrackState::pair_count.
  Earlier* earlier;
  Matched* matched;
  ChunkCounts* chunks;
  TracksHeader* header;  ///< Rows and deaths follow.
  std::uint32_t max_components;
};

/// Labels of a frame, and those of the last, in rows of all slices.
struct TrackedLabels {
  LabelRows rows;
  const std::uint32_t* last_labels;  ///< Without gaps, as the following.
  std::uint32_t* copy;               ///< Where labels are copied to; null: nowhere.
  std::uint32_t* id_labels;          ///< Null: none.
  const std::uint32_t* count;        ///< The number of components.
  bool forgets;                      ///< There is no last frame.
};

/// Makes fresh memory ready for the first frame, on the job's stream. Error `gpu`.
Result<void> begin_tracking(const Job& job, const TrackMemory& memory, const TrackerOptions& options);

/// Launches all kernels for a frame. Error `gpu`.
Result<void> track_labels(const Job& job, const TrackMemory& memory, const TrackedLabels& labels);

}  // namespace glccl::cuda
