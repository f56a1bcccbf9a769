#include "host/files/tiff/pixels.hpp"

#include <algorithm>
#include <string>

namespace glccl::host {

Error other_samples(const TiffPage& page, const char* readable) {
  const char* kind = page.sample_format == SAMPLEFORMAT_IEEEFP ? "floating-point"
                     : page.sample_format == SAMPLEFORMAT_UINT ? "unsigned"
                                                               : "signed or untyped";
  return {ErrorCode::file,
          "its samples are " + std::to_string(page.bits) + "-bit " + kind + "; " + readable + " can be read"};
}

Result<void> check_pixels(const TiffPage& page) {
  if (page.number_type() != nullptr) return {};
  if (page.bits < 1 || page.bits > 16 || page.sample_format != SAMPLEFORMAT_UINT) {
    return other_samples(page,
                         "unsigned samples of up to 16 bits, and in one channel integers of 8 to 64 bits and "
                         "floats of 16 to 64 bits");
  }
  const bool fits = page.is_grey() ? page.channels <= 2 : page.channels == 3 || page.channels == 4;
  if (fits || !page.is_stored_as_wanted()) return {};
  return Error{ErrorCode::file, "its pixels have " + std::to_string(page.channels) + " samples of " +
                                    (page.is_grey() ? "grey" : "colour") +
                                    "; grey, grey with alpha, RGB and RGBA can be read"};
}

void put_upright(std::span<std::uint8_t> rows, std::size_t width, std::size_t pixel, std::uint16_t orientation) {
  const bool mirror_x = orientation == ORIENTATION_TOPRIGHT || orientation == ORIENTATION_BOTRIGHT;
  const bool mirror_y = is_upside_down(orientation);
  const std::size_t row = width * pixel;
  const std::size_t height = rows.size() / row;
  std::uint8_t* at = rows.data();
  for (std::size_t y = 0; mirror_y && y < height / 2; ++y) {
    std::swap_ranges(at + y * row, at + (y + 1) * row, at + (height - 1 - y) * row);
  }
  for (std::size_t start = 0; mirror_x && start < rows.size(); start += row) {
    for (std::size_t left = start, right = start + row - pixel; left < right; left += pixel, right -= pixel) {
      std::swap_ranges(at + left, at + left + pixel, at + right);
    }
  }
}

}  // namespace glccl::host
