// A program of a user who links neither an OpenGL library nor GLEW: it makes a context, labels an image in it by each
// engine, and prints what came of it. tests/engine/kinds_of_contexts.cpp runs it.
//
//     context_user CONTEXT [GET_PROC_ADDRESS]
//
// CONTEXT: none, es, osmesa, core-3.3 and so on, or compatibility-2.1 and so on.
// GET_PROC_ADDRESS: default; own (that of the context's library); null (finds nothing); or the name of a function that
// the context's library finds and this get_proc_address does not.
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <dlfcn.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "engine/gl/functions/opengl.hpp"
#include "glccl/labeler.hpp"

namespace {

using namespace glccl;

[[noreturn]] void give_up(const std::string& why) {
  std::printf("skipped: %s\n", why.c_str());
  std::exit(0);
}

/// A library that makes contexts. Its functions are visible to those who open it, and to no one else.
void* open_library(std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (void* const opened = dlopen(name, RTLD_NOW | RTLD_LOCAL); opened != nullptr) return opened;
  }
  give_up(std::string("there is no ") + *names.begin());
}

template <class Pointer>
Pointer function_of(void* from, const char* name) {
  return reinterpret_cast<Pointer>(dlsym(from, name));
}

/// The library of the context.
void* library = nullptr;
/// Its function for addresses, of the context that it has made current.
GetProcAddress own = nullptr;
std::string hidden;  ///< The function that get_proc_address does not find.

void make_egl_context(const std::string& kind) {
  void* const egl = library = open_library({"libEGL.so.1"});
  own = function_of<GetProcAddress>(egl, "eglGetProcAddress");
  const bool es = kind == "es";
  const std::size_t number = kind.find_first_of("0123456789");
  const int major = es ? 3 : kind[number] - '0';
  const int minor = es ? 2 : kind[number + 2] - '0';
  const EGLDisplay display = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYPROC>(own("eglGetPlatformDisplay"))(
      EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
  if (function_of<decltype(&eglInitialize)>(egl, "eglInitialize")(display, nullptr, nullptr) == EGL_FALSE) {
    give_up("EGL has no surfaceless display");
  }
  function_of<decltype(&eglBindAPI)>(egl, "eglBindAPI")(es ? EGL_OPENGL_ES_API : EGL_OPENGL_API);
  std::vector<EGLint> attributes = {EGL_CONTEXT_MAJOR_VERSION, major, EGL_CONTEXT_MINOR_VERSION, minor};
  if (major == 3 && minor >= 2 && !es) {
    attributes.push_back(EGL_CONTEXT_OPENGL_PROFILE_MASK);
    attributes.push_back(kind.starts_with("core") ? EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT
                                                  : EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT);
  }
  attributes.push_back(EGL_NONE);
  const EGLContext context = function_of<decltype(&eglCreateContext)>(egl, "eglCreateContext")(
      display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes.data());
  if (context == EGL_NO_CONTEXT) give_up("EGL has no context " + kind);
  function_of<decltype(&eglMakeCurrent)>(egl, "eglMakeCurrent")(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
}

/// Ends the context and unloads its library, as window libraries do when they end.
void end_egl() {
  const EGLDisplay display = function_of<decltype(&eglGetCurrentDisplay)>(library, "eglGetCurrentDisplay")();
  const EGLContext context = function_of<decltype(&eglGetCurrentContext)>(library, "eglGetCurrentContext")();
  function_of<decltype(&eglMakeCurrent)>(library, "eglMakeCurrent")(display, EGL_NO_SURFACE, EGL_NO_SURFACE,
                                                                    EGL_NO_CONTEXT);
  function_of<decltype(&eglDestroyContext)>(library, "eglDestroyContext")(display, context);
  function_of<decltype(&eglTerminate)>(library, "eglTerminate")(display);
  dlclose(library);
}

void make_osmesa_context() {
  void* const mesa = library = open_library({"libOSMesa.so.8", "libOSMesa.so.6"});
  own = function_of<GetProcAddress>(mesa, "OSMesaGetProcAddress");
  // OSMESA_FORMAT, OSMESA_PROFILE, OSMESA_CORE_PROFILE, OSMESA_CONTEXT_MAJOR_VERSION, _MINOR_VERSION of GL/osmesa.h.
  const int attributes[] = {0x22, 0x1908, 0x33, 0x34, 0x36, 4, 0x37, 5, 0};
  void* const context =
      function_of<void* (*)(const int*, void*)>(mesa, "OSMesaCreateContextAttribs")(attributes, nullptr);
  static std::vector<std::uint32_t> screen(std::size_t{16} * 16);
  const auto make_current =
      function_of<GLboolean (*)(void*, void*, GLenum, GLsizei, GLsizei)>(mesa, "OSMesaMakeCurrent");
  if (context == nullptr || make_current(context, screen.data(), GL_UNSIGNED_BYTE, 16, 16) == GL_FALSE) {
    give_up("OSMesa has no context of OpenGL 4.5");
  }
}

void (*find_all_but_hidden(const char* name))() { return hidden == name ? nullptr : own(name); }

template <class Return, class... Arguments>
Return call(const char* name, Arguments... arguments) {
  return reinterpret_cast<Return (*)(Arguments...)>(own(name))(arguments...);
}

/// Four vertical bars, which have labels 1 to 4. Reports what is wrong; empty if nothing is.
std::string label_bars(Labeler& labeler) {
  constexpr int width = 16;
  std::vector<std::uint8_t> pixels(std::size_t{width} * width);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = i % 4 == 0 ? 255 : 0;
  GLuint texture = 0;
  call<void, GLenum, GLsizei, GLuint*>("glCreateTextures", GL_TEXTURE_2D, 1, &texture);
  call<void, GLuint, GLsizei, GLenum, GLsizei, GLsizei>("glTextureStorage2D", texture, 1, GL_R8, width, width);
  call<void, GLuint, GLint, GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, const void*>(
      "glTextureSubImage2D", texture, 0, 0, 0, width, width, GL_RED, GL_UNSIGNED_BYTE, pixels.data());
  if (const Result<Labels> labels = labeler.label(texture); !labels) return labels.error().message;
  const Result<LabelImage> labels = labeler.readback();
  if (!labels) return labels.error().message;
  for (std::uint32_t i = 0; i < width * width; ++i) {
    if (labels->values[i] != (i % 4 == 0 ? i % width / 4 + 1 : 0)) return "wrong labels";
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  const std::string kind = argc > 1 ? argv[1] : "none";
  const std::string get = argc > 2 ? argv[2] : "default";
  if (kind == "osmesa") {
    make_osmesa_context();
  } else if (kind != "none") {
    make_egl_context(kind);
  }
  if (own != nullptr) {
    std::printf("context: %s\n",
                reinterpret_cast<const char*>(call<const GLubyte*, GLenum>("glGetString", GL_VERSION)));
    call<void, GLenum>("glEnable", GL_VERSION);  // an error of the caller's, which has to stay
  }
  hidden = get;
  GetProcAddress chosen = nullptr;
  if (get == "null") {
    chosen = [](const char*) -> void (*)() { return nullptr; };
  } else if (get == "own") {
    chosen = own;
  } else if (get != "default") {
    chosen = find_all_but_hidden;
  }
  std::vector<Result<Labeler>> labelers;
  for (const Engine engine : {Engine::compute, Engine::raster}) {
    labelers.push_back(Labeler::create({engine, chosen}));
    Result<Labeler>& labeler = labelers.back();
    const std::string fault = labeler ? label_bars(*labeler) : labeler.error().message;
    std::printf("%s: %s\n", std::string(name_of(engine)).c_str(), fault.empty() ? "right" : fault.c_str());
  }
  if (own != nullptr) {
    const GLenum first = call<GLenum>("glGetError");
    const GLenum second = call<GLenum>("glGetError");
    std::printf("errors: %u %u\n", first, second);
    if (kind != "osmesa") end_egl();
    labelers.clear();  // Labelers that end after their context delete nothing
    std::puts("ended");
  }
  return 0;
}
