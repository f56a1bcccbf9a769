#include "engine/gl/state/guard.hpp"

namespace glccl::gl {

StateGuard::StateGuard(std::span<const StateEntry> table, GuardEnd end) : table_(table) {
  if (end == GuardEnd::restores) saved_.resize(table.size());
  for (std::size_t i = 0; i < saved_.size(); ++i) table[i].save(table[i].index, saved_[i]);
  const StateValue unknown{{1}, {}, {}};  // where nothing was saved: a capability may be enabled
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i].set_neutral == nullptr) continue;
    table[i].set_neutral(table[i].index, saved_.empty() ? unknown : saved_[i]);
  }
}

StateGuard::~StateGuard() {
  for (std::size_t i = 0; i < saved_.size(); ++i) table_[i].restore(table_[i].index, saved_[i]);
}

}  // namespace glccl::gl
