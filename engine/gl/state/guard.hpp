// Restores the caller's context state.
#pragma once

#include <GL/glew.h>

#include <span>
#include <vector>

#include "engine/gl/state/table.hpp"

namespace glccl::gl {

/// What a StateGuard does at its end.
enum class GuardEnd {
  restores,  ///< All entries are as they were found.
  leaves,    ///< Nothing: the state stays as the engine left it. Nothing is saved either.
};

/// While it lives, every entry of a state table is neutral: nothing clips, culls, masks or discards, blending is GL_MAX
/// where a pass enables it, and clip space has its origin at the lower left. state_table.hpp lists what it restores and
/// what it cannot know.
class StateGuard {
 public:
  /// `table` must outlive the guard.
  StateGuard(std::span<const StateEntry> table, GuardEnd end);
  ~StateGuard();
  StateGuard(const StateGuard&) = delete;
  StateGuard& operator=(const StateGuard&) = delete;

 private:
  std::span<const StateEntry> table_;
  std::vector<StateValue> saved_;  ///< Empty with GuardEnd::leaves.
};

}  // namespace glccl::gl
