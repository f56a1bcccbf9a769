// Telling debuggers and timers which pass of a plan is under way.
#pragma once

#include <string_view>
#include <vector>

#include "engine/gl/stage_timer.hpp"
#include "glccl/labeler.hpp"

namespace glccl::gl {

/// A debug group for every stage, in contexts for debugging one for every pass too, and timestamps where they are asked
/// for. Made with its context current.
class PassMarks {
 public:
  PassMarks();

  /// Forgets the last times. Groups are left out where the caller has no room for them on its stack.
  void restart(Timings timings);

  /// The commands from here on are those of `pass` in `stage`. The texts must live as long as this.
  void begin(std::string_view stage, std::string_view pass);

  /// The last pass has ended.
  void end() { begin({}, {}); }

  /// GPU times since restart(); waits for the GPU.
  std::vector<StageTime> times() const { return timer_.times(); }

 private:
  StageTimer timer_;
  std::string_view stage_;
  Timings timings_ = Timings::none;
  bool groups_fit_ = true;
  bool groups_passes_ = false;  ///< whether the context is one for debugging
};

}  // namespace glccl::gl
