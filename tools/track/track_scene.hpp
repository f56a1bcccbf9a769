// Following the shapes of a rendered scene.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "glccl/result.hpp"
#include "glccl/tracks.hpp"
#include "glccl/types.hpp"
#include "tools/track/identities.hpp"

namespace glccl::tools {

/// A rendered scene that moves.
struct MovingScene {
  Extent extent;
  int shapes = 400;
  std::uint32_t seed = 1;
  int frames = 300;      ///< 60 in a second of the scene's time.
  bool has_ids = false;  ///< Whether SceneFrame::ids is read back.
};

/// One frame of a scene that is followed. Valid while the function that takes it runs.
struct SceneFrame {
  const TrackedFrame& tracked;
  std::span<const Component> components;     ///< Parts of shapes, whose values are the shapes' own numbers.
  std::span<const IdentitySwitch> switches;  ///< Of this frame.
  std::span<const std::uint32_t> ids = {};   ///< One per pixel in raster order; empty without MovingScene::has_ids.
};

/// What became of a scene.
struct TrackedScene {
  IdentitySwitches switches;
  std::uint64_t births = 0;  ///< Of parts of shapes, in all frames after the first.
  std::uint64_t deaths = 0;
  std::uint64_t splits = 0;  ///< Components with track_split.
  std::uint64_t merges = 0;  ///< Components with track_merge.
  double labeling = 0.0;     ///< Median GPU time of a labeling with its table, in milliseconds.
  double tracking = 0.0;     ///< Median GPU time of Tracker::track(), in milliseconds.
};

/// Draws the scene's ids frame by frame in the current context, labels them by Equal and follows the components.
/// `take`, if there is one, gets each frame. Errors: those of host::Scene, Labeler, Tracker and `take`; `too_large`
/// where a frame has more than 65536 components.
Result<TrackedScene> track_scene(const MovingScene& moving,
                                 const std::function<Result<void>(const SceneFrame&)>& take = nullptr);

}  // namespace glccl::tools
