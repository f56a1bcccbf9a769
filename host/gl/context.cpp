#include "glccl/host/context.hpp"

#include <GL/glew.h>

#include <optional>
#include <string_view>
#include <utility>

#include "engine/gl/context_traits.hpp"
#include "engine/gl/functions/load.hpp"
#include "engine/gl/subgroups.hpp"
#include "host/gl/egl_devices.hpp"
#include "host/gl/load_gl.hpp"

namespace glccl::host {
namespace {

std::string gl_string(GLenum name) {
  const GLubyte* string = glGetString(name);
  return string == nullptr ? std::string() : std::string(reinterpret_cast<const char*>(string));
}

EglDevice try_device(const egl::Candidate& candidate) {
  EglDevice device;
  device.index = candidate.index;
  device.cuda_device = candidate.cuda_device;
  device.software = candidate.software;
  Result<egl::OpenDisplay> display = egl::open_display(candidate);
  if (!display) {
    device.problem = display.error().message;
    return device;
  }
  device.vendor = display->vendor;
  Result<egl::OwnedContext> context = egl::make_context(*display, {});
  if (!context) {
    device.problem = context.error().message;
    return device;
  }
  device.renderer = gl_string(GL_RENDERER);
  device.gl_version = gl_string(GL_VERSION);
  device.software = device.software || gl::is_software(device.renderer);
  return device;
}

// The devices that create() tries: the one with the given index, or for -1 all in order of preference.
Result<std::vector<egl::Candidate>> choose_candidates(int device) {
  const std::vector<egl::Candidate> candidates = egl::list_candidates();
  if (candidates.empty()) {
    return Error{ErrorCode::no_device,
                 "no OpenGL: EGL finds no device on this machine; glccl needs a driver with EGL and " +
                     std::string(required_gl)};
  }
  if (device == -1) return egl::order_candidates(candidates);
  if (device < 0 || device >= static_cast<int>(candidates.size())) {
    return Error{ErrorCode::no_device, "no device " + std::to_string(device) + ": this machine has devices 0 to " +
                                           std::to_string(candidates.size() - 1) + " (glccl info lists them)"};
  }
  return std::vector<egl::Candidate>{candidates[static_cast<std::size_t>(device)]};
}

Result<egl::OwnedContext> open_context(const egl::Candidate& candidate, const ContextOptions& options) {
  Result<egl::OpenDisplay> display = egl::open_display(candidate);
  if (!display) return display.error();
  return egl::make_context(*display, options);
}

}  // namespace

Result<void> load_gl() {
  glewExperimental = GL_TRUE;
  const GLenum glew = glewInit();
  // Under EGL and Wayland GLEW 2.2 loads every function and then reports that there is no GLX display.
  if (glew != GLEW_OK && glew != GLEW_ERROR_NO_GLX_DISPLAY) {
    return Error{ErrorCode::no_device, "the OpenGL functions cannot be loaded: GLEW reports \"" +
                                           std::string(reinterpret_cast<const char*>(glewGetErrorString(glew))) + "\""};
  }
  // GLEW leaves GL_INVALID_ENUM behind on some core profiles. The context is new, so no other error can be pending.
  while (glGetError() != GL_NO_ERROR) {
  }
  GLint major = 0;
  GLint minor = 0;
  glGetIntegerv(GL_MAJOR_VERSION, &major);
  glGetIntegerv(GL_MINOR_VERSION, &minor);
  const bool loaded = glCreateTextures != nullptr && glBindTextureUnit != nullptr && glTextureBarrier != nullptr &&
                      glDispatchCompute != nullptr && glClearTexImage != nullptr;
  if (std::pair(major, minor) < std::pair(4, 5) || !loaded) {
    return Error{ErrorCode::no_device,
                 "the context has OpenGL " + gl_string(GL_VERSION) + "; glccl needs " + std::string(required_gl)};
  }
  return use_engine_functions();
}

Result<void> use_engine_functions() {
  thread_local std::optional<gl::Functions> functions;
  if (!functions) {
    const Result<gl::Functions> loaded = gl::load_functions();
    if (!loaded) return loaded.error();
    functions.emplace(*loaded);
  }
  gl::UseFunctions::from_now_on(&*functions);
  return {};
}

std::vector<EglDevice> list_devices() {
  const egl::KeepCurrent keep;
  std::vector<EglDevice> devices;
  for (const egl::Candidate& candidate : egl::list_candidates()) devices.push_back(try_device(candidate));
  return devices;
}

struct HeadlessContext::State {
  egl::OwnedContext context;
};

HeadlessContext::HeadlessContext(std::unique_ptr<State> state) : state_(std::move(state)) {}
HeadlessContext::HeadlessContext(HeadlessContext&&) noexcept = default;
HeadlessContext& HeadlessContext::operator=(HeadlessContext&&) noexcept = default;
HeadlessContext::~HeadlessContext() = default;

Result<HeadlessContext> HeadlessContext::create(const ContextOptions& options) {
  egl::KeepCurrent keep;
  Result<std::vector<egl::Candidate>> candidates = choose_candidates(options.device);
  if (!candidates) return candidates.error();
  std::string found;
  for (const egl::Candidate& candidate : *candidates) {
    Result<egl::OwnedContext> context = open_context(candidate, options);
    if (context) {
      if (Result<void> loaded = load_gl(); !loaded) return loaded.error();
      keep.dismiss();
      return HeadlessContext(std::make_unique<State>(State{std::move(*context)}));
    }
    found += candidate.name() + " " + context.error().message + "; ";
  }
  return Error{ErrorCode::no_device, found + "glccl needs " + std::string(required_gl)};
}

Result<void> HeadlessContext::make_current() {
  if (Result<void> current = state_->context.make_current(); !current) {
    return Error{ErrorCode::no_device, "the device " + current.error().message};
  }
  return use_engine_functions();
}

ContextInfo describe_current_context() {
  ContextInfo info;
  info.renderer = gl_string(GL_RENDERER);
  info.version = gl_string(GL_VERSION);
  info.max_texture_size = gl::context_integer(GL_MAX_TEXTURE_SIZE);
  info.max_3d_texture_size = gl::context_integer(GL_MAX_3D_TEXTURE_SIZE);
  info.software = gl::is_software(info.renderer);
  info.why_no_subgroups = gl::why_unused(gl::query_subgroups());
  return info;
}

}  // namespace glccl::host
