// The plan of a Tracker: its passes and the sizes of its buffers. OpenGL (passes.hpp) and Vulkan run it.
#pragma once

#include <array>
#include <cstdint>

#include "engine/gl/compute_pass.hpp"
#include "glccl/tracks.hpp"
#include "glccl/types.hpp"

namespace glccl::tracks {

/// The passes in the order of their dispatches.
enum TrackPass : std::size_t {
  begin_tracks,
  count_pairs,
  count_and_copy,  ///< count_pairs that copies the labels. In Vulkan count_pairs does.
  find_overlaps,
  choose_parents,
  claim_ids,
  keep_ids,
  count_births,
  name_tracks,
  write_ids,
  pass_count
};

/// The buffers that glsl/tracks/tracks.glsl declares, in the order of their bindings, which begin at 1. The table, and
/// the tracks once more, have bindings besides.
enum TrackBuffer : std::size_t { tracks_buffer, last_buffer, slots_buffer, pairs_buffer, track_buffers };
constexpr std::uint32_t table_binding = 0;
constexpr std::uint32_t first_binding = 1;
constexpr std::uint32_t words_binding = 5;

/// What follows from extent and options.
struct TrackPlan {
  gl::PassList list;                              ///< By TrackPass; write_ids is left out where no ids are asked for.
  std::array<std::int64_t, track_buffers> bytes;  ///< Of the buffers.
};

/// Requires check_tracker().
TrackPlan make_plan(const Extent& extent, const TrackerOptions& options);

/// What the tracks begin with before the first frame.
TracksHeader first_header(const TrackerOptions& options);

}  // namespace glccl::tracks
