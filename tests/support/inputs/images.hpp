// Images that several test files label.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "glccl/host/generate.hpp"
#include "glccl/host/image.hpp"
#include "glccl/types.hpp"

namespace glccl::tests {

/// The binary image of `extent` whose pixel i in raster order is bit i of `bits`.
host::Image image_of_bits(Extent extent, std::uint64_t bits);

/// Images `from` to `to` - 1 of image_of_bits, in raster order in a square of tiles, each with a gutter of background
/// to its right and below it.
host::Image atlas_of_all_images(Extent extent, std::uint64_t from, std::uint64_t to);

/// All 3x3 images of the values 0, 1 and 2, in a square of tiles with a gutter of 9 to the right and below.
host::Image atlas_of_three_values();

/// The first pixel of a tile in an atlas.
struct AtlasPlace {
  int x = 0;
  int y = 0;
};

/// Where tile `index` of an atlas of `count` tiles begins.
AtlasPlace place_in_atlas(Extent extent, std::uint64_t count, std::uint64_t index);

/// Image `index` of a thousand: all kinds of generate(), 3x3 to 257x129, with single rows and columns among them.
host::Image random_image(int index);

/// Image `index` of a series with few values, 3x3 to 97x65: u8, u16 and rgba8 in turn, zero among the values.
host::Image random_segments(int index);

/// 260x70 u8 pixels: a checkerboard of dominoes, 1 wide and 2 high, with these two values, in which every fifth row of
/// dominoes is left out. With 8-connectivity a tile of compute and cuda-fast is nearly full of runs of one pixel, and
/// most runs have two links with runs above: more links than the tile's list holds. For Foreground one value has to be
/// 0, for Equal none.
host::Image image_of_many_links(std::uint8_t first, std::uint8_t second);

/// Random samples 0 to `values` - 1; of formats of more bytes, each byte by itself.
host::Image random_values(Extent extent, PixelFormat format, unsigned values, unsigned seed);

/// A u8 volume whose foreground are the voxels with even coordinates, and those with odd ones. Each touches eight
/// others at its corners and none elsewhere, so that no pair across the border of a tile implies another.
host::Image corner_lattice(Extent extent);

/// Single pixels and a bar, fewer than one component for each 1024 pixels of a large image.
host::Image few_components(Extent extent);

/// Lines of foreground, every other row or column: 16 large components for each 32 rows or columns.
host::Image lines(Extent extent, bool in_columns);

/// A u8 image from rows of text: '.' and ' ' are background, every other character is foreground (255).
host::Image draw(const std::vector<std::string>& rows);

/// An image of a kind of host::generate(). Requires that it succeeds.
host::Image make_image(const std::string& kind, Extent extent, const host::GenerateOptions& options = {});

/// An image of any format from its values in raster order, as many per pixel as the format has channels.
template <class Value>
host::Image image_of_values(Extent extent, PixelFormat format, const std::vector<Value>& values) {
  host::Image image{extent, format, std::vector<std::uint8_t>(values.size() * sizeof(Value))};
  std::memcpy(image.bytes.data(), values.data(), image.bytes.size());
  return image;
}

}  // namespace glccl::tests
