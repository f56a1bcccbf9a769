// Whether a file is complete. stb_image fills the missing part of a truncated file with grey or black and reports
// success. These functions walk over the structure of the file before stb_image decodes it. They do not check the
// pixels.
#pragma once

#include "host/files/decode.hpp"

namespace glccl::host {

/// Checks the chunks of a PNG up to IEND, and the checksums of the critical ones. Error `file` or `too_large`.
Status check_png(FileBytes file);

/// Checks the segments and scans of a JPEG up to the marker EOI. A search for the two bytes of EOI alone would find the
/// end of an embedded preview. Error `file` or `too_large`.
Status check_jpeg(FileBytes file);

/// Checks the blocks of a GIF up to the trailer. Error `file` or `too_large`.
Status check_gif(FileBytes file);

/// Checks that a BMP has the bytes of pixels that its header announces. Refuses compressed files. Error `file` or
/// `too_large`.
Status check_bmp(FileBytes file);

}  // namespace glccl::host
