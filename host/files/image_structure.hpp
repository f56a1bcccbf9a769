// Whether a file is whole. stb_image fills what is missing of a truncated file with grey or black and reports success;
// these walk over the structure of a file before it decodes. The pixels themselves are not looked at.
#pragma once

#include "host/files/decode.hpp"

namespace glccl::host {

/// Chunks up to IEND, with the checksums of those that matter.
Status check_png(Bytes file);

/// Segments and scans up to the marker EOI. Looking for its two bytes alone would find the end of an embedded preview.
Status check_jpeg(Bytes file);

/// Blocks up to the trailer.
Status check_gif(Bytes file);

/// The pixels' bytes, which follow from the header (uncompressed files only; others are not read).
Status check_bmp(Bytes file);

}  // namespace glccl::host
