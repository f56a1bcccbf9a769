// Headless OpenGL contexts, for programs that have none, through EGL.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "glccl/result.hpp"

namespace glccl::host {

/// An EGL device, as EGL_EXT_device_enumeration lists it.
struct EglDevice {
  int index = 0;           ///< Position in list_devices(), and N of `--device N`.
  std::string vendor;      ///< EGL_VENDOR of its display.
  std::string renderer;    ///< GL_RENDERER; empty where no OpenGL 4.5 context can be made.
  std::string gl_version;  ///< GL_VERSION.
  int cuda_device = -1;    ///< EGL_CUDA_DEVICE_NV, or -1.
  bool software = false;   ///< EGL_MESA_device_software, or the renderer is llvmpipe, softpipe or swrast.
  std::string problem;     ///< Why it cannot be used; empty where it can.
};

/// Every EGL device of the machine, each tried with a context of its own. Where EGL lists no device, surfaceless Mesa
/// is device 0. The context that is current on this thread is current again afterwards.
std::vector<EglDevice> list_devices();

/// The profile of a context. Window libraries make compatibility contexts unless they are asked for another.
enum class Profile {
  core,           ///< Without deprecated functions.
  compatibility,  ///< With them.
};

/// Which headless context to make.
struct ContextOptions {
  /// Index from list_devices(). -1: the device that is CUDA device 0, else the first device with OpenGL 4.5, else
  /// surfaceless Mesa.
  int device = -1;
  bool debug = false;               ///< A debug context (KHR_debug).
  Profile profile = Profile::core;  ///< Drivers may have no compatibility profile of OpenGL 4.5.
};

/// An OpenGL 4.5 context without a window, current on the thread that made it. Several can live at once, also on one
/// device. Destroy it on the thread where it is current; no other context becomes current in its place.
class HeadlessContext {
 public:
  /// Makes a context and makes it current. Not on two threads at once: the process has one table of OpenGL functions.
  /// Drivers may refuse while a WindowContext is current on this thread.
  ///
  /// Error `no_device`: no EGL, no such device or no OpenGL 4.5 of this profile; the message says what was found. The
  /// context that was current then stays current.
  static Result<HeadlessContext> create(const ContextOptions& options = {});
  /// Moves. The other object may only be destroyed or assigned to afterwards.
  HeadlessContext(HeadlessContext&&) noexcept;
  /// Moves.
  HeadlessContext& operator=(HeadlessContext&&) noexcept;
  ~HeadlessContext();

  /// Makes it current on this thread. Error `no_device`: the driver refuses.
  Result<void> make_current();

 private:
  struct State;
  explicit HeadlessContext(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Names and limits of a context.
struct ContextInfo {
  std::string renderer;         ///< GL_RENDERER.
  std::string version;          ///< GL_VERSION.
  int max_texture_size = 0;     ///< GL_MAX_TEXTURE_SIZE, in pixels.
  int max_3d_texture_size = 0;  ///< GL_MAX_3D_TEXTURE_SIZE, in voxels.
  bool software = false;        ///< The renderer is llvmpipe, softpipe or swrast.
  /// Why the shaders of `compute` use shared memory instead of subgroups; empty if they use subgroups.
  std::string why_no_subgroups = {};
};

/// The current context. Without one, names are empty and the texture size is 0.
ContextInfo describe_current_context();

}  // namespace glccl::host
