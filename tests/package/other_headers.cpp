// Public headers of glccl after what applications include before them: the macros of X11, of GLEW and of windows.h.
// Compiled, never run. Both lists of headers are made by tests/package/tests.cmake. Standard headers come first,
// because those of libstdc++ themselves do not compile with macros such as `small`.
#include <GL/glew.h>

#include "standard_headers.inc"
//
#include <X11/Xlib.h>
#include <X11/Xutil.h>

#ifndef Status
#error "Xlib.h no longer has the macros that this file is about"
#endif

// windows.h without WIN32_LEAN_AND_MEAN and NOMINMAX: macros with lower case, or a common word for a name.
#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))
#define near
#define far
#define small char
#define interface struct
#define IN
#define OUT
#define OPTIONAL
#define CONST const
#define VOID void
#define ERROR 0
#define NO_ERROR 0
#define IGNORE 0
#define INFINITE 0xFFFFFFFF
#define DELETE 0x00010000
#define OPAQUE 2
#define TRANSPARENT 1
#define DIFFERENCE 11
#define RELATIVE 2
#define ABSOLUTE 1
#define STRICT 1
#define GetMessage GetMessageA
#define CreateWindow CreateWindowA
#define LoadImage LoadImageA

#include "public_headers.inc"
