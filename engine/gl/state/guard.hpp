// Restores the caller's context state.
#pragma once

#include <span>

#include "engine/gl/functions/opengl.hpp"
#include "engine/gl/state/table.hpp"

namespace glccl::gl {

/// What a StateGuard does at its end.
enum class GuardEnd {
  restores,  ///< All entries are as they were found.
  leaves,    ///< Nothing: the state stays as the engine left it. Nothing is saved either.
};

/// While it lives, every entry of a state table is neutral: nothing clips, culls, masks or discards, blending is GL_MAX
/// where a pass enables it, and clip space has its origin at the lower left. table.hpp lists what it restores and what
/// it cannot know.
class StateGuard {
 public:
  /// Saves into the table, which must outlive the guard and can have only one at a time.
  StateGuard(std::span<StateEntry> table, GuardEnd end);
  ~StateGuard();
  StateGuard(const StateGuard&) = delete;
  StateGuard& operator=(const StateGuard&) = delete;

 private:
  std::span<StateEntry> table_;
  bool restores_;
};

}  // namespace glccl::gl
