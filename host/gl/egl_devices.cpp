#include "host/gl/egl_devices.hpp"

#include <GL/glew.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

#include "engine/gl/functions/load.hpp"

namespace glccl::host::egl {
namespace {

// A string of the driver; empty where the driver returns null.
std::string text(const char* string) { return string == nullptr ? std::string() : std::string(string); }

bool has_word(std::string_view words, std::string_view word) {
  for (std::size_t at = words.find(word); at != std::string_view::npos; at = words.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || words[at - 1] == ' ') && (end == words.size() || words[end] == ' ')) return true;
  }
  return false;
}

std::string client_extensions() { return text(eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS)); }

std::string error_name(EGLint error) {
  switch (error) {
    case EGL_SUCCESS:
      return "EGL gives no reason";
    case EGL_NOT_INITIALIZED:
      return "EGL_NOT_INITIALIZED";
    case EGL_BAD_ACCESS:
      return "EGL_BAD_ACCESS: it is current on another thread, or a window's context is current on this one";
    case EGL_BAD_ALLOC:
      return "EGL_BAD_ALLOC: out of memory";
    case EGL_BAD_ATTRIBUTE:
      return "EGL_BAD_ATTRIBUTE";
    case EGL_BAD_CONFIG:
      return "EGL_BAD_CONFIG";
    case EGL_BAD_CONTEXT:
      return "EGL_BAD_CONTEXT";
    case EGL_BAD_DISPLAY:
      return "EGL_BAD_DISPLAY";
    case EGL_BAD_MATCH:
      return "EGL_BAD_MATCH";
    case EGL_BAD_PARAMETER:
      return "EGL_BAD_PARAMETER";
    case EGL_CONTEXT_LOST:
      return "EGL_CONTEXT_LOST";
    default:
      return "EGL error " + std::to_string(error);
  }
}

Error last_error(const std::string& what) {
  return {ErrorCode::no_device, what + " (" + error_name(eglGetError()) + ")"};
}

std::vector<Candidate> list_egl_devices() {
  const std::string extensions = client_extensions();
  const bool enumerates =
      has_word(extensions, "EGL_EXT_device_enumeration") || has_word(extensions, "EGL_EXT_device_base");
  if (!enumerates || !has_word(extensions, "EGL_EXT_platform_device")) return {};
  const auto query_devices = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
  const auto query_string =
      reinterpret_cast<PFNEGLQUERYDEVICESTRINGEXTPROC>(eglGetProcAddress("eglQueryDeviceStringEXT"));
  const auto query_attribute =
      reinterpret_cast<PFNEGLQUERYDEVICEATTRIBEXTPROC>(eglGetProcAddress("eglQueryDeviceAttribEXT"));
  if (query_devices == nullptr) return {};

  EGLint count = 0;
  if (query_devices(0, nullptr, &count) == EGL_FALSE || count <= 0) return {};
  std::vector<EGLDeviceEXT> devices(static_cast<std::size_t>(count));
  if (query_devices(count, devices.data(), &count) == EGL_FALSE) return {};
  devices.resize(static_cast<std::size_t>(std::max(count, 0)));

  std::vector<Candidate> candidates;
  for (EGLDeviceEXT device : devices) {
    Candidate candidate{static_cast<int>(candidates.size()), EGL_PLATFORM_DEVICE_EXT, device};
    const std::string has = query_string == nullptr ? std::string() : text(query_string(device, EGL_EXTENSIONS));
    candidate.software = has_word(has, "EGL_MESA_device_software");
    EGLAttrib cuda = -1;
    if (query_attribute != nullptr && has_word(has, "EGL_NV_device_cuda") &&
        query_attribute(device, EGL_CUDA_DEVICE_NV, &cuda) == EGL_TRUE) {
      candidate.cuda_device = static_cast<int>(cuda);
    }
    candidates.push_back(candidate);
  }
  return candidates;
}

// The config for new contexts: none where the display allows that, else one that can draw to a pbuffer.
Result<EGLConfig> choose_config(const OpenDisplay& display, bool surfaceless) {
  if (surfaceless && has_word(display.extensions, "EGL_KHR_no_config_context")) return EGLConfig{EGL_NO_CONFIG_KHR};
  constexpr std::array<EGLint, 5> wanted = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                                            EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (eglChooseConfig(display.handle, wanted.data(), &config, 1, &count) == EGL_FALSE || count == 0) {
    return last_error("has no EGL config for OpenGL");
  }
  return config;
}

EGLContext create_context(EGLDisplay display, EGLConfig config, EGLint major, EGLint minor,
                          const ContextOptions& options) {
  const std::array<EGLint, 9> attributes = {EGL_CONTEXT_MAJOR_VERSION_KHR,
                                            major,
                                            EGL_CONTEXT_MINOR_VERSION_KHR,
                                            minor,
                                            EGL_CONTEXT_OPENGL_PROFILE_MASK_KHR,
                                            options.profile == Profile::core
                                                ? EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT_KHR
                                                : EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT_KHR,
                                            EGL_CONTEXT_FLAGS_KHR,
                                            options.debug ? EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR : 0,
                                            EGL_NONE};
  return eglCreateContext(display, config, EGL_NO_CONTEXT, attributes.data());
}

// Why there is no 4.5 context of the profile, with the version of a context of the oldest core version. Destroys
// `surface`.
Error describe_missing_version(const OpenDisplay& display, EGLConfig config, EGLSurface surface,
                               const ContextOptions& options) {
  const bool core = options.profile == Profile::core;
  const Error refusal =
      last_error(std::string("cannot create an OpenGL 4.5 ") + (core ? "" : "compatibility ") + "context");
  const OwnedContext older(display.handle, create_context(display.handle, config, 3, 2, {}), surface);
  if (!core || older.empty() || !older.make_current()) return refusal;
  const std::string lacks = gl::describe_lacks();
  return {ErrorCode::no_device, "has OpenGL " + text(reinterpret_cast<const char*>(glGetString(GL_VERSION))) +
                                    (lacks.empty() ? "" : ", which lacks " + lacks)};
}

}  // namespace

std::string Candidate::name() const {
  return platform == EGL_PLATFORM_DEVICE_EXT ? "device " + std::to_string(index) : "surfaceless Mesa";
}

std::vector<Candidate> list_candidates() {
  std::vector<Candidate> candidates = list_egl_devices();
  if (candidates.empty() && has_word(client_extensions(), "EGL_MESA_platform_surfaceless")) {
    candidates.push_back(Candidate{0});
  }
  return candidates;
}

std::vector<Candidate> order_candidates(std::vector<Candidate> candidates) {
  const bool devices = !candidates.empty() && candidates.front().platform == EGL_PLATFORM_DEVICE_EXT;
  std::stable_partition(candidates.begin(), candidates.end(), [](const Candidate& c) { return c.cuda_device == 0; });
  if (devices && has_word(client_extensions(), "EGL_MESA_platform_surfaceless")) candidates.push_back(Candidate{});
  return candidates;
}

Result<OpenDisplay> open_display(const Candidate& candidate) {
  const EGLDisplay handle = eglGetPlatformDisplay(candidate.platform, candidate.native, nullptr);
  if (handle == EGL_NO_DISPLAY) return last_error("has no EGL display");
  if (eglInitialize(handle, nullptr, nullptr) == EGL_FALSE) return last_error("cannot be initialized");
  return OpenDisplay{handle, text(eglQueryString(handle, EGL_VENDOR)), text(eglQueryString(handle, EGL_EXTENSIONS))};
}

Result<OwnedContext> make_context(const OpenDisplay& display, const ContextOptions& options) {
  if (eglBindAPI(EGL_OPENGL_API) == EGL_FALSE) return last_error("has no OpenGL");
  const bool surfaceless = has_word(display.extensions, "EGL_KHR_surfaceless_context");
  Result<EGLConfig> config = choose_config(display, surfaceless);
  if (!config) return config.error();
  EGLSurface surface = EGL_NO_SURFACE;
  if (!surfaceless) {
    constexpr std::array<EGLint, 5> one_pixel = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
    surface = eglCreatePbufferSurface(display.handle, *config, one_pixel.data());
    if (surface == EGL_NO_SURFACE) return last_error("cannot create a pbuffer");
  }
  const EGLContext handle = create_context(display.handle, *config, 4, 5, options);
  if (handle == EGL_NO_CONTEXT) return describe_missing_version(display, *config, surface, options);
  OwnedContext context(display.handle, handle, surface);
  if (Result<void> current = context.make_current(); !current) return current.error();
  return context;
}

OwnedContext::OwnedContext(OwnedContext&& other) noexcept
    : display_(other.display_),
      context_(std::exchange(other.context_, EGL_NO_CONTEXT)),
      surface_(std::exchange(other.surface_, EGL_NO_SURFACE)) {}

OwnedContext& OwnedContext::operator=(OwnedContext&& other) noexcept {
  std::swap(display_, other.display_);
  std::swap(context_, other.context_);
  std::swap(surface_, other.surface_);
  return *this;
}

OwnedContext::~OwnedContext() {
  if (context_ != EGL_NO_CONTEXT) {
    if (eglGetCurrentContext() == context_) eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display_, context_);
  }
  if (surface_ != EGL_NO_SURFACE) eglDestroySurface(display_, surface_);
}

Result<void> OwnedContext::make_current() const {
  if (eglMakeCurrent(display_, surface_, surface_, context_) == EGL_FALSE) {
    return last_error("cannot make its context current");
  }
  return {};
}

void release_current() {
  if (eglGetCurrentContext() == EGL_NO_CONTEXT) return;
  eglMakeCurrent(eglGetCurrentDisplay(), EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

KeepCurrent::KeepCurrent()
    : api_(eglQueryAPI()),
      display_(eglGetCurrentDisplay()),
      context_(eglGetCurrentContext()),
      draw_(eglGetCurrentSurface(EGL_DRAW)),
      read_(eglGetCurrentSurface(EGL_READ)) {}

KeepCurrent::~KeepCurrent() {
  eglBindAPI(api_);
  if (dismissed_) return;
  if (context_ != EGL_NO_CONTEXT) {
    eglMakeCurrent(display_, draw_, read_, context_);
  } else {
    release_current();
  }
}

}  // namespace glccl::host::egl
