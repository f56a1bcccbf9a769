// The errors of libpng, for the reader and the writer.
#pragma once

#include <png.h>

#include <csetjmp>
#include <cstdio>

namespace glccl::host {

/// The last error of libpng as plain text: longjmp skips destructors.
struct PngProblem {
  char text[128] = "libpng is out of memory";
};

inline void keep_problem(png_structp png, png_const_charp message) {
  auto* problem = static_cast<PngProblem*>(png_get_error_ptr(png));
  std::snprintf(problem->text, sizeof problem->text, "%s", message);
  png_longjmp(png, 1);
}

inline void ignore_warning(png_structp, png_const_charp) {}

}  // namespace glccl::host
