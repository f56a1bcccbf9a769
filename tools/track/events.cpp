#include "tools/track/events.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

namespace glccl::tools {
namespace {

std::string names_of(std::uint32_t events) {
  std::string names = (events & track_birth) != 0 ? "birth" : "continued";
  if ((events & track_split) != 0) names += " split";
  if ((events & track_merge) != 0) names += " merge";
  return names;
}

void add_line(const TracksHeader& header, std::uint32_t id, const std::string& event, std::uint32_t age,
              std::uint32_t label, std::uint32_t other, std::uint32_t overlap, std::string& text) {
  text += std::to_string(header.frame) + ',' + std::to_string(id) + ',' + event + ',' + std::to_string(age) + ',' +
          std::to_string(label) + ',' + std::to_string(other) + ',' + std::to_string(overlap) + '\n';
}

}  // namespace

void add_events(const TrackedFrame& frame, std::string& text) {
  for (std::size_t i = 0; i < frame.rows.size(); ++i) {
    const TrackRow& row = frame.rows[i];
    if (row.events == track_continued) continue;
    add_line(frame.header, row.id, names_of(row.events), row.age, static_cast<std::uint32_t>(i + 1), row.parent,
             row.overlap, text);
  }
  for (const DeathRow& death : frame.deaths) {
    const std::uint32_t heir = death.heir == 0 ? 0 : frame.rows[death.heir - 1].id;
    add_line(frame.header, death.id, "death", death.age, death.before, heir, 0, text);
  }
}

std::string describe(const TrackedFrame& frame) {
  return std::to_string(frame.header.rows) + " components, " + std::to_string(frame.header.births) + " births, " +
         std::to_string(frame.header.deaths) + " deaths";
}

std::string describe_overflow(const TracksHeader& header, const TrackerOptions& options) {
  if ((header.overflow & track_too_many_components) != 0) {
    return std::to_string(header.components) + " components, and there is room for " +
           std::to_string(options.max_components) + "; use --max-components";
  }
  if ((header.overflow & track_too_many_pairs) != 0) {
    return "more than " + std::to_string(pairs_of(options)) + " pairs of components that overlap; use --max-pairs";
  }
  return "no ids are left after " + std::to_string(header.last_id);
}

std::uint32_t largest_label(const LabelImage& labels) {
  return labels.values.empty() ? 0 : *std::max_element(labels.values.begin(), labels.values.end());
}

}  // namespace glccl::tools
