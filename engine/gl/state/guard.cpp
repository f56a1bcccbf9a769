#include "engine/gl/state/guard.hpp"

namespace glccl::gl {

StateGuard::StateGuard(std::span<StateEntry> table, GuardEnd end)
    : table_(table), restores_(end == GuardEnd::restores) {
  if (restores_) {
    for (StateEntry& entry : table_) entry.save(entry.index, entry.saved);
  }
  const StateValue unknown{{1}, {}, {}};  // where nothing was saved: a capability may be enabled
  for (const StateEntry& entry : table_) {
    if (entry.set_neutral != nullptr) entry.set_neutral(entry.index, restores_ ? entry.saved : unknown);
  }
}

StateGuard::~StateGuard() {
  if (!restores_) return;
  for (const StateEntry& entry : table_) entry.restore(entry.index, entry.saved);
}

}  // namespace glccl::gl
