// Netpbm's PNM: PBM, PGM and PPM, as text (P1 to P3) or binary (P4 to P6). stb_image is not used: it reads neither text
// nor bitmaps, takes 16-bit samples in the byte order of the machine, and returns uninitialised memory for a truncated
// file.
#pragma once

#include "host/files/decode.hpp"

namespace glccl::host {

/// Whether a file begins as PNM files do.
bool is_pnm(FileBytes file);

/// Decodes a file. Bitmaps become u8 with ink 0 and paper 255. PGM becomes u8 (maximum up to 255) or u16, PPM rgba8.
/// Samples with another maximum than 255 (u16: 65535) are scaled to it and rounded to nearest. Errors `file`,
/// `too_large`.
Result<Image> decode_pnm(FileBytes file);

}  // namespace glccl::host
