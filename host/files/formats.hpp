// The file formats that glccl reads and writes by itself. stb_image reads PNG, JPEG, BMP and GIF (image_files.cpp).
#pragma once

#include "glccl/host/output_file.hpp"
#include "host/files/decode.hpp"

namespace glccl::host {

/// Decodes a file of any format that is read: the content decides which. Errors `file`, `too_large`.
Result<Image> decode_image(FileBytes file);

// NumPy's .npy: a header that is a Python dictionary, then the array (NumPy Enhancement Proposal 1).

/// Whether a file begins as .npy files do.
bool is_npy(FileBytes file);

/// Decodes an array: uint8 and bool of shape (H, W) become u8, uint16 of shape (H, W) becomes u16, uint8 of shape
/// (H, W, 3) or (H, W, 4) becomes rgba8. Errors `file`, `too_large`.
Result<Image> decode_npy(FileBytes file);

/// Writes unsigned integers in the byte order of the machine, with shape (H, W), or (H, W, channels) for several
/// channels.
Status write_npy(OutputFile& file, Extent extent, int channels, int bytes_per_sample, const void* data);

// TIFF through libtiff. Its messages are collected for each file and never printed.

/// Whether a file begins as TIFF and BigTIFF files do.
bool is_tiff(FileBytes file);

/// Decodes the first page. Grey of up to 16 bits becomes u8 or u16 with 0 black, everything else rgba8. Row 0 is the
/// top row by the orientation tag. Errors `file`, `too_large`.
Result<Image> decode_tiff(FileBytes file);

/// Writes unsigned samples in rows from the top: grey of 8, 16 or 32 bits (`channels` 1) or RGBA of 8 bits (`channels`
/// 4). Compresses without loss where libtiff can, and writes BigTIFF where the file could exceed the classic format.
/// Error `file`.
Status write_tiff(OutputFile& file, Extent extent, int channels, int bits, const void* data);

// Netpbm's PNM: PBM, PGM and PPM, as text (P1 to P3) or binary (P4 to P6). stb_image is not used for it: it reads
// neither text nor bitmaps, takes 16-bit samples in the byte order of the machine, and returns uninitialised memory for
// a truncated file.

/// Whether a file begins as PNM files do.
bool is_pnm(FileBytes file);

/// Decodes a file. Bitmaps become u8 with ink 0 and paper 255. PGM becomes u8 (maximum up to 255) or u16, PPM rgba8.
/// Samples with another maximum than 255 (u16: 65535) are scaled to it and rounded to nearest. Errors `file`,
/// `too_large`.
Result<Image> decode_pnm(FileBytes file);

// PNG through libpng.

/// Writes u8, u16 or rgba8 without loss. There is no gAMA chunk, so no viewer changes the samples. Error `file`.
Status write_png(OutputFile& file, const Image& image);

}  // namespace glccl::host
