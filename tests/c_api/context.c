#include "context.h"

#include <EGL/eglext.h>
#include <stddef.h>

enum { MOST_DEVICES = 16 };

// Displays are EGL's and last as long as the process: to terminate one unloads its driver, and what that driver has
// kept to itself is then a leak to LeakSanitizer.
static bool make_context(EGLDisplay display, headless* made) {
  if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL)) return false;
  const EGLint config_attributes[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
  // clang-format off
  const EGLint context_attributes[] = {
      EGL_CONTEXT_MAJOR_VERSION, 4,
      EGL_CONTEXT_MINOR_VERSION, 5,
      EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
      EGL_NONE,
  };
  // clang-format on
  EGLConfig config = NULL;
  EGLint configs = 0;
  if (eglBindAPI(EGL_OPENGL_API) && eglChooseConfig(display, config_attributes, &config, 1, &configs) && configs == 1) {
    const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, context_attributes);
    if (context != EGL_NO_CONTEXT && eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) {
      made->display = display;
      made->context = context;
      return true;
    }
    if (context != EGL_NO_CONTEXT) eglDestroyContext(display, context);
  }
  return false;
}

bool open_headless(headless* made) {
  EGLDeviceEXT devices[MOST_DEVICES];
  EGLint count = 0;
  const PFNEGLQUERYDEVICESEXTPROC query_devices = (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
  if (query_devices == NULL || !query_devices(MOST_DEVICES, devices, &count)) count = 0;
  for (EGLint i = 0; i < count; ++i) {
    if (make_context(eglGetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, devices[i], NULL), made)) return true;
  }
  return make_context(eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL), made);
}

void close_headless(headless* context) {
  eglMakeCurrent(context->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglDestroyContext(context->display, context->context);
}

bool load_gl(gl_functions* gl) {
  gl->CreateTextures = (PFNGLCREATETEXTURESPROC)eglGetProcAddress("glCreateTextures");
  gl->TextureStorage2D = (PFNGLTEXTURESTORAGE2DPROC)eglGetProcAddress("glTextureStorage2D");
  gl->TextureSubImage2D = (PFNGLTEXTURESUBIMAGE2DPROC)eglGetProcAddress("glTextureSubImage2D");
  gl->DeleteTextures = (PFNGLDELETETEXTURESPROC)eglGetProcAddress("glDeleteTextures");
  gl->GetNamedBufferSubData = (PFNGLGETNAMEDBUFFERSUBDATAPROC)eglGetProcAddress("glGetNamedBufferSubData");
  gl->GetError = (PFNGLGETERRORPROC)eglGetProcAddress("glGetError");
  return gl->CreateTextures != NULL && gl->TextureStorage2D != NULL && gl->TextureSubImage2D != NULL &&
         gl->DeleteTextures != NULL && gl->GetNamedBufferSubData != NULL && gl->GetError != NULL;
}
