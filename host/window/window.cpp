#include <GL/glew.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <utility>

#include "glccl/host/window.hpp"
#include "host/gl/egl_devices.hpp"
#include "host/gl/load_gl.hpp"

namespace glccl::host {
namespace {

// The error with GLFW's reason for its last failure, and what a window needs.
Error window_error(const std::string& what) {
  const char* reason = nullptr;
  glfwGetError(&reason);
  return {ErrorCode::no_device, what + ": " + (reason == nullptr ? "GLFW gives no reason" : reason) +
                                    "; a window needs a display (DISPLAY or WAYLAND_DISPLAY) with " +
                                    std::string(required_gl)};
}

bool glfw_is_initialized() {
  glfwGetError(nullptr);
  glfwGetTime();
  return glfwGetError(nullptr) != GLFW_NOT_INITIALIZED;
}

}  // namespace

// Owns the initialised GLFW library and its only window.
struct WindowContext::State {
  GLFWwindow* window = nullptr;

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (window != nullptr) glfwDestroyWindow(window);
    glfwTerminate();
  }
};

WindowContext::WindowContext(std::unique_ptr<State> state) : state_(std::move(state)) {}
WindowContext::WindowContext(WindowContext&&) noexcept = default;
WindowContext& WindowContext::operator=(WindowContext&&) noexcept = default;
WindowContext::~WindowContext() = default;

Result<WindowContext> WindowContext::create(const std::string& title, const Extent& extent, bool debug) {
  if (extent.width < 1 || extent.height < 1) {
    return Error{ErrorCode::invalid_argument, "a window of " + to_string(extent) + " pixels: it needs at least 1x1"};
  }
  if (glfw_is_initialized()) {
    return Error{ErrorCode::invalid_argument, "a second window: there can be one at a time; close the first"};
  }
  // On X11 GLFW uses GLX. GLX reports an X error where the thread has an EGL context, and Xlib ends the process on X
  // errors.
  egl::KeepCurrent keep;
  egl::release_current();
  if (glfwInit() == GLFW_FALSE) return window_error("no window");
  auto state = std::make_unique<State>();
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, debug ? GLFW_TRUE : GLFW_FALSE);
  state->window = glfwCreateWindow(extent.width, extent.height, title.c_str(), nullptr, nullptr);
  if (state->window == nullptr) return window_error("no OpenGL 4.5 window");
  glfwMakeContextCurrent(state->window);
  if (glfwGetCurrentContext() != state->window) return window_error("the window's context cannot be made current");
  if (Result<void> loaded = load_gl(); !loaded) return loaded.error();
  glfwSwapInterval(1);
  keep.dismiss();
  return WindowContext(std::move(state));
}

bool WindowContext::should_close() const { return glfwWindowShouldClose(state_->window) != GLFW_FALSE; }

void WindowContext::swap_and_poll() {
  glfwSwapBuffers(state_->window);
  glfwPollEvents();
}

Extent WindowContext::framebuffer_extent() const {
  Extent extent;
  glfwGetFramebufferSize(state_->window, &extent.width, &extent.height);
  return extent;
}

void* WindowContext::native_handle() const { return state_->window; }

}  // namespace glccl::host
