#include "tools/validate/fuzz.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "glccl/host/generate.hpp"
#include "tools/validate/dice.hpp"

namespace glccl::tools {
namespace {

/// A side; half of them at or next to a multiple of 8, where tiles, blocks and words end.
int draw_side(Dice& dice, int most) {
  int side = dice.between(1, most);
  if (dice.below(2) == 0) side = side / 8 * 8 + dice.between(-1, 1);
  return std::clamp(side, 1, most);
}

/// In percent: 6 single rows, 6 single columns, 10 strips, 60 small, 13 of middle size, 5 of any size up to `most`.
Extent draw_size(Dice& dice, Extent most) {
  const int kind = dice.below(100);
  Extent size;
  if (kind < 6) {
    size = {draw_side(dice, most.width), 1};
  } else if (kind < 12) {
    size = {1, draw_side(dice, most.height)};
  } else if (kind < 17) {
    size = {draw_side(dice, most.width), dice.between(2, 5)};
  } else if (kind < 22) {
    size = {dice.between(2, 5), draw_side(dice, most.height)};
  } else {
    const int longest = kind < 82 ? 72 : kind < 95 ? 264 : 32768;
    size.width = draw_side(dice, std::min(longest, most.width));
    size.height = draw_side(dice, std::min(longest, most.height));
  }
  return {std::min(size.width, most.width), std::min(size.height, most.height)};
}

/// An image of generate(), foreground or inverted. Half of them are noise, which has every local pattern.
Result<ValidateInput> binary(Dice& dice, Extent size) {
  const auto& kinds = host::generate_kinds();
  const bool noise = dice.below(2) == 0;
  const std::string kind =
      noise ? "noise" : kinds[static_cast<std::size_t>(dice.below(static_cast<int>(kinds.size())))].name;
  host::GenerateOptions options;
  options.seed = dice.bits();
  options.density = dice.between(2, 98) / 100.0;
  options.granularity = dice.between(1, 5);
  options.circles = dice.between(500, 9000);
  Result<host::Image> image = host::generate(kind, size, options);
  if (!image) return image.error();
  return ValidateInput{kind, {}, *std::move(image), Foreground{.inverted = dice.below(4) == 0}, {}};
}

void put(host::Image& image, std::size_t pixel, std::uint32_t value) {
  const auto bytes = static_cast<std::size_t>(bytes_per_pixel(image.format));
  if (image.format == PixelFormat::u16) {
    const auto sample = static_cast<std::uint16_t>(value);
    std::memcpy(&image.bytes[bytes * pixel], &sample, bytes);
    return;
  }
  for (std::size_t i = 0; i < bytes; ++i) image.bytes[bytes * pixel + i] = static_cast<std::uint8_t>(value >> (8 * i));
}

host::Image blank(Extent size, PixelFormat format) {
  return {size, format,
          std::vector<std::uint8_t>(static_cast<std::size_t>(size.elements()) *
                                    static_cast<std::size_t>(bytes_per_pixel(format)))};
}

/// Grey values, and a threshold among them.
ValidateInput grey(Dice& dice, Extent size) {
  const bool wide = dice.below(2) == 0;
  const int largest = wide ? 65535 : 255;
  host::Image image = blank(size, wide ? PixelFormat::u16 : PixelFormat::u8);
  const auto pixels = static_cast<std::size_t>(size.elements());
  for (std::size_t i = 0; i < pixels; ++i) put(image, i, static_cast<std::uint32_t>(dice.between(0, largest)));
  const Foreground criterion{.threshold = static_cast<float>(dice.between(0, largest)), .inverted = dice.below(2) == 0};
  return {wide ? "grey16" : "grey8", {}, std::move(image), criterion, {}};
}

/// Two to six values, zero among them. Values of wider formats have one byte that is not zero, each a different one.
std::vector<std::uint32_t> draw_values(Dice& dice, PixelFormat format, bool close) {
  std::vector<std::uint32_t> values = {0};
  const int count = dice.between(1, 5);
  const int bytes = static_cast<int>(bytes_per_pixel(format));
  for (int i = 1; i <= count; ++i) {
    const auto byte = static_cast<std::uint32_t>(close ? i * dice.between(1, 4) : dice.between(1, 255));
    values.push_back(byte << (8 * (i % bytes)));
  }
  return values;
}

/// Patches of few values, connected if they are equal or differ little.
ValidateInput patches(Dice& dice, Extent size) {
  constexpr PixelFormat formats[] = {PixelFormat::u8, PixelFormat::u16, PixelFormat::rgba8};
  const PixelFormat format = formats[dice.below(3)];
  const bool by_difference = dice.below(3) == 0;
  const std::vector<std::uint32_t> values = draw_values(dice, format, by_difference);
  const int side = dice.between(1, 4);
  host::Image image = blank(size, format);
  const int across = (size.width + side - 1) / side;
  std::vector<std::uint32_t> row(static_cast<std::size_t>(across));
  for (int y = 0; y < size.height; ++y) {
    if (y % side == 0) {
      for (std::uint32_t& value : row)
        value = values[static_cast<std::size_t>(dice.below(static_cast<int>(values.size())))];
    }
    for (int x = 0; x < size.width; ++x) {
      put(image, static_cast<std::size_t>(std::int64_t{y} * size.width + x), row[static_cast<std::size_t>(x / side)]);
    }
  }
  if (!by_difference) return {"patches", {}, std::move(image), Equal{}, {}};
  return {"patches", {}, std::move(image), Difference{static_cast<float>(dice.between(0, 12))}, {}};
}

}  // namespace

Result<ValidateInput> make_fuzz_input(std::uint32_t seed, Extent max_size) {
  Dice dice(seed);
  const Extent size = draw_size(dice, max_size);
  const int kind = dice.below(8);
  Result<ValidateInput> input = kind < 4   ? binary(dice, size)
                                : kind < 5 ? Result<ValidateInput>(grey(dice, size))
                                           : Result<ValidateInput>(patches(dice, size));
  if (!input) return input;
  const std::string words = to_arguments(input->criterion);
  input->name =
      "fuzz " + std::to_string(seed) + ": " + input->name + " " + to_string(size) + (words.empty() ? "" : " " + words);
  input->seed = seed;
  input->arguments = "--fuzz 1 --seed " + std::to_string(seed) + " --max-size " + to_string(max_size);
  return input;
}

}  // namespace glccl::tools
