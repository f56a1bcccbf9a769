// Writing PNG through libpng. stb_image reads it, like the other small formats.
#pragma once

#include "glccl/host/image.hpp"
#include "glccl/host/output_file.hpp"

namespace glccl::host {

/// Writes u8, u16 or rgba8 without loss. There is no gAMA chunk, so no viewer changes the samples. Error `file`.
Status write_png(OutputFile& file, const Image& image);

}  // namespace glccl::host
