#include "tools/track/track_scene.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

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

}  // namespace

Result<TrackedScene> track_scene(const MovingScene& moving) {
  Result<host::Scene> scene = host::Scene::create(moving.extent, moving.shapes, moving.seed, host::SceneOutput::ids);
  if (!scene) return scene.error();
  Result<Labeler> labeler = Labeler::create();
  if (!labeler) return labeler.error();
  Result<Tracker> tracker =
      Tracker::create(moving.extent, {.max_components = most_components}, StatePolicy::preserve, TimingDetail::whole);
  if (!tracker) return tracker.error();
  TrackedScene tracked;
  IdentityCheck check;
  std::vector<double> labeling;
  std::vector<double> tracking;
  for (int i = 0; i < moving.frames; ++i) {
    scene->draw(static_cast<float>(i) / frames_per_second);
    const Result<Labels> labels =
        labeler->label({scene->texture().name()}, {.criterion = Equal{}},
                       {.target = tracker->target(), .table_rows = most_components, .timing = TimingDetail::whole});
    if (!labels) return labels.error();
    const Result<Tracks> tracks = tracker->track(*labels);
    if (!tracks) return tracks.error();
    const Result<std::vector<Component>> components = labeler->readback_components();
    if (!components) return components.error();
    const Result<TrackedFrame> frame = tracker->readback();
    if (!frame) return frame.error();
    if (frame->header.overflow != 0) {
      return Error{ErrorCode::too_large, "frame " + std::to_string(i + 1) + " has " +
                                             std::to_string(frame->header.components) +
                                             " components, or too many that overlap: use fewer shapes"};
    }
    labeling.push_back(sum_of(labeler->times()));
    tracking.push_back(sum_of(tracker->times()));
    check.add(*components, *frame);
    if (i > 0) add(*frame, tracked);
  }
  tracked.switches = check.switches();
  tracked.labeling = median(std::move(labeling));
  tracked.tracking = median(std::move(tracking));
  return tracked;
}

}  // namespace glccl::tools
