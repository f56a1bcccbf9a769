// The one file of the engine that knows platforms.
#include "engine/gl/functions/default_loader.hpp"

#if defined(_WIN32)
#if !defined(NOMINMAX)
#define NOMINMAX
#endif
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <dlfcn.h>

#include <array>
#endif

namespace glccl::gl {

#if defined(_WIN32)

namespace {

/// A function of the library that has WGL and the functions of OpenGL 1.1, if the process has loaded it.
template <class Pointer>
Pointer function_of_opengl32(const char* name) {
  const HMODULE library = GetModuleHandleA("opengl32.dll");
  if (library == nullptr) return nullptr;
  const auto found = reinterpret_cast<void (*)()>(::GetProcAddress(library, name));
  return reinterpret_cast<Pointer>(found);
}

/// wglGetProcAddress() knows no function of OpenGL 1.1, and some drivers say so by small numbers.
void (*find_by_wgl(const char* name))() {
  const auto get = function_of_opengl32<PROC(WINAPI*)(LPCSTR)>("wglGetProcAddress");
  const auto found = get == nullptr ? 0 : reinterpret_cast<INT_PTR>(get(name));
  if (found < -1 || found > 3) return reinterpret_cast<void (*)()>(found);
  return function_of_opengl32<void (*)()>(name);
}

}  // namespace

GetProcAddress find_get_proc_address() {
  const auto current = function_of_opengl32<HGLRC(WINAPI*)()>("wglGetCurrentContext");
  return current != nullptr && current() != nullptr ? find_by_wgl : nullptr;
}

void keep_loaded(void (*function)()) {
  HMODULE library = nullptr;
  GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_PIN | GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS,
                     reinterpret_cast<LPCSTR>(function), &library);
}

#else

namespace {

/// A library that makes contexts: its names, and those of its functions for the current context and for addresses.
struct Platform {
  std::array<const char*, 3> libraries;
  const char* current;
  const char* get_proc_address;
};

constexpr Platform platforms[] = {
    {{"libEGL.so.1", "libEGL.so"}, "eglGetCurrentContext", "eglGetProcAddress"},
    {{"libGLX.so.0", "libGL.so.1", "libGL.so"}, "glXGetCurrentContext", "glXGetProcAddressARB"},
    {{"libOSMesa.so.8", "libOSMesa.so.6", "libOSMesa.so"}, "OSMesaGetCurrentContext", "OSMesaGetProcAddress"},
};

/// A platform's function for addresses, if the library that `handle` stands for has a current context.
GetProcAddress find_loader_in(void* handle, const Platform& platform) {
  const auto current = reinterpret_cast<void* (*)()>(dlsym(handle, platform.current));
  if (current == nullptr || current() == nullptr) return nullptr;
  return reinterpret_cast<GetProcAddress>(dlsym(handle, platform.get_proc_address));
}

}  // namespace

// Libraries that the program links come first. Others have been loaded by a window library or by Python, for
// themselves alone.
GetProcAddress find_get_proc_address() {
  for (const Platform& platform : platforms) {
    if (const GetProcAddress found = find_loader_in(RTLD_DEFAULT, platform); found != nullptr) return found;
    for (const char* name : platform.libraries) {
      void* const library = name == nullptr ? nullptr : dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
      if (library == nullptr) continue;
      const GetProcAddress found = find_loader_in(library, platform);
      dlclose(library);  // who has loaded it keeps it
      if (found != nullptr) return found;
    }
  }
  return nullptr;
}

void keep_loaded(void (*function)()) {
  Dl_info found{};
  if (dladdr(reinterpret_cast<const void*>(function), &found) == 0 || found.dli_fname == nullptr) return;
  void* const library = dlopen(found.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
  if (library != nullptr) dlclose(library);
}

#endif

}  // namespace glccl::gl
