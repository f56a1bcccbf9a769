// Tells debuggers and timers which pass of a plan runs.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "engine/gl/stage_timer.hpp"
#include "glccl/options.hpp"
#include "glccl/types.hpp"

namespace glccl::gl {

/// Opens the debug groups and takes the timestamps that are asked for. Needs its context to be current when it is made.
class PassMarks {
 public:
  PassMarks();

  /// Makes what times of up to so many passes need, so that they allocate nothing later.
  void reserve(TimingDetail timing, std::size_t passes);

  /// Begins a labeling and forgets the last times. Without room on the caller's stack of debug groups there are none.
  void restart(TimingDetail timing, DebugGroups groups);

  /// The following commands belong to `pass` of `stage`. The texts must outlive this object.
  void begin(std::string_view stage, std::string_view pass);

  /// The last pass has ended.
  void end() { begin({}, {}); }

  /// GPU times since restart(). Waits for the GPU.
  std::vector<StageTime> times() const { return timer_.times(); }

 private:
  void mark_time(std::string_view stage, std::string_view pass);

  StageTimer timer_;
  std::string_view stage_;
  TimingDetail timing_ = TimingDetail::none;
  GLint most_groups_ = 0;
  bool groups_stages_ = true;
  bool groups_passes_ = false;  ///< Whether the context is a debug context.
};

}  // namespace glccl::gl
