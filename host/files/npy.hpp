// NumPy's .npy: a header that is a Python dictionary, then the bare array (NumPy Enhancement Proposal 1).
#pragma once

#include "glccl/host/output_file.hpp"
#include "host/files/decode.hpp"

namespace glccl::host {

bool is_npy(Bytes file);

/// uint8, bool or uint16 of shape (H, W) become u8 or u16; uint8 of shape (H, W, 3) or (H, W, 4) becomes rgba8.
Result<Image> decode_npy(Bytes file);

/// Writes unsigned integers in the machine's byte order, of shape (H, W), or (H, W, channels) when there are several
/// channels.
Status write_npy(OutputFile& file, Extent extent, int channels, int bytes_per_sample, const void* data);

}  // namespace glccl::host
