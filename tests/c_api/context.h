// A headless OpenGL 4.5 context, and the few OpenGL functions that the test calls.
#pragma once

#include <EGL/egl.h>
#include <GL/glcorearb.h>
#include <stdbool.h>

typedef struct {
  EGLDisplay display;
  EGLContext context;
} headless;

typedef struct {
  PFNGLCREATETEXTURESPROC CreateTextures;
  PFNGLTEXTURESTORAGE2DPROC TextureStorage2D;
  PFNGLTEXTURESUBIMAGE2DPROC TextureSubImage2D;
  PFNGLDELETETEXTURESPROC DeleteTextures;
  PFNGLGETNAMEDBUFFERSUBDATAPROC GetNamedBufferSubData;
  PFNGLGETERRORPROC GetError;
} gl_functions;

/// Makes a context current: of the first EGL device that has one, else of Mesa without a surface. False if there is
/// none.
bool open_headless(headless* made);

/// Ends it; nothing is current afterwards.
void close_headless(headless* context);

/// Loads the functions of the current context. False if one is missing.
bool load_gl(gl_functions* gl);
