#include "glccl/host/tracker.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "glsl/shared/tracks.h"

namespace glccl::host {
namespace {

/// Two components, of this frame and of the last, that overlap.
struct OverlapPair {
  std::uint32_t now = 0;
  std::uint32_t before = 0;
  std::uint32_t elements = 0;
};

/// All pairs, in the order of their labels.
std::vector<OverlapPair> count_overlaps(std::span<const std::uint32_t> now, std::uint32_t components,
                                        std::span<const std::uint32_t> before, std::size_t components_before) {
  std::unordered_map<std::uint64_t, std::uint32_t> counts;
  const auto is_pair = [&](std::size_t i) {
    return now[i] != 0 && now[i] <= components && before[i] != 0 && before[i] <= components_before;
  };
  for (std::size_t i = 0; i < now.size();) {
    std::size_t end = i + 1;
    while (end < now.size() && now[end] == now[i] && before[end] == before[i]) ++end;
    if (is_pair(i)) counts[std::uint64_t{now[i]} << 32 | before[i]] += static_cast<std::uint32_t>(end - i);
    i = end;
  }
  std::vector<OverlapPair> pairs;
  pairs.reserve(counts.size());
  for (const auto& [key, elements] : counts) {
    pairs.push_back({static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key), elements});
  }
  std::sort(pairs.begin(), pairs.end(), [](const OverlapPair& a, const OverlapPair& b) {
    return std::tie(a.now, a.before) < std::tie(b.now, b.before);
  });
  return pairs;
}

/// A component of the last frame among those of this one.
struct Match {
  std::uint32_t keeper = 0;  ///< 0: none.
  std::uint32_t keeper_overlap = 0;
  std::uint32_t claims = 0;
  std::uint32_t heir = 0;  ///< 0: none.
  std::uint32_t heir_overlap = 0;
};

/// Sets the parents of all rows. `rows` are those of this frame.
void choose_parents(const std::vector<OverlapPair>& pairs, const std::vector<TrackRow>& last,
                    std::vector<TrackRow>& rows) {
  for (const OverlapPair& pair : pairs) {
    TrackRow& row = rows[pair.now - 1];
    const std::uint32_t id = last[pair.before - 1].id;
    const bool wins = pair.elements > row.overlap || (pair.elements == row.overlap && id < row.parent);
    if (!wins) continue;
    row.overlap = pair.elements;
    row.parent = id;
    row.before = pair.before;
  }
}

/// Keepers and heirs. Pairs and rows come in the order of labels, so that the smaller label wins.
std::vector<Match> match(const std::vector<OverlapPair>& pairs, const std::vector<TrackRow>& rows, std::size_t count) {
  std::vector<Match> matches(count);
  for (const OverlapPair& pair : pairs) {
    Match& found = matches[pair.before - 1];
    if (pair.elements <= found.heir_overlap) continue;
    found.heir = pair.now;
    found.heir_overlap = pair.elements;
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].before == 0) continue;
    Match& found = matches[rows[i].before - 1];
    ++found.claims;
    if (rows[i].overlap <= found.keeper_overlap) continue;
    found.keeper = static_cast<std::uint32_t>(i + 1);
    found.keeper_overlap = rows[i].overlap;
  }
  return matches;
}

}  // namespace

Tracker::Tracker(Extent extent, const TrackerOptions& options)
    : extent_(extent),
      options_(options),
      labels_(static_cast<std::size_t>(extent.elements())),
      last_id_(options.first_id - 1) {}

Result<Tracker> Tracker::create(Extent extent, const TrackerOptions& options) {
  if (const Result<void> status = check_tracker(extent, options); !status) return status.error();
  return Tracker(extent, options);
}

Result<TrackedFrame> Tracker::track(std::span<const std::uint32_t> labels, std::uint32_t components) {
  if (labels.size() != labels_.size()) {
    return Error{ErrorCode::invalid_argument, std::to_string(labels.size()) + " labels: this tracker is for " +
                                                  to_string(extent_) + ", " + std::to_string(labels_.size())};
  }
  const std::uint32_t most_pairs = pairs_of(options_);
  std::vector<OverlapPair> pairs;
  // A copy, which the next frame needs anyway: another thread may write the caller's labels.
  std::vector<std::uint32_t> now(labels.begin(), labels.end());
  if (components <= options_.max_components) pairs = count_overlaps(now, components, labels_, rows_.size());
  TrackedFrame frame;
  frame.header.pairs = static_cast<std::uint32_t>(std::min<std::size_t>(pairs.size(), std::size_t{most_pairs} + 1));
  frame.header.overflow =
      shared::overflow_of(components, options_.max_components, frame.header.pairs, most_pairs, last_id_);
  if (frame.header.overflow != 0) pairs.clear();
  frame.rows.resize(frame.header.overflow == 0 ? components : 0);
  choose_parents(pairs, rows_, frame.rows);
  const std::vector<Match> matches = match(pairs, frame.rows, rows_.size());

  std::vector<bool> is_heir(frame.rows.size());
  for (std::size_t i = 0; i < matches.size(); ++i) {
    if (matches[i].keeper != 0) continue;
    frame.deaths.push_back({rows_[i].id, rows_[i].age, matches[i].heir, static_cast<std::uint32_t>(i + 1)});
    if (matches[i].heir != 0) is_heir[matches[i].heir - 1] = true;
  }
  for (std::size_t i = 0; i < frame.rows.size(); ++i) {
    TrackRow& row = frame.rows[i];
    const Match parent = row.before == 0 ? Match{} : matches[row.before - 1];
    const bool keeps = row.before != 0 && parent.keeper == i + 1;
    row.id = keeps ? row.parent : ++last_id_;
    row.age = keeps ? rows_[row.before - 1].age + 1 : 1;
    row.events = shared::events_of(keeps, parent.claims, is_heir[i]);
    frame.header.births += keeps ? 0 : 1;
  }
  frame.header.frame = ++frame_;
  frame.header.components = components;
  frame.header.rows = static_cast<std::uint32_t>(frame.rows.size());
  frame.header.deaths = static_cast<std::uint32_t>(frame.deaths.size());
  frame.header.last_id = last_id_;
  frame.header.capacity = options_.max_components;
  frame.header.deaths_at = static_cast<std::uint32_t>(deaths_offset(options_.max_components));

  labels_ = std::move(now);
  rows_ = frame.rows;
  if (options_.id_labels) {
    id_labels_.resize(labels_.size());
    std::transform(labels_.begin(), labels_.end(), id_labels_.begin(),
                   [&](std::uint32_t label) { return label != 0 && label <= rows_.size() ? rows_[label - 1].id : 0; });
  }
  return frame;
}

}  // namespace glccl::host
