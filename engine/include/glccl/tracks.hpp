// Following components from frame to frame: what is reported of each, and its layout in GPU memory. Plain C++. The
// classes that follow are glccl::Tracker (OpenGL), glccl::vulkan::Tracker, glccl::cuda::Tracker and
// glccl::host::Tracker; they give the same results, bit for bit.
//
// The rules. Two components of two successive frames overlap by the number of elements that both have.
//
//   parent   Of a component of this frame: the component of the last frame with which it overlaps most; of equal
//            overlaps the one with the older id, and of ids of one age the smaller. Ids are given in ascending order,
//            so that this is the smallest id.
//   keeper   Of an id of the last frame: among the components whose parent it is, the one that overlaps it most; of
//            equal overlaps the one with the smaller label. The keeper keeps the id. Every other component gets the
//            next id, in the order of the labels. Ids are never used again.
//   death    An id without a keeper. Its heir is the component of this frame that overlaps it most; of equal overlaps
//            the one with the smaller label.
//
// In GPU memory the tracks are one buffer: a header of 64 bytes; the rows, one per component in the order of the
// labels; and the deaths, from `deaths_at` on, in the order of the last frame's labels. Declaration for the caller's
// shaders:
//
//   struct Track { uint id, age, overlap, events, parent, before; };  // 24 bytes
//   struct Death { uint id, age, heir, before; };                     // 16 bytes
//   layout(std430, binding = 0) readonly buffer Tracks {
//     uint frame, components, rows, births, deaths, pairs, overflow, last_id, capacity, deaths_at, row_bytes,
//     unused[5]; Track track[];
//   };
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "glccl/api.h"
#include "glccl/result.hpp"
#include "glccl/tracks.h"
#include "glccl/types.hpp"

namespace glccl {

/// Bits of TrackRow::events: glccl_track_event by the names of C++.
enum TrackEvent : std::uint32_t {
  track_birth = GLCCL_TRACK_BIRTH,          ///< Its id is new.
  track_continued = GLCCL_TRACK_CONTINUED,  ///< It keeps its parent's id.
  track_split = GLCCL_TRACK_SPLIT,          ///< Its parent fell apart.
  track_merge = GLCCL_TRACK_MERGE,          ///< It took over others.
};

/// Bits of TracksHeader::overflow: glccl_track_overflow by the names of C++.
enum TrackOverflow : std::uint32_t {
  track_too_many_components = GLCCL_TRACK_TOO_MANY_COMPONENTS,  ///< Beyond TrackerOptions::max_components.
  track_too_many_pairs = GLCCL_TRACK_TOO_MANY_PAIRS,            ///< Beyond TrackerOptions::max_pairs.
  track_too_many_ids = GLCCL_TRACK_TOO_MANY_IDS,                ///< Beyond 32 bits.
};

/// The first 64 bytes of the tracks.
using TracksHeader = glccl_tracks_header;
static_assert(sizeof(TracksHeader) == 64);

/// A component of this frame.
using TrackRow = glccl_track;
static_assert(sizeof(TrackRow) == 24);

/// An id that no component keeps.
using DeathRow = glccl_death;
static_assert(sizeof(DeathRow) == 16);

/// The tracks of one frame, on the CPU.
struct TrackedFrame {
  TracksHeader header;           ///< Counts.
  std::vector<TrackRow> rows;    ///< One per component, TracksHeader::rows of them.
  std::vector<DeathRow> deaths;  ///< One per id that died, TracksHeader::deaths of them.
  friend bool operator==(const TrackedFrame&, const TrackedFrame&) = default;
};

/// The memory of a tracker, which is fixed at its creation.
struct TrackerOptions {
  /// Components of a frame, 1 to most_tracked_components. A row, a death and what is kept take 68 bytes each.
  std::uint32_t max_components = 1U << 16;
  /// Pairs of overlapping components of two frames, up to most_tracked_pairs; 0: four per component. On a GPU a pair
  /// takes 28 to 52 bytes.
  std::uint32_t max_pairs = 0;
  std::uint32_t first_id = 1;  ///< The first id that is given. At least 1.
  bool id_labels = false;      ///< Labels in ids are written too, one per element.
};

/// The largest TrackerOptions::max_components.
inline constexpr std::uint32_t most_tracked_components = 1U << 22;

/// The largest TrackerOptions::max_pairs.
inline constexpr std::uint32_t most_tracked_pairs = 1U << 24;

/// TrackerOptions::max_pairs, with its default resolved.
GLCCL_API std::uint32_t pairs_of(const TrackerOptions& options);

/// Whether a tracker can have this extent and these options. Errors: `invalid_argument` (a side below 1, no components,
/// an id of 0), `too_large` (the sides' product, components or pairs beyond the limit; the message has both numbers).
GLCCL_API Result<void> check_tracker(const Extent& extent, const TrackerOptions& options);

/// Offset of the deaths in the tracks, in bytes: TracksHeader::deaths_at.
GLCCL_API std::size_t deaths_offset(std::uint32_t max_components);

/// Bytes of the tracks.
GLCCL_API std::size_t tracks_bytes(std::uint32_t max_components);

/// The tracks from the bytes of their buffer, tracks_bytes() of them, aligned to 4 bytes.
GLCCL_API TrackedFrame read_tracks(const void* bytes);

}  // namespace glccl
