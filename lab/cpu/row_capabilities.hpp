// What the engines of the laboratory that read rows of an image have in common.
#pragma once

#include <string_view>

#include "glccl/image.hpp"
#include "glccl/spec.hpp"

namespace glccl::host {

/// Capabilities of an engine that reads rows: all criteria on images, in formats of up to 32 bits a pixel.
inline Capabilities row_capabilities(std::string_view engine) {
  Capabilities capabilities{.engine = engine, .formats = {}};
  for (const FormatTraits& format : pixel_formats()) {
    if (format.bytes > 0 && format.bytes <= 4) capabilities.formats.push_back(format.format);
  }
  return capabilities;
}

}  // namespace glccl::host
