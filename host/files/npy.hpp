// NumPy's .npy files: a header that is a Python dictionary, then the array (NumPy Enhancement Proposal 1).
#pragma once

#include "glccl/host/output_file.hpp"
#include "host/files/decode.hpp"

namespace glccl::host {

/// Whether a file begins as .npy files do.
bool is_npy(FileBytes file);

/// Decodes an array: uint8 and bool of shape (H, W) become u8, uint16 of shape (H, W) becomes u16, uint8 of shape (H,
/// W, 3) or (H, W, 4) becomes rgba8. Errors `file`, `too_large`.
Result<Image> decode_npy(FileBytes file);

/// Writes unsigned integers in the byte order of the machine, with shape (H, W), or (H, W, channels) for several
/// channels.
Status write_npy(OutputFile& file, Extent extent, int channels, int bytes_per_sample, const void* data);

}  // namespace glccl::host
