// The errors of libtiff, for the reader and the writer. They are collected for each file and never printed.
#pragma once

#include <tiffio.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

namespace glccl::host {

struct FreeTiffOptions {
  void operator()(TIFFOpenOptions* options) const { TIFFOpenOptionsFree(options); }
};
using TiffOptions = std::unique_ptr<TIFFOpenOptions, FreeTiffOptions>;

/// Stores the first error in the std::string `user`. The result 1 keeps libtiff from printing it.
inline int keep_tiff_error(TIFF*, void* user, const char*, const char* format, va_list arguments) {
  auto& first = *static_cast<std::string*>(user);
  char text[256];
  std::vsnprintf(text, sizeof text, format, arguments);
  if (first.empty()) first = text;
  std::replace(first.begin(), first.end(), '\n', ' ');
  return 1;
}

/// Warnings of libjpeg and of the fax decoders are about damaged pixels and count as errors. The others, mostly about
/// unknown tags, do not.
inline int keep_pixel_warning(TIFF* tiff, void* user, const char* module, const char* format, va_list arguments) {
  const bool pixels = module != nullptr && (std::strcmp(module, "JPEGLib") == 0 || std::strncmp(module, "Fax", 3) == 0);
  return pixels ? keep_tiff_error(tiff, user, module, format, arguments) : 1;
}

/// Options with which libtiff stores its first error in `error` and allocates at most `largest` bytes at once.
inline TiffOptions tiff_options(std::string& error, tmsize_t largest) {
  TiffOptions options(TIFFOpenOptionsAlloc());
  if (options == nullptr) return options;
  TIFFOpenOptionsSetErrorHandlerExtR(options.get(), keep_tiff_error, &error);
  TIFFOpenOptionsSetWarningHandlerExtR(options.get(), keep_pixel_warning, &error);
  TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), largest);
  return options;
}

}  // namespace glccl::host
