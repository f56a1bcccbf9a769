// The state of a hostile context that only some contexts have: that of compatibility profiles and of extensions. Also
// core state that the guard leaves alone, because the passes cannot meet it.
#pragma once

#include "tests/gl/state/hostile_context.hpp"

namespace glccl::tests {

/// Adds the values of this state, as far as the current context has it.
void add_extensions(Snapshot& all);

/// As poison(), for this state.
void poison_extensions(const Callers& callers, bool hostile);

}  // namespace glccl::tests
