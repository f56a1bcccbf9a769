#include "glccl/tracks.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "engine/vocabulary/label_extent.hpp"
#include "glsl/shared/tracks.h"

namespace glccl {

static_assert(track_birth == shared::TRACK_BIRTH && track_continued == shared::TRACK_CONTINUED);
static_assert(track_split == shared::TRACK_SPLIT && track_merge == shared::TRACK_MERGE);
static_assert(track_too_many_components == shared::TRACK_TOO_MANY_COMPONENTS);
static_assert(track_too_many_pairs == shared::TRACK_TOO_MANY_PAIRS && track_too_many_ids == shared::TRACK_TOO_MANY_IDS);
static_assert(sizeof(TracksHeader) == 4 * shared::TRACKS_HEADER_WORDS);
static_assert(sizeof(TrackRow) == 4 * shared::TRACK_WORDS && sizeof(DeathRow) == 4 * shared::DEATH_WORDS);

std::uint32_t pairs_of(const TrackerOptions& options) {
  if (options.max_pairs != 0) return options.max_pairs;
  return std::min(4 * std::min(options.max_components, most_tracked_components), most_tracked_pairs);
}

Result<void> check_tracker(const Extent& extent, const TrackerOptions& options) {
  const auto refuse = [](ErrorCode code, const std::string& message) { return Error{code, "a tracker " + message}; };
  if (const Result<void> status = check_label_extent("a tracker", extent); !status) return status;
  if (options.max_components == 0) {
    return refuse(ErrorCode::invalid_argument, "for 0 components: max_components is 1 or more");
  }
  if (options.first_id == 0) {
    return refuse(ErrorCode::invalid_argument, "with the first id 0: ids are 1 or more, 0 is background");
  }
  if (options.max_components > most_tracked_components) {
    return refuse(ErrorCode::too_large, "for " + std::to_string(options.max_components) + " components: " +
                                            std::to_string(most_tracked_components) + " is the largest number");
  }
  if (options.max_pairs > most_tracked_pairs) {
    return refuse(ErrorCode::too_large, "for " + std::to_string(options.max_pairs) +
                                            " pairs: " + std::to_string(most_tracked_pairs) + " is the largest number");
  }
  return {};
}

std::size_t deaths_offset(std::uint32_t max_components) {
  return sizeof(TracksHeader) + std::size_t{max_components} * sizeof(TrackRow);
}

std::size_t tracks_bytes(std::uint32_t max_components) {
  return deaths_offset(max_components) + std::size_t{max_components} * sizeof(DeathRow);
}

TrackedFrame read_tracks(const void* bytes) {
  const auto* from = static_cast<const unsigned char*>(bytes);
  TrackedFrame frame;
  std::memcpy(&frame.header, from, sizeof frame.header);
  frame.rows.resize(frame.header.rows);
  frame.deaths.resize(frame.header.deaths);
  if (!frame.rows.empty()) std::memcpy(frame.rows.data(), from + sizeof frame.header, 24 * frame.rows.size());
  if (!frame.deaths.empty()) {
    std::memcpy(frame.deaths.data(), from + frame.header.deaths_at, sizeof(DeathRow) * frame.deaths.size());
  }
  return frame;
}

}  // namespace glccl
