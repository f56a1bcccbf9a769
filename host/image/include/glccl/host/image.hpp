// An image in memory that owns its pixels.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "glccl/image.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// The most pixels of an image that is read or generated. A file that announces more is taken to be damaged.
inline constexpr std::int64_t max_pixels = 2147483647;

/// An image or volume on the CPU that owns its pixels: rows from the top without gaps, slice after slice, samples in
/// the machine's byte order. Image files and generate() give u8, u16 and rgba8; files of volumes also other integers
/// and f32.
struct Image {
  Extent extent;                         ///< Width, height and depth in pixels.
  PixelFormat format = PixelFormat::u8;  ///< How a pixel is stored.
  std::vector<std::uint8_t> bytes;       ///< extent.elements() * bytes_per_pixel(format)
  /// The low bytes of the samples of rgba8 from a file whose samples have more than 8 bits, in the order of `bytes`,
  /// which has the high ones. Else empty. to_grey() and largest_of_colours() give images of all 16 bits.
  std::vector<std::uint8_t> low_bytes = {};
  /// rgba8 of a file whose colours have no alpha: it is the largest value everywhere, and black is background.
  bool opaque = false;

  /// Whether pixels are equal, wherever they are from.
  friend bool operator==(const Image& a, const Image& b) {
    return a.extent == b.extent && a.format == b.format && a.bytes == b.bytes && a.low_bytes == b.low_bytes;
  }

  /// The same pixels for an engine. Valid until this image is changed, moved or destroyed.
  ImageView view() const { return {bytes.data(), format, extent}; }

  /// Sample (x, y) of a u8 or u16 image: 0..255 or 0..65535. Requires 0 <= x < width and 0 <= y < height.
  unsigned grey_at(int x, int y) const;

  /// The grey value to show white: 255, of u16 the largest value of as many bits as the samples of this image have.
  /// Files of 10 or 12 bits are u16 with values up to 1023 or 4095. Looks at every pixel.
  unsigned white() const;
};

/// The elements of a rectangle, or of a box of a volume, as an image or volume of their own. Ends are exclusive.
/// Requires a rectangle with pixels inside the image.
Image crop(const ImageView& image, const Rectangle& rectangle);

/// The luminance of an rgba8 image by Rec. 601 in integers: (77 R + 150 G + 29 B) / 256, alpha ignored. It is u8, with
/// low bytes u16. u8 and u16 images are returned unchanged.
Image to_grey(Image image);

/// The largest of red, green and blue of an rgba8 image: u8, with low bytes u16. u8 and u16 images are returned
/// unchanged.
Image largest_of_colours(Image image);

/// An image with the same equal pixels that an engine can compare by Equal. The colours of an image with low bytes
/// become u32: 0 where all four samples are 0, or of an opaque image where it is black, else the place of the colour
/// among those of the image, which are sorted by red, green, blue and alpha and counted from 1. Other images are
/// returned unchanged.
Image number_wide_colours(Image image);

/// The number that number_wide_colours() gives to a colour: red, green, blue and alpha in 0..65535. Nullopt where no
/// pixel has it. Requires an image with low bytes.
std::optional<std::uint32_t> number_of_wide_colour(const Image& image, const PixelValue& colour);

/// Otsu's threshold of a u8 or u16 image, in stored values: the t that maximises the variance between {v <= t} and
/// {v > t} (N. Otsu, A Threshold Selection Method from Gray-Level Histograms, 1979). The smallest such t. For a
/// constant image it is the constant, so that nothing is foreground. Takes the luminance of an rgba8 image.
unsigned otsu_threshold(const Image& grey);

}  // namespace glccl::host
