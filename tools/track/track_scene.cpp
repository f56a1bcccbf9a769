#include "tools/track/track_scene.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "glccl/host/program_folder.hpp"
#include "glccl/host/scene.hpp"
#include "glccl/labeler.hpp"
#include "glccl/tracker.hpp"

namespace glccl::tools {
namespace {

constexpr std::uint32_t most_components = 1U << 16;
constexpr float frames_per_second = 60.0F;

void add(const TrackedFrame& frame, TrackedScene& sums) {
  sums.births += frame.header.births;
  sums.deaths += frame.header.deaths;
  for (const TrackRow& row : frame.rows) {
    sums.splits += (row.events & track_split) != 0 ? 1 : 0;
    sums.merges += (row.events & track_merge) != 0 ? 1 : 0;
  }
}

/// The sum of GPU times, of which TimingDetail::whole makes one.
double sum_of(const std::vector<StageTime>& times) {
  double sum = 0.0;
  for (const StageTime& time : times) sum += time.milliseconds;
  return sum;
}

/// The median; 0 of nothing.
double median(std::vector<double> times) {
  if (times.empty()) return 0.0;
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

/// What follows a scene: the scene, its Labeler and its Tracker.
struct SceneFollower {
  host::Scene scene;
  Labeler labeler;
  Tracker tracker;
};

Result<SceneFollower> make_follower(const MovingScene& moving) {
  Result<host::Scene> scene = host::Scene::create(moving.extent, moving.shapes, moving.seed, host::SceneOutput::ids);
  if (!scene) return scene.error();
  const ProgramBinaries kept = host::keep_programs_of_user();
  Result<Labeler> labeler = Labeler::create({.program_binaries = kept});
  if (!labeler) return labeler.error();
  Result<Tracker> tracker =
      Tracker::create(moving.extent, {.max_components = most_components, .id_labels = moving.has_ids},
                      {.timing = TimingDetail::whole, .program_binaries = kept});
  if (!tracker) return tracker.error();
  return SceneFollower{*std::move(scene), *std::move(labeler), *std::move(tracker)};
}

/// A frame as it is read back.
struct ReadFrame {
  std::vector<Component> components;
  TrackedFrame tracked;
  LabelImage ids;
};

/// Draws, labels and follows frame `i`, counted from 0.
Result<ReadFrame> follow(SceneFollower& follower, int i, bool has_ids) {
  follower.scene.draw(static_cast<float>(i) / frames_per_second);
  const Result<Labels> labels = follower.labeler.label(
      follower.scene.texture().name(), {.criterion = Equal{}},
      {.target = follower.tracker.target(), .table_rows = most_components, .timing = TimingDetail::whole});
  if (!labels) return labels.error();
  const Result<Tracks> tracks = follower.tracker.track(*labels);
  if (!tracks) return tracks.error();
  Result<std::vector<Component>> components = follower.labeler.readback_components();
  if (!components) return components.error();
  Result<TrackedFrame> tracked = follower.tracker.readback();
  if (!tracked) return tracked.error();
  if (tracked->header.overflow != 0) {
    return Error{ErrorCode::too_large, "frame " + std::to_string(i + 1) + " has " +
                                           std::to_string(tracked->header.components) +
                                           " components, or too many that overlap: use fewer shapes"};
  }
  ReadFrame frame{*std::move(components), *std::move(tracked), {}};
  if (!has_ids) return frame;
  Result<LabelImage> ids = follower.tracker.readback_id_labels();
  if (!ids) return ids.error();
  frame.ids = *std::move(ids);
  return frame;
}

}  // namespace

Result<TrackedScene> track_scene(const MovingScene& moving,
                                 const std::function<Result<void>(const SceneFrame&)>& take) {
  Result<SceneFollower> follower = make_follower(moving);
  if (!follower) return follower.error();
  TrackedScene sums;
  IdentityCheck check;
  std::vector<double> labeling;
  std::vector<double> tracking;
  for (int i = 0; i < moving.frames; ++i) {
    const Result<ReadFrame> frame = follow(*follower, i, moving.has_ids);
    if (!frame) return frame.error();
    const Result<std::vector<StageTime>> labeler_times = follower->labeler.times();
    if (!labeler_times) return labeler_times.error();
    const Result<std::vector<StageTime>> tracker_times = follower->tracker.times();
    if (!tracker_times) return tracker_times.error();
    labeling.push_back(sum_of(*labeler_times));
    tracking.push_back(sum_of(*tracker_times));
    const std::vector<IdentitySwitch> switches = check.add(frame->components, frame->tracked);
    if (i > 0) add(frame->tracked, sums);
    if (!take) continue;
    const Result<void> taken = take({frame->tracked, frame->components, switches, frame->ids.values});
    if (!taken) return taken.error();
  }
  sums.switches = check.switches();
  sums.labeling = median(std::move(labeling));
  sums.tracking = median(std::move(tracking));
  return sums;
}

}  // namespace glccl::tools
