// TIFF, through libtiff. Its messages are caught for each file and never reach standard error.
#pragma once

#include "glccl/host/output_file.hpp"
#include "host/files/decode.hpp"

namespace glccl::host {

bool is_tiff(Bytes file);

/// The first page. Grey of up to 16 bits becomes u8 or u16 (with 0 black), everything else rgba8. Row 0 is the
/// row that the orientation tag puts at the top.
Result<Image> decode_tiff(Bytes file);

/// Writes unsigned samples in rows from the top: grey of 8, 16 or 32 bits (channels 1) or RGBA of 8 bits (channels 4).
/// Compressed without loss where libtiff can; BigTIFF where the classic format could become too small.
Status write_tiff(OutputFile& file, Extent extent, int channels, int bits, const void* data);

}  // namespace glccl::host
