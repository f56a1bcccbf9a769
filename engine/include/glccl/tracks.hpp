// Following components from frame to frame: what is reported of each, and its layout in GPU memory. Plain C++. The
// classes that follow are glccl::Tracker (OpenGL), glccl::cuda::Tracker and glccl::host::CpuTracker; they give the same
// results, bit for bit.
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
#include "glccl/types.hpp"

namespace glccl {

/// What happened to a component between the last frame and this one: bits of TrackRow::events. A component has either
/// `track_birth` or `track_continued`.
enum TrackEvent : std::uint32_t {
  track_birth = 1U << 0,      ///< Its id is new.
  track_continued = 1U << 1,  ///< It keeps its parent's id.
  track_split = 1U << 2,      ///< Its parent fell apart: the parent of other components too.
  track_merge = 1U << 3,      ///< It took over others: it is the heir of an id that died.
};

/// Why a frame was not followed: bits of TracksHeader::overflow. Such a frame has no rows, all ids of the last frame
/// die without heirs, and the next frame begins anew. Nothing is wrong silently, and no memory outside is touched.
enum TrackOverflow : std::uint32_t {
  track_too_many_components = 1U << 0,  ///< More components than TrackerOptions::max_components.
  track_too_many_pairs = 1U << 1,       ///< More pairs of overlapping components than TrackerOptions::max_pairs.
  track_too_many_ids = 1U << 2,         ///< The 32-bit integers after the last id are fewer than the components.
};

/// The first 64 bytes of the tracks.
struct TracksHeader {
  std::uint32_t frame = 0;       ///< Number of frames so far; 1 in the first.
  std::uint32_t components = 0;  ///< Components in the labels of this frame; 2^32 - 1 if there are more.
  std::uint32_t rows = 0;        ///< Rows: `components`, or 0 after an overflow.
  std::uint32_t births = 0;      ///< Rows with track_birth.
  std::uint32_t deaths = 0;      ///< Ids of the last frame that no component kept.
  /// Pairs of a component of this frame and one of the last that overlap; max_pairs + 1 if there are more. 0 with
  /// track_too_many_components.
  std::uint32_t pairs = 0;
  std::uint32_t overflow = 0;    ///< A set of TrackOverflow; 0: the frame was followed.
  std::uint32_t last_id = 0;     ///< The largest id that was given so far; 0: none.
  std::uint32_t capacity = 0;    ///< TrackerOptions::max_components, the capacity of rows and deaths.
  std::uint32_t deaths_at = 0;   ///< Offset of the deaths in bytes.
  std::uint32_t row_bytes = 24;  ///< Bytes from a row to the next.
  std::uint32_t unused[5] = {};  ///< 0.
  friend bool operator==(const TracksHeader&, const TracksHeader&) = default;
};
static_assert(sizeof(TracksHeader) == 64);

/// A component of this frame. Row i is that of label i + 1.
struct TrackRow {
  std::uint32_t id = 0;       ///< Its id, from TrackerOptions::first_id on.
  std::uint32_t age = 0;      ///< Frames that the id has been there, this one included: 1 at birth.
  std::uint32_t overlap = 0;  ///< Elements in common with its parent; 0 without one.
  std::uint32_t events = 0;   ///< A set of TrackEvent.
  std::uint32_t parent = 0;   ///< The parent's id; 0: it overlaps no component of the last frame.
  std::uint32_t before = 0;   ///< The parent's label in the last frame; 0 without one.
  friend bool operator==(const TrackRow&, const TrackRow&) = default;
};
static_assert(sizeof(TrackRow) == 24);

/// An id that no component keeps.
struct DeathRow {
  std::uint32_t id = 0;      ///< The id.
  std::uint32_t age = 0;     ///< Frames that it was there.
  std::uint32_t heir = 0;    ///< The heir's label in this frame; 0: no component overlaps it.
  std::uint32_t before = 0;  ///< The label that it had in the last frame.
  friend bool operator==(const DeathRow&, const DeathRow&) = default;
};
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
GLCCL_API Status check_tracker(const Extent& extent, const TrackerOptions& options);

/// Offset of the deaths in the tracks, in bytes: TracksHeader::deaths_at.
GLCCL_API std::size_t deaths_offset(std::uint32_t max_components);

/// Bytes of the tracks.
GLCCL_API std::size_t tracks_bytes(std::uint32_t max_components);

/// The tracks from the bytes of their buffer, tracks_bytes() of them, aligned to 4 bytes.
GLCCL_API TrackedFrame read_tracks(const void* bytes);

}  // namespace glccl
