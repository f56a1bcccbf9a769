// Netpbm's PNM: PBM, PGM and PPM, as text (P1 to P3) or binary (P4 to P6). Read here and not through stb_image, which
// knows neither the text forms nor bitmaps, takes the bytes of 16-bit samples in the machine's order, and returns
// uninitialised memory for a truncated file.
#pragma once

#include "host/files/decode.hpp"

namespace glccl::host {

bool is_pnm(Bytes file);

/// Bitmaps become u8 with ink 0 and paper 255; PGM becomes u8 (maximum up to 255) or u16, PPM rgba8. Samples
/// of a maximum other than 255 (65535 for u16) are scaled to it, rounded to nearest.
Result<Image> decode_pnm(Bytes file);

}  // namespace glccl::host
