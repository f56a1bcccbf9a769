// The passes of a Tracker, with their programs and buffers.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/gl/compute_pass.hpp"
#include "engine/gl/functions/opengl.hpp"
#include "engine/gl/objects.hpp"
#include "engine/gl/pass_marks.hpp"
#include "engine/gl/state/table.hpp"
#include "engine/tracks/plan.hpp"
#include "glccl/options.hpp"
#include "glccl/result.hpp"
#include "glccl/tracks.hpp"
#include "glccl/types.hpp"

namespace glccl::tracks {

/// The textures and the buffer of one frame.
struct TrackedInput {
  GLuint labels = 0;       ///< Labels of this frame.
  GLuint last_labels = 0;  ///< Labels of the last frame.
  GLuint table = 0;        ///< The component table of this frame.
  GLuint copy = 0;         ///< Where the labels are copied to; 0: nowhere.
  GLuint id_labels = 0;    ///< Where ids are written; 0: nowhere.
  bool forgets = false;    ///< There is no last frame.
};

/// Runs the passes that glsl/tracks/tracks.glsl lists. Its members need their context to be current, run() also the
/// neutral state of a gl::StateGuard over state_table().
class TrackPasses {
 public:
  /// Compiles the programs and makes the buffers. Requires check_tracker(). Errors: `too_large` (buffers beyond this
  /// context's limit), `gpu` (no memory, or the driver rejects a shader).
  static Result<TrackPasses> create(const gl::Programs& programs, const Extent& extent, const TrackerOptions& options);

  /// Makes what the times of run() need.
  void reserve(TimingDetail timing) { marks_.reserve(timing, pass_count); }

  /// Issues all passes for a frame.
  void run(const TrackedInput& input, TimingDetail timing, DebugGroups groups);

  /// The buffer of the tracks.
  GLuint tracks() const { return buffers_[tracks_buffer].name(); }

  /// Bytes of all buffers.
  std::int64_t bytes() const { return bytes_; }

  /// GPU times of the last run().
  std::vector<StageTime> times() const { return marks_.times(); }

  /// The context state that run() changes.
  std::span<gl::StateEntry> state_table() { return state_table_; }

 private:
  explicit TrackPasses(const Extent& extent);
  Result<void> make_buffers(const TrackPlan& plan, const TrackerOptions& options);

  Extent extent_;
  gl::Sampler nearest_;
  gl::PassMarks marks_;
  std::vector<gl::StateEntry> state_table_;
  std::vector<gl::CompiledPass> passes_;
  std::array<gl::Buffer, track_buffers> buffers_;  ///< At the bindings from 1 on.
  std::int64_t bytes_ = 0;
};

}  // namespace glccl::tracks
