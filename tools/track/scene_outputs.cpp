#include "tools/track/scene_outputs.hpp"

#include <algorithm>
#include <utility>

#include "tools/track/events.hpp"

namespace glccl::tools {
namespace {

constexpr int marked_frames = 20;

/// The boxes around all parts of each shape that is marked.
std::vector<Box> boxes_of(const std::map<std::uint32_t, int>& marked, std::span<const Component> components) {
  std::map<std::uint32_t, Box> boxes;
  for (const Component& component : components) {
    if (marked.count(component.value) == 0) continue;
    const auto [known, is_new] = boxes.try_emplace(component.value, component.box);
    if (is_new) continue;
    Box& box = known->second;
    box.x0 = std::min(box.x0, component.box.x0);
    box.y0 = std::min(box.y0, component.box.y0);
    box.x1 = std::max(box.x1, component.box.x1);
    box.y1 = std::max(box.y1, component.box.y1);
  }
  std::vector<Box> list;
  for (const auto& entry : boxes) list.push_back(entry.second);
  return list;
}

}  // namespace

Result<SceneOutputs> SceneOutputs::create(const Extent& extent, const std::optional<std::string>& animation) {
  SceneOutputs outputs;
  outputs.events_ = events_header;
  outputs.switches_ = switches_header;
  if (!animation) return outputs;
  Result<host::LabelAnimation> made = host::LabelAnimation::create(*animation, extent);
  if (!made) return made.error();
  outputs.animation_ = *std::move(made);
  return outputs;
}

Result<void> SceneOutputs::add(const SceneFrame& frame) {
  add_events(frame.tracked, events_);
  add_switches(frame.switches, switches_);
  if (!animation_) return {};
  for (const IdentitySwitch& one : frame.switches) marked_[one.shape] = marked_frames;
  const Result<void> status = animation_->add(frame.ids, boxes_of(marked_, frame.components));
  for (auto& entry : marked_) --entry.second;
  std::erase_if(marked_, [](const auto& entry) { return entry.second == 0; });
  return status;
}

Result<void> SceneOutputs::commit() { return animation_ ? animation_->commit() : Result<void>(); }

}  // namespace glccl::tools
