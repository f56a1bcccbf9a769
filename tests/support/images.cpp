#include "tests/support/images.hpp"

#include <cmath>
#include <random>
#include <unordered_map>

#include "glccl/host/generate.hpp"
#include "tests/support/catch.hpp"

namespace glccl::tests {
namespace {

int tiles_in_a_row(std::uint64_t count) {
  auto side = static_cast<int>(std::sqrt(static_cast<double>(count)));
  while (static_cast<std::uint64_t>(side) * static_cast<std::uint64_t>(side) < count) ++side;
  return side;
}

}  // namespace

host::Image image_of_bits(Size size, std::uint64_t bits) {
  host::Image image{size, host::PixelFormat::grey8, {}};
  for (std::int64_t i = 0; i < size.pixels(); ++i) image.bytes.push_back((bits >> i & 1U) != 0 ? 255 : 0);
  return image;
}

Place place_in_atlas(Size size, std::uint64_t count, std::uint64_t index) {
  const auto side = static_cast<std::uint64_t>(tiles_in_a_row(count));
  return {static_cast<int>(index % side) * (size.width + 1), static_cast<int>(index / side) * (size.height + 1)};
}

host::Image atlas_of_all_images(Size size, std::uint64_t from, std::uint64_t to) {
  const int side = tiles_in_a_row(to - from);
  host::Image atlas{{side * (size.width + 1), side * (size.height + 1)}, host::PixelFormat::grey8, {}};
  atlas.bytes.resize(static_cast<std::size_t>(atlas.size.pixels()));
  for (std::uint64_t bits = from; bits < to; ++bits) {
    const Place place = place_in_atlas(size, to - from, bits - from);
    for (int i = 0; i < size.width * size.height; ++i) {
      const std::int64_t x = place.x + i % size.width;
      const std::int64_t y = place.y + i / size.width;
      if ((bits >> i & 1U) != 0) atlas.bytes[static_cast<std::size_t>(y * atlas.size.width + x)] = 255;
    }
  }
  return atlas;
}

host::Image random_image(int index) {
  std::mt19937 random(static_cast<std::uint32_t>(index) + 1U);
  Size size{static_cast<int>(1 + random() % 257), static_cast<int>(1 + random() % 129)};
  if (index % 20 == 7) size.width = 1;
  if (index % 20 == 17) size.height = 1;
  host::GenerateOptions options;
  options.seed = static_cast<std::uint32_t>(random());
  options.density = static_cast<double>(5 + random() % 91) / 100.0;
  options.granularity = static_cast<int>(1 + random() % 4);
  options.circles = static_cast<int>(500 + random() % 9000);
  const auto& kinds = host::generate_kinds();
  // Every other image is noise: it has every local pattern.
  const std::string kind = index % 2 == 0 ? "noise" : kinds[static_cast<std::size_t>(index / 2) % kinds.size()].name;
  Result<host::Image> image = host::generate(kind, size, options);
  REQUIRE(image);
  return *std::move(image);
}

host::Image random_segments(int index) {
  std::mt19937 random(static_cast<std::uint32_t>(index) + 1U);
  constexpr host::PixelFormat formats[] = {host::PixelFormat::grey8, host::PixelFormat::grey16,
                                           host::PixelFormat::rgba8};
  host::Image image;
  image.size = {static_cast<int>(1 + random() % 97), static_cast<int>(1 + random() % 65)};
  image.format = formats[index % 3];
  const auto values = static_cast<unsigned>(2 + random() % 4);
  const int bytes = host::bytes_per_pixel(image.format);
  for (std::int64_t i = 0; i < image.size.pixels(); ++i) {
    // A value differs from another in one byte only, which the wider formats have at different places.
    const auto value = static_cast<unsigned>(random() % values);
    for (int byte = 0; byte < bytes; ++byte) {
      const bool differs = byte == static_cast<int>(value) % bytes;
      image.bytes.push_back(static_cast<std::uint8_t>(value == 0 ? 0 : differs ? value : 1));
    }
  }
  return image;
}

host::Image image_of_many_links(std::uint8_t first, std::uint8_t second) {
  host::Image image{{260, 70}, host::PixelFormat::grey8, {}};
  for (int y = 0; y < image.size.height; ++y) {
    for (int x = 0; x < image.size.width; ++x) {
      image.bytes.push_back(y / 2 % 5 == 4 ? 0 : (x + y / 2) % 2 == 0 ? first : second);
    }
  }
  return image;
}

LabelImage renumber_in_raster_order(const LabelImage& labels) {
  std::unordered_map<std::uint32_t, std::uint32_t> numbers{{0U, 0U}};
  LabelImage result = labels;
  for (std::uint32_t& value : result.values)
    value = numbers.emplace(value, static_cast<std::uint32_t>(numbers.size())).first->second;
  return result;
}

}  // namespace glccl::tests
