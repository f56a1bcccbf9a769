#include "tools/track/identities.hpp"

#include <numeric>
#include <utility>

namespace glccl::tools {
namespace {

struct ReasonText {
  SwitchReason reason;
  const char* name;
  const char* meaning;
};

constexpr ReasonText reasons[switch_reasons] = {
    {SwitchReason::other_shape, "other_shape", "another shape has the id: it covers most of the place"},
    {SwitchReason::took_over, "took_over", "the id was another shape's, whose place the part covers"},
    {SwitchReason::grown, "grown", "another part, which had an id already, has become the largest; both keep theirs"},
    {SwitchReason::met, "met", "two parts of the shape met, and the id of the other one stayed"},
    {SwitchReason::covered, "covered", "the part is covered; another one, which had an id already, is the largest"},
    {SwitchReason::cut, "cut", "a part was cut in two, and its id stayed with the piece that overlaps it more"},
    {SwitchReason::displaced, "displaced", "what is seen of the shape now overlaps another shape's place most"},
    {SwitchReason::uncovered, "uncovered", "what is seen of the shape now overlaps nothing of the frame before"},
    {SwitchReason::unexplained, "unexplained", "not explained"},
};

/// Shapes by the ids of their parts.
using Owners = std::map<std::uint32_t, std::uint32_t>;

/// What a frame shows, by shape and by id.
struct ShownShapes {
  std::map<std::uint32_t, std::size_t> largest;  ///< Of each shape: the component that is its largest part.
  Owners owners;
};

ShownShapes find_shapes(std::span<const Component> components, const TrackedFrame& frame) {
  ShownShapes shown;
  for (std::size_t i = 0; i < components.size(); ++i) {
    const auto [part, is_new] = shown.largest.try_emplace(components[i].value, i);
    if (!is_new && components[part->second].area < components[i].area) part->second = i;
    shown.owners[frame.rows[i].id] = components[i].value;
  }
  return shown;
}

/// Why a new part is the largest of its shape. Its parent, if it has one, was in the last frame.
SwitchReason reason_of_birth(std::uint32_t shape, const TrackRow& row, const Owners& last_owners) {
  if (row.parent == 0) return SwitchReason::uncovered;
  return last_owners.at(row.parent) == shape ? SwitchReason::cut : SwitchReason::displaced;
}

/// Why the shape's largest part, component `part`, no longer has the id `before`.
SwitchReason reason_of(std::uint32_t shape, std::size_t part, std::uint32_t before, const ShownShapes& shown,
                       const TrackedFrame& frame, const Owners& last_owners) {
  const auto owner = shown.owners.find(before);
  const bool lives = owner != shown.owners.end();
  if (lives && owner->second != shape) return SwitchReason::other_shape;
  const TrackRow& row = frame.rows[part];
  if ((row.events & track_birth) != 0) return reason_of_birth(shape, row, last_owners);
  if (last_owners.at(row.id) != shape) return SwitchReason::took_over;
  if (lives) return SwitchReason::grown;
  for (const DeathRow& death : frame.deaths) {
    if (death.id == before) return death.heir == part + 1 ? SwitchReason::met : SwitchReason::covered;
  }
  return SwitchReason::unexplained;
}

}  // namespace

const char* name_of(SwitchReason reason) { return reasons[static_cast<std::size_t>(reason)].name; }

void add_switches(std::span<const IdentitySwitch> switches, std::string& text) {
  for (const IdentitySwitch& one : switches) {
    text += std::to_string(one.frame) + ',' + std::to_string(one.shape) + ',' + name_of(one.reason) + ',' +
            std::to_string(one.before) + ',' + std::to_string(one.now) + ',' + std::to_string(one.area_before) + ',' +
            std::to_string(one.area) + '\n';
  }
}

std::uint64_t IdentitySwitches::all() const { return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}); }

std::vector<IdentitySwitch> IdentityCheck::add(std::span<const Component> components, const TrackedFrame& frame) {
  ShownShapes shown = find_shapes(components, frame);
  std::vector<IdentitySwitch> found;
  std::map<std::uint32_t, LargestPart> parts;
  for (const auto& entry : shown.largest) {
    const std::uint32_t shape = entry.first;
    const LargestPart part{frame.rows[entry.second].id, components[entry.second].area};
    parts[shape] = part;
    const auto last = last_parts_.find(shape);
    if (last == last_parts_.end()) continue;
    ++switches_.shapes;
    const LargestPart& before = last->second;
    if (before.id == part.id) continue;
    const SwitchReason reason = reason_of(shape, entry.second, before.id, shown, frame, last_owners_);
    ++switches_.counts[static_cast<std::size_t>(reason)];
    found.push_back({frame.header.frame, shape, reason, before.id, part.id, before.area, part.area});
  }
  last_parts_ = std::move(parts);
  last_owners_ = std::move(shown.owners);
  return found;
}

std::string describe(const IdentitySwitches& switches) {
  std::string text = std::to_string(switches.all()) + " switches of the id of a shape's largest part, of " +
                     std::to_string(switches.shapes) + " that two successive frames show\n";
  for (const ReasonText& reason : reasons) {
    text += "  " + std::to_string(switches.of(reason.reason)) + "  " + reason.name + ": " + reason.meaning + "\n";
  }
  return text;
}

}  // namespace glccl::tools
