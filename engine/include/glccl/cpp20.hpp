// Stops compilers that are not set to C++20, with one message. Every header of glccl in C++ includes this one, directly
// or through another, before its first declaration. Headers in C (.h) compile as any C++ and as C99.
#pragma once

#include "glccl/api.h"

#if GLCCL_CPLUSPLUS < 202002L
#ifdef __GNUC__
// GCC and Clang go on after #error, to errors that hide it. A file that does not exist ends the compilation.
#include "glccl needs C++20: compile with -std=c++20"
#else
#error "glccl needs C++20: compile with -std=c++20 (MSVC: /std:c++20)"
#endif
#endif
