// Objects that a labeling has replaced, kept until the caller's state is restored.
#pragma once

#include <memory>
#include <utility>
#include <vector>

namespace glccl::gl {

/// Keeps replaced owners of OpenGL objects alive. The caller may hold their names bound, and a StateGuard that restores
/// a deleted name would leave a GL error and the engine's object behind. Made before the guard, it deletes them after
/// it: OpenGL then sets the caller's bindings of these names to 0.
class ReplacedObjects {
 public:
  /// Sets `owner` to `value` and keeps what it owned.
  template <class Owner>
  void replace(Owner& owner, Owner value) {
    kept_.push_back(std::make_shared<Owner>(std::exchange(owner, std::move(value))));
  }

 private:
  std::vector<std::shared_ptr<void>> kept_;
};

}  // namespace glccl::gl
