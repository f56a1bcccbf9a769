// OpenGL contexts for programs that have none: headless through EGL, or in a window through GLFW.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// An EGL device as EGL_EXT_device_enumeration lists it.
struct Device {
  int index = 0;           ///< what `--device N` names
  std::string vendor;      ///< EGL_VENDOR of its display
  std::string renderer;    ///< GL_RENDERER, empty when no OpenGL 4.5 context can be made
  std::string gl_version;  ///< GL_VERSION
  int cuda_device = -1;    ///< EGL_CUDA_DEVICE_NV, or -1
  bool software = false;   ///< EGL_MESA_device_software, or the renderer is llvmpipe, softpipe or swrast
  std::string problem;     ///< why it cannot be used, empty when it can
};

/// Every EGL device of the machine, each tried with a context of its own; surfaceless Mesa as device 0 where EGL lists
/// none. Afterwards the context that was current on this thread is current again.
std::vector<Device> list_devices();

struct ContextOptions {
  int device = -1;     ///< index from list_devices(), or -1: the one that is CUDA device 0, else the first with
                       ///< OpenGL 4.5, else surfaceless Mesa
  bool debug = false;  ///< a debug context (KHR_debug)
};

/// An OpenGL 4.5 core context without a window, current on the thread that made it. Several can live at once, also on
/// one device. When it ends it stops being current; no other context takes its place. Destroy it on the thread where it
/// is current.
class HeadlessContext {
 public:
  /// Error `no_device`: no EGL, no such device, no OpenGL 4.5; the message says what was found. What was current then
  /// still is. Drivers may refuse while a WindowContext is current on this thread. Not on two threads at once: GLEW's
  /// table of functions is the process's.
  static Result<HeadlessContext> create(const ContextOptions& options = {});
  HeadlessContext(HeadlessContext&&) noexcept;
  HeadlessContext& operator=(HeadlessContext&&) noexcept;
  ~HeadlessContext();

  /// Makes it current on this thread. Error `no_device` when the driver refuses.
  Status make_current();

 private:
  struct State;
  explicit HeadlessContext(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// A window with an OpenGL 4.5 core context, current on the thread that made it. One at a time; main thread only
/// (GLFW's rule).
class WindowContext {
 public:
  /// Takes the place of a HeadlessContext that is current on this thread. Errors: `no_device` (no display, or no
  /// OpenGL 4.5 on it), `invalid_argument` (a size below 1x1, a second window). What was current then still is.
  static Result<WindowContext> create(const std::string& title, Size size, bool debug = false);
  WindowContext(WindowContext&&) noexcept;
  WindowContext& operator=(WindowContext&&) noexcept;
  ~WindowContext();

  bool should_close() const;  ///< the user asked for it
  void swap_and_poll();  ///< shows the default framebuffer at the next refresh, then handles the events that came in
  Size framebuffer_size() const;  ///< of the default framebuffer, in pixels
  void* native_handle() const;    ///< the GLFWwindow*, for libraries that attach to one; it stays this object's

 private:
  struct State;
  explicit WindowContext(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// What a context is: GL_RENDERER, GL_VERSION and the limits that labeling meets.
struct ContextInfo {
  std::string renderer;
  std::string version;
  int max_texture_size = 0;
  bool software = false;  ///< llvmpipe, softpipe or swrast
};

/// Without a current context: empty names and a texture size of 0.
ContextInfo describe_current_context();

}  // namespace glccl::host
