#include "tests/support/inputs/images.hpp"

#include <bit>
#include <cmath>
#include <random>

#include "glccl/host/generate.hpp"
#include "tests/support/catch.hpp"

namespace glccl::tests {
namespace {

int tiles_in_a_row(std::uint64_t count) {
  auto side = static_cast<int>(std::sqrt(static_cast<double>(count)));
  while (static_cast<std::uint64_t>(side) * static_cast<std::uint64_t>(side) < count) ++side;
  return side;
}

/// A side from 3 to `most` that is no power of two. llvmpipe compiles each program once more for images of which a side
/// is one, and these are tested by themselves.
int random_side(unsigned most, std::mt19937& random) {
  const auto side = static_cast<unsigned>(1 + random() % most);
  return static_cast<int>(side < 3 ? 3 : std::has_single_bit(side) ? side + 1 : side);
}

}  // namespace

host::Image image_of_bits(Extent extent, std::uint64_t bits) {
  host::Image image{extent, PixelFormat::u8, {}};
  for (std::int64_t i = 0; i < extent.elements(); ++i) image.bytes.push_back((bits >> i & 1U) != 0 ? 255 : 0);
  return image;
}

AtlasPlace place_in_atlas(Extent extent, std::uint64_t count, std::uint64_t index) {
  const auto side = static_cast<std::uint64_t>(tiles_in_a_row(count));
  return {static_cast<int>(index % side) * (extent.width + 1), static_cast<int>(index / side) * (extent.height + 1)};
}

host::Image atlas_of_all_images(Extent extent, std::uint64_t from, std::uint64_t to) {
  const int side = tiles_in_a_row(to - from);
  host::Image atlas{{side * (extent.width + 1), side * (extent.height + 1)}, PixelFormat::u8, {}};
  atlas.bytes.resize(static_cast<std::size_t>(atlas.extent.elements()));
  for (std::uint64_t bits = from; bits < to; ++bits) {
    const AtlasPlace place = place_in_atlas(extent, to - from, bits - from);
    for (int i = 0; i < extent.width * extent.height; ++i) {
      const std::int64_t x = place.x + i % extent.width;
      const std::int64_t y = place.y + i / extent.width;
      if ((bits >> i & 1U) != 0) atlas.bytes[static_cast<std::size_t>(y * atlas.extent.width + x)] = 255;
    }
  }
  return atlas;
}

host::Image atlas_of_three_values() {
  constexpr int tiles = 141;  // in a row; 3^9 in all
  host::Image atlas{{4 * tiles, 4 * tiles}, PixelFormat::u8, {}};
  atlas.bytes.resize(static_cast<std::size_t>(atlas.extent.elements()), 9);
  for (int tile = 0; tile < 19683; ++tile) {
    for (int i = 0, digits = tile; i < 9; ++i, digits /= 3) {
      const int x = tile % tiles * 4 + i % 3;
      const int y = tile / tiles * 4 + i / 3;
      atlas.bytes[static_cast<std::size_t>(y * atlas.extent.width + x)] = static_cast<std::uint8_t>(digits % 3);
    }
  }
  return atlas;
}

host::Image random_image(int index) {
  std::mt19937 random(static_cast<std::uint32_t>(index) + 1U);
  Extent extent{random_side(257, random), random_side(129, random)};
  if (index % 20 == 7) extent.width = 1;
  if (index % 20 == 17) extent.height = 1;
  host::GenerateOptions options;
  options.seed = static_cast<std::uint32_t>(random());
  options.density = static_cast<double>(5 + random() % 91) / 100.0;
  options.granularity = static_cast<int>(1 + random() % 4);
  options.circles = static_cast<int>(500 + random() % 9000);
  const auto& kinds = host::generate_kinds();
  // Every other image is noise: it has every local pattern.
  const std::string kind = index % 2 == 0 ? "noise" : kinds[static_cast<std::size_t>(index / 2) % kinds.size()].name;
  Result<host::Image> image = host::generate(kind, extent, options);
  REQUIRE(image);
  return *std::move(image);
}

host::Image random_segments(int index) {
  std::mt19937 random(static_cast<std::uint32_t>(index) + 1U);
  constexpr PixelFormat formats[] = {PixelFormat::u8, PixelFormat::u16, PixelFormat::rgba8};
  host::Image image;
  image.extent = {random_side(97, random), random_side(65, random)};
  image.format = formats[index % 3];
  const auto values = static_cast<unsigned>(2 + random() % 4);
  const auto bytes = static_cast<int>(bytes_per_pixel(image.format));
  for (std::int64_t i = 0; i < image.extent.elements(); ++i) {
    // Two values differ in one byte, whose place differs in wider formats.
    const auto value = static_cast<unsigned>(random() % values);
    for (int byte = 0; byte < bytes; ++byte) {
      const bool differs = byte == static_cast<int>(value) % bytes;
      image.bytes.push_back(static_cast<std::uint8_t>(value == 0 ? 0 : differs ? value : 1));
    }
  }
  return image;
}

host::Image image_of_many_links(std::uint8_t first, std::uint8_t second) {
  host::Image image{{260, 70}, PixelFormat::u8, {}};
  for (int y = 0; y < image.extent.height; ++y) {
    for (int x = 0; x < image.extent.width; ++x) {
      image.bytes.push_back(y / 2 % 5 == 4 ? 0 : (x + y / 2) % 2 == 0 ? first : second);
    }
  }
  return image;
}

host::Image random_values(Extent extent, PixelFormat format, unsigned values, unsigned seed) {
  std::mt19937 random(seed);
  host::Image image{extent, format, {}};
  image.bytes.resize(static_cast<std::size_t>(extent.elements()) * bytes_per_pixel(format));
  for (std::uint8_t& byte : image.bytes) byte = static_cast<std::uint8_t>(random() % values);
  return image;
}

host::Image corner_lattice(Extent extent) {
  host::Image volume{extent, PixelFormat::u8, {}};
  volume.bytes.resize(static_cast<std::size_t>(extent.elements()));
  for (std::size_t i = 0; i < volume.bytes.size(); ++i) {
    const Position at = position_of(i, extent);
    volume.bytes[i] = at.x % 2 == at.y % 2 && at.x % 2 == at.z % 2 ? 1 : 0;
  }
  return volume;
}

host::Image few_components(Extent extent) {
  host::Image image = {extent, PixelFormat::u8, std::vector<std::uint8_t>(static_cast<std::size_t>(extent.elements()))};
  for (std::size_t i = 0; i < image.bytes.size(); ++i) {
    const Position at = position_of(i, extent);
    const bool is_bar = at.y % 90 == 60 && at.x % 64 > 5;
    image.bytes[i] = is_bar || (at.x % 64 == 31 && at.y % 64 == 31) ? 255 : 0;
  }
  return image;
}

host::Image lines(Extent extent, bool in_columns) {
  host::Image image = make_image("full", extent);
  for (std::size_t i = 0; i < image.bytes.size(); ++i) {
    const auto width = static_cast<std::size_t>(extent.width);
    if ((in_columns ? i % width : i / width) % 2 == 1) image.bytes[i] = 0;
  }
  return image;
}

host::Image draw(const std::vector<std::string>& rows) {
  host::Image image;
  image.extent = {static_cast<int>(rows.front().size()), static_cast<int>(rows.size())};
  for (const std::string& row : rows) {
    REQUIRE(row.size() == rows.front().size());
    for (const char c : row) image.bytes.push_back(c == '.' || c == ' ' ? 0 : 255);
  }
  return image;
}

host::Image make_image(const std::string& kind, Extent extent, const host::GenerateOptions& options) {
  Result<host::Image> image = host::generate(kind, extent, options);
  INFO((image ? "" : image.error().message));
  REQUIRE(image);
  return *std::move(image);
}

}  // namespace glccl::tests
