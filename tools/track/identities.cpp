#include "tools/track/identities.hpp"

#include <cstddef>
#include <utility>

namespace glccl::tools {

void IdentityCheck::add(std::span<const Component> components, const TrackedFrame& frame) {
  std::map<std::uint32_t, std::size_t> largest;   // part of each shape
  std::map<std::uint32_t, std::uint32_t> shapes;  // that have an id
  for (std::size_t i = 0; i < components.size(); ++i) {
    const auto [part, is_new] = largest.try_emplace(components[i].value, i);
    if (!is_new && components[part->second].area < components[i].area) part->second = i;
    shapes[frame.rows[i].id] = components[i].value;
  }
  std::map<std::uint32_t, std::uint32_t> ids;
  for (const auto& [shape, part] : largest) {
    ids[shape] = frame.rows[part].id;
    const auto last = last_ids_.find(shape);
    if (last == last_ids_.end()) continue;
    ++switches_.shapes;
    if (last->second == ids[shape]) continue;
    const auto owner = shapes.find(last->second);
    bool died = false;
    for (const DeathRow& death : frame.deaths) died = died || death.id == last->second;
    if (owner != shapes.end()) {
      ++(owner->second == shape ? switches_.other_part : switches_.other_shape);
    } else {
      ++(died ? switches_.died : switches_.unexplained);
    }
  }
  last_ids_ = std::move(ids);
}

std::string describe(const IdentitySwitches& switches) {
  const auto line = [](std::uint64_t count, const char* text) { return "  " + std::to_string(count) + text; };
  return std::to_string(switches.all()) + " switches of the id of a shape's largest part, of " +
         std::to_string(switches.shapes) + " that two successive frames show\n" +
         line(switches.other_part, "  another part of the shape has the id: another shape cuts through it\n") +
         line(switches.other_shape, "  another shape has the id: it covers most of the place\n") +
         line(switches.died, "  the id died: nothing overlaps its place most\n") +
         line(switches.unexplained, "  not explained\n");
}

}  // namespace glccl::tools
