// The OpenGL context that a Runner works in.
#pragma once

#include <optional>
#include <utility>

#include "glccl/engines/runner.hpp"
#include "glccl/host/context.hpp"
#include "glccl/result.hpp"

namespace glccl::engines {

/// A headless context of its own, or the one that was current when it was made.
class RunnerContext {
 public:
  /// Error `no_device`: those of host::HeadlessContext, or no context is current where the current one was asked for.
  static Result<RunnerContext> create(const DeviceChoice& device) {
    RunnerContext context;
    if (!device.current_context) {
      Result<host::HeadlessContext> own = host::HeadlessContext::create({.device = device.index});
      if (!own) return own.error();
      context.own_ = *std::move(own);
    }
    context.info_ = host::describe_current_context();
    if (context.info_.version.empty()) {
      return Error{ErrorCode::no_device, "no OpenGL context is current: make one current, or let the engine make one"};
    }
    return context;
  }

  /// Makes a context of its own current on this thread.
  Result<void> enter() { return own_ ? own_->make_current() : Result<void>(); }

  const host::ContextInfo& info() const { return info_; }

 private:
  std::optional<host::HeadlessContext> own_;
  host::ContextInfo info_;
};

}  // namespace glccl::engines
