// Writing PNG, through libpng. (Reading it goes through stb_image, like the other small formats.)
#pragma once

#include "glccl/host/image.hpp"
#include "glccl/host/output_file.hpp"

namespace glccl::host {

/// Writes 8-bit grey, 16-bit grey or RGBA without loss. There is no gAMA chunk: the samples are what they are.
Status write_png(OutputFile& file, const Image& image);

}  // namespace glccl::host
