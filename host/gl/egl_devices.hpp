// EGL without windows: the devices of the machine and contexts on them.
//
// Displays are initialized and never terminated. EGL hands out one display for one device however often it is asked and
// does not count its users, so eglTerminate would end every other context on that device, also those of code that knows
// nothing of glccl. There is one display for a device, so nothing grows, and EGL frees them when the process ends.
#pragma once

#define EGL_NO_X11  // keeps Xlib's macros (Status, None, ...) out
#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <string>
#include <vector>

#include "glccl/result.hpp"

namespace glccl::host::egl {

/// Something a display can be opened for: a device, or Mesa's surfaceless platform.
struct Candidate {
  int index = -1;  ///< what `--device N` names; -1 when it cannot be named
  EGLenum platform = EGL_PLATFORM_SURFACELESS_MESA;
  void* native = EGL_DEFAULT_DISPLAY;  ///< the EGLDeviceEXT of EGL_PLATFORM_DEVICE_EXT
  int cuda_device = -1;                ///< EGL_CUDA_DEVICE_NV, or -1
  bool software = false;               ///< EGL_MESA_device_software

  std::string name() const;  ///< for messages: "device 0", "surfaceless Mesa"
};

/// What can be named: EGL's devices in their order, or surfaceless Mesa as number 0 where EGL lists no devices. Opens
/// nothing.
std::vector<Candidate> list_candidates();

/// What to try, in this order, when nothing was named: the device that is CUDA device 0, the other devices, surfaceless
/// Mesa.
std::vector<Candidate> order_candidates(std::vector<Candidate> candidates);

/// An initialized display.
struct OpenDisplay {
  EGLDisplay handle = EGL_NO_DISPLAY;
  std::string vendor;
  std::string extensions;
};

/// Opens the candidate's display. The error message continues a sentence that begins with Candidate::name().
Result<OpenDisplay> open_display(const Candidate& candidate);

/// Owns a context and, where the display has no EGL_KHR_surfaceless_context, the 1x1 pbuffer it is current with.
/// Move-only. When it ends it is released first if it is current on this thread.
class OwnedContext {
 public:
  OwnedContext(EGLDisplay display, EGLContext context, EGLSurface surface)
      : display_(display), context_(context), surface_(surface) {}
  OwnedContext(OwnedContext&& other) noexcept;
  OwnedContext& operator=(OwnedContext&& other) noexcept;
  ~OwnedContext();

  bool empty() const { return context_ == EGL_NO_CONTEXT; }

  /// Error `no_device` with EGL's reason.
  Status make_current() const;

 private:
  EGLDisplay display_ = EGL_NO_DISPLAY;
  EGLContext context_ = EGL_NO_CONTEXT;
  EGLSurface surface_ = EGL_NO_SURFACE;
};

/// Makes an OpenGL 4.5 core context and leaves it current. Error `no_device`, which continues a sentence as above; what
/// is current is then undefined.
Result<OwnedContext> make_context(const OpenDisplay& display, bool debug);

/// Leaves this thread without a current context, as far as EGL made it.
void release_current();

/// Puts back the context that was current on this thread, and EGL's current rendering API, when it ends.
class KeepCurrent {
 public:
  KeepCurrent();
  KeepCurrent(const KeepCurrent&) = delete;
  KeepCurrent& operator=(const KeepCurrent&) = delete;
  ~KeepCurrent();

  /// Keeps what is current now instead.
  void dismiss() { dismissed_ = true; }

 private:
  EGLenum api_;
  EGLDisplay display_;
  EGLContext context_;
  EGLSurface draw_;
  EGLSurface read_;
  bool dismissed_ = false;
};

}  // namespace glccl::host::egl
