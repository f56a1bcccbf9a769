// What is written of a scene that is followed.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "glccl/host/label_animation.hpp"
#include "glccl/result.hpp"
#include "tools/track/track_scene.hpp"

namespace glccl::tools {

/// Collects the lines of --events and --switches and the frames of --animation. In the animation, shapes that switched
/// are in a white box for a third of a second of the scene.
class SceneOutputs {
 public:
  /// Without an animation if the path is absent. Errors: those of LabelAnimation::create().
  static Result<SceneOutputs> create(const Extent& extent, const std::optional<std::string>& animation);

  /// Adds a frame, which has ids of its elements if there is an animation. Error `file`.
  Result<void> add(const SceneFrame& frame);

  /// Ends the animation, if there is one. Error `file`.
  Result<void> commit();

  /// The file of births, splits, merges and deaths.
  const std::string& events() const { return events_; }
  /// The file of switches.
  const std::string& switches() const { return switches_; }

 private:
  SceneOutputs() = default;

  std::string events_;
  std::string switches_;
  std::optional<host::LabelAnimation> animation_;
  std::map<std::uint32_t, int> marked_;  ///< Frames for which a shape still has its box.
};

}  // namespace glccl::tools
