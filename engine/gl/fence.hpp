// A point in the stream of commands that the GPU reaches at some time.
#pragma once

#include <utility>

#include "engine/gl/functions/functions.hpp"
#include "engine/gl/objects.hpp"

namespace glccl::gl {

/// Owns a sync object. An empty fence counts as reached.
class Fence {
 public:
  Fence() = default;
  Fence(Fence&& other) noexcept : sync_(std::exchange(other.sync_, nullptr)) {}
  Fence& operator=(Fence&& other) noexcept {
    std::swap(sync_, other.sync_);
    return *this;
  }
  ~Fence() {
    if (sync_ != nullptr && !Abandon::forgets(Sharing::shared)) api().DeleteSync(sync_);
  }

  /// A fence after the commands issued so far.
  static Fence here() {
    Fence fence;
    fence.sync_ = api().FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    return fence;
  }

  /// Never waits. Flushes the commands, so that asking again and again comes to an end.
  bool is_reached() const {
    if (sync_ == nullptr) return true;
    const GLenum answer = api().ClientWaitSync(sync_, GL_SYNC_FLUSH_COMMANDS_BIT, 0);
    return answer == GL_ALREADY_SIGNALED || answer == GL_CONDITION_SATISFIED;
  }

  /// Waits until the GPU reaches it. False where the driver fails.
  bool wait() const {
    if (sync_ == nullptr) return true;
    constexpr GLuint64 second = 1'000'000'000;
    GLenum answer = GL_TIMEOUT_EXPIRED;
    while (answer == GL_TIMEOUT_EXPIRED) answer = api().ClientWaitSync(sync_, GL_SYNC_FLUSH_COMMANDS_BIT, second);
    return answer != GL_WAIT_FAILED;
  }

 private:
  GLsync sync_ = nullptr;
};

}  // namespace glccl::gl
