// TIFF through libtiff. Its messages are collected for each file and never printed.
#pragma once

#include "glccl/host/output_file.hpp"
#include "host/files/decode.hpp"

namespace glccl::host {

/// Whether a file begins as TIFF and BigTIFF files do.
bool is_tiff(FileBytes file);

/// Decodes the first page. Grey of up to 16 bits becomes u8 or u16 with 0 black, everything else rgba8. Row 0 is the
/// top row by the orientation tag. Errors `file`, `too_large`.
Result<Image> decode_tiff(FileBytes file);

/// Writes unsigned samples in rows from the top: grey of 8, 16 or 32 bits (`channels` 1) or RGBA of 8 bits (`channels`
/// 4). Compresses without loss where libtiff can, and writes BigTIFF where the file could exceed the classic format.
/// Error `file`.
Status write_tiff(OutputFile& file, Extent extent, int channels, int bits, const void* data);

}  // namespace glccl::host
