// Images in memory and in files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "glccl/host/output_file.hpp"
#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// An image on the CPU that owns its pixels: rows from the top without gaps, 16-bit samples in the machine's byte
/// order. Image files give u8, u16 and rgba8.
struct Image {
  Extent extent;
  PixelFormat format = PixelFormat::u8;
  std::vector<std::uint8_t> bytes;  ///< extent.elements() * bytes_per_pixel(format)
  friend bool operator==(const Image&, const Image&) = default;

  /// The same pixels for an engine. Valid as long as this image is neither changed nor moved.
  ImageView view() const { return {bytes.data(), format, extent}; }

  /// Sample (x, y) of a u8 or u16 image, 0..255 or 0..65535. Requires 0 <= x < width and 0 <= y < height.
  unsigned grey_at(int x, int y) const;
};

/// Reads PNG, JPEG, BMP and GIF (through stb_image; of an animation the first frame), PNM (P1 to P6), TIFF (through
/// libtiff; the first page) and NumPy .npy (C order: uint8, bool or uint16 of shape (H, W); uint8 of shape (H, W, 3) or
/// (H, W, 4)). The content decides, not the ending. One-channel files become u8 or u16 without loss (samples of
/// less than 8 bits are spread over 0..255; NumPy's bool becomes 0 and 1); everything with colour, an alpha channel or
/// a palette becomes rgba8. Errors: `file` (missing, not a file, empty, truncated, damaged, not an image or of a kind
/// that is not read: the message says which), `too_large` (more than 2^31 - 1 pixels, more than the reader of that
/// format can do, or more than there is memory for).
Result<Image> read_image(const std::filesystem::path& path);

/// Writes .png, .tif, .tiff or .npy by the ending of the file's path, losslessly (rgba8 as a NumPy array of shape (H,
/// W, 4)). The file is neither closed nor committed. Errors: `invalid_argument` (unknown ending, an image without
/// pixels), `file`.
Status write_image(OutputFile& file, const Image& image);

/// Writes to a temporary name beside `path` and renames, so that the path holds a whole file or what it held before.
Status write_image(const std::filesystem::path& path, const Image& image);

/// Whether write_image() knows the ending. Error `invalid_argument`, which lists the endings.
Status check_image_path(const std::filesystem::path& path);

/// Luminance by Rec. 601 in integers, (77 R + 150 G + 29 B) / 256, alpha ignored. Grey images are returned as they are.
Image to_grey(Image image);

/// Otsu's threshold of a grey image: the t that maximises the variance between {v <= t} and {v > t}
/// (N. Otsu, A Threshold Selection Method from Gray-Level Histograms, 1979). The smallest such t; 0 where all pixels
/// are equal to 0, and for any constant image the constant itself, so that nothing is foreground. Of an rgba8 image:
/// that of its luminance.
unsigned otsu_threshold(const Image& grey);

}  // namespace glccl::host
