// Images that several test files label.
#pragma once

#include <cstdint>

#include "glccl/host/image.hpp"
#include "glccl/types.hpp"

namespace glccl::tests {

/// The binary image of `size` whose pixel i in raster order is bit i of `bits`.
host::Image image_of_bits(Size size, std::uint64_t bits);

/// Images `from` to `to` - 1 of image_of_bits, in raster order in a square of tiles, each with a gutter of background
/// to its right and below it.
host::Image atlas_of_all_images(Size size, std::uint64_t from, std::uint64_t to);

/// Where tile `index` of such an atlas of `count` tiles has its first pixel.
struct Place {
  int x = 0;
  int y = 0;
};
Place place_in_atlas(Size size, std::uint64_t count, std::uint64_t index);

/// Image `index` of a thousand: all kinds of generate(), 1x1 to 257x129, with single rows and columns among them.
host::Image random_image(int index);

/// Image `index` of a series with few values, 1x1 to 97x65: grey8, grey16 and rgba8 in turn, zero among the values.
host::Image random_segments(int index);

/// 260x70 grey8 pixels, a checkerboard of dominoes 1 wide and 2 high with these two values, every fifth row of dominoes
/// left out. With 8-connectivity a tile of compute and cuda-fast is nearly full of runs of one pixel, and most have two
/// links with the runs above: more than are listed. That goes for foreground where one value is 0, and for equal values
/// where none is.
host::Image image_of_many_links(std::uint8_t first, std::uint8_t second);

/// Labels renumbered 1..N in raster order of each value's first pixel.
LabelImage renumber_in_raster_order(const LabelImage& labels);

}  // namespace glccl::tests
