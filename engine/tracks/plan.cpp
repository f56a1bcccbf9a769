#include "engine/tracks/plan.hpp"

#include <algorithm>
#include <bit>

#include "glsl/shared/label_pairs.h"
#include "glsl/shared/tracks.h"

namespace glccl::tracks {

using gl::folded;
using gl::groups_for;

static_assert(most_tracked_components == shared::MOST_CHUNKS * shared::TRACK_CHUNK);

TrackPlan make_plan(const Extent& extent, const TrackerOptions& options) {
  const std::int64_t components = options.max_components;
  const std::int64_t most_pairs = pairs_of(options);
  const std::int64_t most_slots = std::int64_t{2} * std::bit_ceil(pairs_of(options));  // twice the pairs at least
  const std::int64_t chunks = groups_for(components, shared::TRACK_CHUNK);
  const std::string coherent = "SHARED_BUFFER coherent";
  constexpr int rows_in_group = shared::PAIR_GROUP / shared::PAIR_COLUMNS * shared::PAIR_ROWS;
  const gl::Groups of_slots = folded(std::max(most_slots, components), shared::PAIR_GROUP);
  const gl::Groups of_strips = {groups_for(extent.width, shared::PAIR_COLUMNS),
                                groups_for(std::int64_t{extent.height} * extent.depth, rows_in_group), 1};
  const gl::Groups of_pairs = folded(most_pairs, shared::PAIR_GROUP);
  const gl::Groups of_components = folded(components, shared::PAIR_GROUP);
  const gl::Groups of_chunks = {static_cast<GLuint>(chunks), 1, 1};
  gl::PassList list("tracks/", extent, shared::PAIR_GROUP);
  list.sizes.insert(
      list.sizes.end(),
      {{"MAX_COMPONENTS", components}, {"MAX_PAIRS", most_pairs}, {"SLOTS", most_slots}, {"CHUNKS", chunks}});
  list.passes = {
      {"begin_tracks", of_slots},
      {"count_pairs", of_strips, true, {coherent}},
      {"count_pairs", of_strips, true, {coherent, "COPIES"}},
      {"find_overlaps", of_pairs},
      {"choose_parents", of_pairs},
      {"claim_ids", of_pairs},
      {"keep_ids", of_components},
      {"count_births", of_chunks},
      {"name_tracks", of_chunks},
  };
  if (options.id_labels) list.passes.push_back({"write_ids", of_strips, true});
  constexpr std::int64_t word = sizeof(std::uint32_t);
  constexpr std::int64_t earlier_words = 7;
  return {
      std::move(list),
      {static_cast<std::int64_t>(tracks_bytes(options.max_components)),
       word * (4 + 2 * shared::MOST_CHUNKS + earlier_words * components), word * 3 * most_slots, word * most_pairs}};
}

TracksHeader first_header(const TrackerOptions& options) {
  TracksHeader header;
  header.last_id = options.first_id - 1;
  header.capacity = options.max_components;
  header.deaths_at = static_cast<std::uint32_t>(deaths_offset(options.max_components));
  return header;
}

}  // namespace glccl::tracks
