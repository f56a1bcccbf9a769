// EGL without windows: the devices of the machine and contexts on them.
//
// Displays are initialized and never terminated. EGL returns the same display for a device on every call and does not
// count its users, so eglTerminate would end every other context on that device, including those of other libraries. A
// device has one display, so their number does not grow, and EGL frees them when the process ends.
#pragma once

#define EGL_NO_X11  // Keeps out Xlib's macros (Status, None, ...).
#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <string>
#include <vector>

#include "glccl/host/context.hpp"
#include "glccl/result.hpp"

namespace glccl::host::egl {

/// A device, or the surfaceless platform of Mesa: what a display can be opened for.
struct Candidate {
  int index = -1;  ///< N of `--device N`; -1 where no number names it.
  EGLenum platform = EGL_PLATFORM_SURFACELESS_MESA;
  void* native = EGL_DEFAULT_DISPLAY;  ///< The EGLDeviceEXT of EGL_PLATFORM_DEVICE_EXT.
  int cuda_device = -1;                ///< EGL_CUDA_DEVICE_NV, or -1.
  bool software = false;               ///< EGL_MESA_device_software.

  /// The name for messages: "device 0", "surfaceless Mesa".
  std::string name() const;
};

/// The candidates with a number: EGL's devices in their order, or surfaceless Mesa as number 0 where EGL lists none.
/// Opens nothing.
std::vector<Candidate> list_candidates();

/// The order in which to try candidates where none is named: the device that is CUDA device 0, the other devices,
/// surfaceless Mesa.
std::vector<Candidate> order_candidates(std::vector<Candidate> candidates);

/// An initialized display.
struct OpenDisplay {
  EGLDisplay handle = EGL_NO_DISPLAY;
  std::string vendor;
  std::string extensions;
};

/// Opens the candidate's display. The error message continues a sentence that begins with Candidate::name().
Result<OpenDisplay> open_display(const Candidate& candidate);

/// Owns a context. Where the display has no EGL_KHR_surfaceless_context, also owns the 1x1 pbuffer that the context is
/// current with. Move-only. The destructor releases the context first if it is current on this thread.
class OwnedContext {
 public:
  OwnedContext(EGLDisplay display, EGLContext context, EGLSurface surface)
      : display_(display), context_(context), surface_(surface) {}
  OwnedContext(OwnedContext&& other) noexcept;
  OwnedContext& operator=(OwnedContext&& other) noexcept;
  ~OwnedContext();

  bool empty() const { return context_ == EGL_NO_CONTEXT; }

  /// Makes it current on this thread. Error `no_device`, with the reason that EGL gives.
  Result<void> make_current() const;

 private:
  EGLDisplay display_ = EGL_NO_DISPLAY;
  EGLContext context_ = EGL_NO_CONTEXT;
  EGLSurface surface_ = EGL_NO_SURFACE;
};

/// Makes an OpenGL 4.5 context and makes it current; the display has chosen the device. Error `no_device`: its message
/// continues a sentence like that of open_display(). After an error it is undefined which context is current.
Result<OwnedContext> make_context(const OpenDisplay& display, const ContextOptions& options);

/// Releases the EGL context that is current on this thread.
void release_current();

/// Its destructor restores the context that was current on this thread, and EGL's current rendering API.
class KeepCurrent {
 public:
  KeepCurrent();
  KeepCurrent(const KeepCurrent&) = delete;
  KeepCurrent& operator=(const KeepCurrent&) = delete;
  ~KeepCurrent();

  /// Keeps the context that is current at the end instead. The rendering API is restored all the same.
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
