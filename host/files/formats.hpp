// The file formats that glccl reads and writes.
#pragma once

#include <string>
#include <vector>

#include "glccl/host/image_files.hpp"
#include "glccl/host/label_files.hpp"
#include "glccl/host/output_file.hpp"
#include "host/files/decode.hpp"
#include "host/files/scalars.hpp"

namespace glccl::host {

/// Decodes a file of any format that is read: the content decides which. Errors `file`, `too_large`.
Result<Image> decode_image(FileBytes file, const ReadOptions& options = {});

/// Whether a file begins as one of a format that is read.
bool is_image(FileBytes file);

/// Whether a file without channels and frames can be read with these options. Error `file`.
Result<void> check_options(const ReadOptions& options, bool may_have_palette);

/// Decodes a file as read_labels() reads it. Errors `file`, `too_large`.
Result<LabelFile> decode_labels(FileBytes file, const ReadOptions& options = {});

/// Whether a file of `bytes` bytes without a header is one of this layout, with up to `most` elements. Errors `file`,
/// `too_large`, `invalid_argument`.
Result<void> check_raw(std::uint64_t bytes, const RawLayout& layout, std::uint64_t most = max_pixels);

/// Takes a file without a header as what the layout says. Errors: those of read_raw(), without the name of the file.
Result<Image> decode_raw(FileBytes file, const RawLayout& layout);

/// Samples of one channel as they are stored: labels.
struct StoredChannel {
  Extent extent;                     ///< Width, height and depth in elements.
  const ScalarType* type = nullptr;  ///< Of the samples: one that has values.
  std::vector<std::uint8_t> bytes;   ///< The samples in raster order, in the byte order of the machine.
};

// NumPy's .npy: a header that is a Python dictionary, then the array (NumPy Enhancement Proposal 1).

/// Whether a file begins as .npy files do.
bool is_npy(FileBytes file);

/// The header of a .npy file.
struct NpyHeader {
  std::string type;  ///< NumPy's name of the element type: "<u2".
  bool fortran_order = false;
  std::vector<std::uint64_t> shape;
  std::size_t data = 0;  ///< Offset of the array in bytes.

  /// Whether the bytes of its elements are in the other order than this machine's.
  bool is_swapped() const;

  /// The extent of an array with one value for each element of an image or volume: of shape (H, W), (D, H, W) or, with
  /// another axis of length 1, of four axes. Errors `file` (another shape), `too_large` (more than `most` elements).
  Result<Extent> extent(std::uint64_t most = max_pixels) const;
};

/// Parses the header. Error `file`: truncated, damaged, or a structured array.
Result<NpyHeader> parse_npy_header(FileBytes file);

/// The array behind the header in raster order and in the byte order of the machine: elements of `bytes` bytes, which
/// are numbers of `number` bytes. Error `file`: the file has fewer.
Result<std::vector<std::uint8_t>> npy_elements(FileBytes file, const NpyHeader& header, const Extent& extent,
                                               std::size_t bytes, std::size_t number);

/// "(480, 640)".
std::string to_string(const std::vector<std::uint64_t>& shape);

/// What decode_npy() makes of an array.
struct NpyImage {
  Extent extent = {};
  const ScalarType* type = nullptr;      ///< Of the numbers in the file.
  PixelFormat format = PixelFormat::u8;  ///< That of the numbers, or rgba8.
  int channels = 1;                      ///< Numbers of an element in the file: 3 and 4 become rgba8.

  /// Bytes of an element in the file.
  std::size_t stored_bytes() const { return static_cast<std::size_t>(channels) * type->bytes; }
};

/// Whether decode_npy() reads an array with this header of up to `most` elements. Errors `file`, `too_large`.
Result<NpyImage> npy_image(NpyHeader header, std::uint64_t most = max_pixels);

/// Decodes an array of shape (H, W), or of a volume (D, H, W), or of four axes, one of them of length 1, of integers or
/// floats in C order or in Fortran order: bool becomes u8, and numbers of 64 bits become those of 32 bits that hold all
/// of them as they are. uint8 of three or four axes in C order, the last of length 3 or 4, becomes rgba8. Errors `file`
/// (also values that 32 bits do not hold), `too_large`.
Result<Image> decode_npy(FileBytes file);

/// Writes the header of an array as write_npy() writes it.
Result<void> write_npy_header(OutputFile& file, Extent extent, int channels, int bytes_per_sample, char kind = 'u');

/// Writes numbers in the byte order of the machine, with shape (H, W), of volumes (D, H, W). Several channels are one
/// more axis; so is the one channel of a volume whose rows decode_npy() would take for colours. Their `kind` is that of
/// NumPy: 'u' and 'i' for unsigned and signed integers, 'f' for floats.
Result<void> write_npy(OutputFile& file, Extent extent, int channels, int bytes_per_sample, const void* data,
                       char kind = 'u');

/// Decodes an array of a .npz file, by its name or the only one, as decode_npy() decodes it. Errors `file`,
/// `too_large`.
Result<Image> decode_npz(FileBytes file, const std::string& name);

// TIFF through libtiff. Its messages are collected for each file and never printed.

/// Whether a file begins as TIFF and BigTIFF files do.
bool is_tiff(FileBytes file);

/// Decodes the pages of a file as the slices of an image or volume. Grey becomes u8 or u16 with 0 black: samples of
/// less than 8 bits are spread over 0..255, those of 9 to 16 bits keep the values that are stored. Everything else
/// becomes rgba8, RGB of more than 8 bits with low bytes. Colours are not multiplied by alpha. Other integers of 8 to
/// 64 bits and floats of 16 to 64 bits, in one channel, stay what they are; those of 64 bits become 32 bits that hold
/// all of them. Row 0 is the top row by the orientation tag. Indices of palettes become u8 or u16. Errors `file`,
/// `too_large`.
Result<Image> decode_tiff(FileBytes file, const ReadOptions& options = {});

/// Decodes the pages as one channel of integers of 8, 16, 32 or 64 bits or of floats of 32 or 64 bits: labels.
/// Errors `file`, `too_large`.
Result<StoredChannel> decode_tiff_channel(FileBytes file, const ReadOptions& options = {});

/// Writes unsigned samples in rows from the top, a page for each slice: grey of 8, 16 or 32 bits (`channels` 1) or RGBA
/// of 8 bits (`channels` 4). Compresses without loss where libtiff can, and writes BigTIFF where the file could exceed
/// the classic format. Errors: `invalid_argument` (more than 1048576 slices), `file`.
Result<void> write_tiff(OutputFile& file, Extent extent, int channels, int bits, const void* data);

/// Whether TIFF holds so many slices. Error `invalid_argument`.
Result<void> check_tiff_pages(const std::filesystem::path& path, const Extent& extent);

/// Writes to an empty file the header of a BigTIFF of labels of 4 or 8 bytes without compression, with the directories
/// of all slices. The labels follow in raster order and make the file whole. Errors: those of check_tiff_pages(),
/// `file`.
Result<void> write_big_tiff_header(OutputFile& file, const Extent& extent, int bytes_per_label);

// NIfTI-1 and NIfTI-2, also compressed by gzip: volumes of one channel whose first axis is x, the fastest.

/// Whether a file begins as NIfTI and gzip files do.
bool is_nifti(FileBytes file);

/// Decodes a file as its integers of 8, 16 or 32 bits or floats of 32 bits. Integers of 64 bits become i32 or u32 and
/// floats of 64 bits f32, where these hold all values as they are. Where the header has a slope and an intercept other
/// than 1 and 0, values are scaled by them and rounded to f32. Voxels keep the order of the file; its orientation does
/// not count. Of several places on the fourth axis, which are frames, the options pick one. Errors: `file` (also values
/// that 32 bits do not hold, more than one place on a further axis, pairs of files), `too_large`.
Result<Image> decode_nifti(FileBytes file, const ReadOptions& options = {});

/// Decodes a file as labels: voxels as they are stored, or f8 where the header scales them. Errors `file`, `too_large`.
Result<StoredChannel> decode_nifti_channel(FileBytes file, const ReadOptions& options = {});

/// The code of NIfTI for the voxels of a format; 0 where decode_nifti() gives no images of that format.
int nifti_type(PixelFormat format);

/// Writes an image or volume of a format that nifti_type() knows, compressed by gzip where the path ends with .gz.
/// Errors: `invalid_argument` before anything is written (a side above 32767), `file`.
Result<void> write_nifti(OutputFile& file, const Image& image);

/// Writes labels as int32, where the geometry places them. The same errors, and `invalid_argument` for labels above
/// 2^31 - 1.
Result<void> write_nifti(OutputFile& file, const LabelImage& labels, const std::optional<NiftiGeometry>& geometry);

// Netpbm's PNM: PBM, PGM and PPM, as text (P1 to P3) or binary (P4 to P6).

/// Whether a file begins as PNM files do.
bool is_pnm(FileBytes file);

/// Decodes a file. Bitmaps become u8 with ink 0 and paper 255. PGM becomes u8 (maximum up to 255) or u16, PPM rgba8,
/// with low bytes where the maximum exceeds 255. Samples keep the values that are stored, whatever the maximum. Errors
/// `file`, `too_large`.
Result<Image> decode_pnm(FileBytes file);

// PNG through libpng, which reports every kind of damage to the pixels.

/// Whether a file begins as PNG files do.
bool is_png(FileBytes file);

/// Decodes a file. Grey without alpha becomes u8 (fewer bits are spread over 0..255) or u16, everything else rgba8, of
/// 16-bit samples with low bytes. Errors `file`, `too_large`.
Result<Image> decode_png(FileBytes file);

/// Decodes the indices of its palette as u8. Errors `file` (also no palette), `too_large`.
Result<Image> decode_png_indices(FileBytes file);

/// Writes u8, u16 or rgba8 without loss. There is no gAMA chunk, so no viewer changes the samples. Error `file`.
Result<void> write_png(OutputFile& file, const Image& image);

// JPEG through libjpeg-turbo. A warning of the library is a refusal: it stands for pixels that the file does not have.

/// Whether a file begins as JPEG files do.
bool is_jpeg(FileBytes file);

/// Decodes baseline and progressive files of 8-bit samples: grey becomes u8, colours, CMYK and YCCK rgba8. Rows are as
/// stored: the orientation of EXIF is ignored. Errors `file`, `too_large`.
Result<Image> decode_jpeg(FileBytes file);

// BMP: OS/2 and Windows files.

/// Whether a file begins as BMP files do.
bool is_bmp(FileBytes file);

/// Decodes files of all versions as rgba8: 1, 2, 4 and 8 bits with a palette (4 and 8 also run-length
/// encoded), 16, 24 and 32 bits, rows from the bottom or from the top. Pixels are opaque unless the header gives alpha
/// bits of its own. Errors `file`, `too_large`.
Result<Image> decode_bmp(FileBytes file);

/// Decodes the indices of its palette as u8. Errors `file` (also no palette), `too_large`.
Result<Image> decode_bmp_indices(FileBytes file);

// GIF through giflib.

/// Whether a file begins as GIF files do.
bool is_gif(FileBytes file);

/// Decodes the first frame as rgba8. Transparent pixels, and those outside the frame, are 0 in all channels. Errors
/// `file`, `too_large`.
Result<Image> decode_gif(FileBytes file);

/// Decodes the indices of its palette as u8. Errors `file` (also no palette), `too_large`.
Result<Image> decode_gif_indices(FileBytes file);

}  // namespace glccl::host
