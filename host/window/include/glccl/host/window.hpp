// An OpenGL context in a window, through GLFW.
#pragma once

#include <memory>
#include <string>

#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// A window with an OpenGL 4.5 core context, current on the thread that made it. One window at a time, on the main
/// thread only (a rule of GLFW).
class WindowContext {
 public:
  /// Opens a window whose content is `extent` screen units large. It replaces a HeadlessContext that is current on this
  /// thread. Errors: `no_device` (no display, or no OpenGL 4.5 on it), `invalid_argument` (an extent below 1x1, a
  /// second window). After an error the context that was current stays current.
  static Result<WindowContext> create(const std::string& title, const Extent& extent, bool debug = false);
  /// Moves. The other object may only be destroyed or assigned to afterwards.
  WindowContext(WindowContext&&) noexcept;
  /// Moves.
  WindowContext& operator=(WindowContext&&) noexcept;
  ~WindowContext();

  /// Whether the user has asked to close the window.
  bool should_close() const;

  /// Shows the default framebuffer at the next refresh of the display, then handles pending events.
  void swap_and_poll();

  /// Extent of the default framebuffer in pixels.
  Extent framebuffer_extent() const;

  /// The GLFWwindow*, for libraries that attach to it. This object keeps its ownership.
  void* native_handle() const;

 private:
  struct State;
  explicit WindowContext(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace glccl::host
