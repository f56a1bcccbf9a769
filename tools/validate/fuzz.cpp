#include "tools/validate/fuzz.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "engine/vocabulary/spec_fields.hpp"
#include "glccl/host/generate.hpp"
#include "glccl/table.hpp"
#include "host/image/stored_number.hpp"
#include "tools/glccl/options/spec_options.hpp"
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

/// The size of a volume. In percent: 10 with one side of 1 (but two slices), 5 with two of them, 60 small, 25 of any
/// size up to `most`.
Extent draw_volume_size(Dice& dice, Extent most) {
  const int kind = dice.below(100);
  const int longest = kind < 75 ? 24 : 32768;
  const auto side_of = [&](int most_of_side) { return draw_side(dice, std::min(longest, most_of_side)); };
  Extent size{side_of(most.width), side_of(most.height), std::max(2, side_of(most.depth))};
  int* const sides[] = {&size.width, &size.height, &size.depth};
  const int first = dice.below(3);
  if (kind < 15) *sides[first] = first == 2 ? 2 : 1;
  const int second = (first + dice.between(1, 2)) % 3;
  if (kind < 5) *sides[second] = second == 2 ? 2 : 1;
  return size;
}

/// An image or volume of generate(), foreground or inverted. Half of them are noise, which has every local pattern.
Result<ValidateInput> binary(Dice& dice, Extent size) {
  const auto& kinds = size.is_volume() ? host::volume_kinds() : host::generate_kinds();
  const bool noise = dice.below(2) == 0;
  const std::string kind =
      noise ? "noise" : kinds[static_cast<std::size_t>(dice.below(static_cast<int>(kinds.size())))].name;
  host::GenerateOptions options;
  options.seed = dice.bits();
  options.density = dice.between(2, 98) / 100.0;
  options.granularity = dice.between(1, 5);
  options.circles = dice.between(500, 9000);
  if (size.is_volume()) {
    options.bodies = dice.between(500, 40000);
    options.least_radius = dice.between(0, 3);
    options.largest_radius = options.least_radius + dice.between(0, 6);
  }
  Result<host::Image> image = host::generate(kind, size, options);
  if (!image) return image.error();
  return ValidateInput{kind, {}, *std::move(image), Foreground{.inverted = dice.below(4) == 0}, {}};
}

void put(host::Image& image, std::size_t pixel, std::uint32_t value) {
  const std::size_t bytes = bytes_per_pixel(image.format);
  std::uint8_t* const to = &image.bytes[bytes * pixel];
  if (traits_of(image.format).is_integer && bytes == 2) {
    const auto sample = static_cast<std::uint16_t>(value);
    std::memcpy(to, &sample, bytes);
  } else if (traits_of(image.format).is_integer && bytes >= 4) {
    const std::uint32_t both[] = {value & 0xFFFF00FFU, value >> 8U & 0xFFU};  // of a pixel of two integers
    std::memcpy(to, bytes == 4 ? &value : both, bytes);
  } else {
    for (std::size_t i = 0; i < bytes; ++i) to[i] = static_cast<std::uint8_t>(value >> (8 * i));
  }
}

host::Image blank(Extent size, PixelFormat format) {
  return {size, format, std::vector<std::uint8_t>(static_cast<std::size_t>(size.elements()) * bytes_per_pixel(format))};
}

template <class T, std::size_t count>
const T& one_of(Dice& dice, const T (&list)[count]) {
  return list[dice.below(static_cast<int>(count))];
}

/// A pixel of the image.
PixelValue draw_pixel(Dice& dice, const host::Image& image) {
  const FormatTraits& format = traits_of(image.format);
  const auto pixel = static_cast<std::size_t>(dice.below(static_cast<int>(image.extent.elements())));
  const std::uint8_t* from = &image.bytes[pixel * static_cast<std::size_t>(format.bytes)];
  PixelValue value{};
  for (int c = 0; c < format.channels; ++c) {
    value[static_cast<std::size_t>(c)] = host::stored_number(from + c * format.bytes / format.channels, format);
  }
  return value;
}

/// One of the channels that the format has, or any.
Channel draw_channel(Dice& dice, const FormatTraits& format) {
  const int channel = dice.between(0, format.channels);
  return channel == format.channels ? Channel::any : static_cast<Channel>(channel);
}

/// One of the measures that the format has.
Measure draw_measure(Dice& dice, const FormatTraits& format) {
  const auto measure = static_cast<Measure>(dice.below(3));
  return format.has_measure(measure) ? measure : Measure::sum;
}

/// A range between two limits that `draw` gives. Half of the ranges have no upper limit.
template <class Draw>
Foreground draw_range(Dice& dice, const Draw& draw) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Foreground range{.low = draw(), .inverted = dice.below(2) == 0};
  if (range.low == infinity) range.low = -infinity;
  const double high = draw();
  if (dice.below(2) == 0 && high > range.low) range.high = high;
  return range;
}

/// Random values of all bits, and a range between two of them.
ValidateInput grey(Dice& dice, Extent size) {
  constexpr PixelFormat formats[] = {PixelFormat::u8,    PixelFormat::u16,    PixelFormat::u32,
                                     PixelFormat::i8,    PixelFormat::i16,    PixelFormat::i32,
                                     PixelFormat::rg32u, PixelFormat::unorm8, PixelFormat::rgba8};
  const PixelFormat format = one_of(dice, formats);
  const FormatTraits& traits = traits_of(format);
  const bool wide = bytes_per_pixel(format) >= 4;
  const std::uint32_t step = wide ? 65537 : 1;
  const int largest = bytes_per_pixel(format) == 1 ? 255 : 65535;
  const auto draw = [&] { return step * static_cast<std::uint32_t>(dice.between(0, largest)); };
  host::Image image = blank(size, format);
  const auto pixels = static_cast<std::size_t>(size.elements());
  for (std::size_t i = 0; i < pixels; ++i) put(image, i, draw());
  // Signed integers lie around zero.
  const double middle = traits.is_signed ? static_cast<double>(step) * ((largest + 1) / 2) : 0.0;
  Foreground range = draw_range(dice, [&] {
    return traits.is_integer ? static_cast<double>(draw()) - middle : double{static_cast<float>(draw() % 256) / 255.0F};
  });
  range.channel = draw_channel(dice, traits);
  return {"grey", {}, std::move(image), range, {}};
}

/// Patches, squares or cubes of 1 to 4 elements a side, each filled with one of `count` values by fill(image, pixel,
/// value).
template <class Fill>
host::Image draw_patches(Dice& dice, Extent size, PixelFormat format, std::size_t count, const Fill& fill) {
  const int side = dice.between(1, 4);
  host::Image image = blank(size, format);
  const int across = (size.width + side - 1) / side;
  const int down = (size.height + side - 1) / side;
  std::vector<std::size_t> layer(static_cast<std::size_t>(across) * static_cast<std::size_t>(down));
  const auto elements = static_cast<std::uint64_t>(size.elements());
  for (std::uint64_t place = 0; place < elements; ++place) {
    const auto [x, y, z] = position_of(place, size);
    if (x == 0 && y == 0 && z % side == 0) {
      for (std::size_t& value : layer) value = static_cast<std::size_t>(dice.below(static_cast<int>(count)));
    }
    fill(image, static_cast<std::size_t>(place), layer[static_cast<std::size_t>(y / side * across + x / side)]);
  }
  return image;
}

/// Two to six values, zero among them. Values of wider formats have one byte that is not zero, each a different one.
std::vector<std::uint32_t> draw_values(Dice& dice, PixelFormat format, bool close) {
  std::vector<std::uint32_t> values = {0};
  const int count = dice.between(1, 5);
  const int bytes = std::min(static_cast<int>(bytes_per_pixel(format)), 4);
  for (int i = 1; i <= count; ++i) {
    const auto byte = static_cast<std::uint32_t>(close ? i * dice.between(1, 4) : dice.between(1, 255));
    const std::uint32_t value = byte << (8 * (i % bytes));
    values.push_back(traits_of(format).is_signed && i % 2 == 0 ? 0U - value : value);
  }
  return values;
}

/// Patches of few values, connected if they are equal or differ little, often with another background.
ValidateInput patches(Dice& dice, Extent size) {
  constexpr PixelFormat formats[] = {PixelFormat::u8,    PixelFormat::u16,   PixelFormat::u32,
                                     PixelFormat::i8,    PixelFormat::i16,   PixelFormat::i32,
                                     PixelFormat::rg32u, PixelFormat::rgba8, PixelFormat::unorm8};
  const PixelFormat format = one_of(dice, formats);
  const FormatTraits& traits = traits_of(format);
  const bool by_difference = (dice.below(3) == 0 && traits.has_difference()) || !traits.has_equal;
  const std::vector<std::uint32_t> values = draw_values(dice, format, by_difference);
  const auto fill = [&](host::Image& image, std::size_t pixel, std::size_t i) { put(image, pixel, values[i]); };
  host::Image image = draw_patches(dice, size, format, values.size(), fill);
  std::optional<PixelValue> background;
  if (dice.below(2) == 0) background = draw_pixel(dice, image);
  if (by_difference) {
    const Difference difference{static_cast<double>(dice.between(0, 12)), background, draw_measure(dice, traits)};
    return {"patches", {}, std::move(image), difference, {}};
  }
  return {"patches", {}, std::move(image), dice.below(2) == 0 ? Equal{} : Equal{background}, {}};
}

/// Floats at the edges of their range, by their bits: zeros, denormals, the smallest and largest normal numbers,
/// infinities, NaNs (quiet, signalling, of either sign), and numbers of everyday size.
constexpr std::uint32_t float_edges[] = {
    0x00000000, 0x80000000,                          // 0, -0
    0x00000001, 0x80000001, 0x000116C2, 0x007FFFFF,  // denormals: 1.4e-45, -1.4e-45, 1e-40, 1.1754942e-38
    0x00800000, 0x80800000, 0x00800001, 0x01000000,  // 1.17549435e-38 and its negative, the next number, its double
    0x3F800000, 0x3F800001, 0xBF800000, 0x3F000000,  // 1, the next number, -1, 0.5
    0x4B800000, 0x7149F2CA, 0x7F7FFFFF, 0xFF7FFFFF,  // 2^24, 1e30, 3.4028235e38 and its negative
    0x7F800000, 0xFF800000,                          // infinity, -infinity
    0x7FC00000, 0xFFC00000, 0x7F800001,              // NaN
};

/// The same of half floats, and thresholds among them.
constexpr std::uint16_t half_edges[] = {
    0x0000, 0x8000, 0x0001, 0x8001, 0x03FF,          // 0, -0, denormals: 2^-24, -2^-24, 6.0975552e-05
    0x0400, 0x0401, 0x3C00, 0x3C01, 0xBC00, 0x7BFF,  // 2^-14, the next number, 1, the next number, -1, 65504
    0xFBFF, 0x7C00, 0xFC00, 0x7E00, 0xFE00, 0x7C01,  // -65504, infinity, -infinity, NaN
};
constexpr float half_limits[] = {0.0F, 1e-40F, 0x1p-24F, 0x1p-14F, 1.0F, 0x1.004p0F, 65504.0F, 131008.0F, HUGE_VALF};

/// A float at the edge of its range that is no NaN.
float draw_limit(Dice& dice, bool halves) {
  if (halves) return one_of(dice, half_limits) * (dice.below(4) == 0 ? -1.0F : 1.0F);
  float limit = std::bit_cast<float>(one_of(dice, float_edges));
  while (std::isnan(limit)) limit = std::bit_cast<float>(one_of(dice, float_edges));
  return limit;
}

/// Two to six colours of floats at the edge of their range: the bytes of pixels.
std::vector<std::vector<std::uint8_t>> draw_colors(Dice& dice, const FormatTraits& format) {
  const auto sample_bytes = static_cast<std::size_t>(format.bytes / format.channels);
  std::vector<std::vector<std::uint8_t>> colors(static_cast<std::size_t>(dice.between(2, 6)));
  for (std::vector<std::uint8_t>& color : colors) {
    color.resize(static_cast<std::size_t>(format.bytes));
    for (std::size_t at = 0; at < color.size(); at += sample_bytes) {
      const std::uint32_t bits = sample_bytes == 2 ? one_of(dice, half_edges) : one_of(dice, float_edges);
      std::memcpy(&color[at], &bits, sample_bytes);
    }
  }
  return colors;
}

/// Patches of few floats at the edge of their range, connected by limits or a difference of that kind.
ValidateInput floats(Dice& dice, Extent size) {
  constexpr PixelFormat formats[] = {PixelFormat::f16,   PixelFormat::f32,   PixelFormat::f32,
                                     PixelFormat::rg16f, PixelFormat::rg32f, PixelFormat::rgba16f};
  const FormatTraits& format = traits_of(one_of(dice, formats));
  const auto colors = draw_colors(dice, format);
  const auto fill = [&](host::Image& image, std::size_t pixel, std::size_t i) {
    std::copy(colors[i].begin(), colors[i].end(), &image.bytes[pixel * colors[i].size()]);
  };
  host::Image image = draw_patches(dice, size, format.format, colors.size(), fill);
  const bool halves = format.bytes == 2 * format.channels;
  Difference difference{.largest = std::abs(draw_limit(dice, halves)), .measure = draw_measure(dice, format)};
  const PixelValue background = draw_pixel(dice, image);
  const bool is_number = std::none_of(background.begin(), background.end(), [](double one) { return std::isnan(one); });
  if (dice.below(2) == 0 && is_number) difference.background = background;
  Criterion criterion = difference;
  if (dice.below(2) == 0) {
    Foreground range = draw_range(dice, [&] { return double{draw_limit(dice, halves)}; });
    range.channel = draw_channel(dice, format);
    criterion = range;
  }
  return {"floats", {}, std::move(image), criterion, {}};
}

/// Some of the axes of an image or volume, at least one.
PeriodicAxes draw_periodic(Dice& dice, const Extent& extent) {
  const int bits = dice.between(1, extent.is_volume() ? 7 : 3);
  return {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0};
}

/// A mask with blocks of a random side left out, from few to most of them.
host::Image draw_mask(Dice& dice, const Extent& extent) {
  host::Image mask{extent, dice.one_in(2) ? PixelFormat::u8 : PixelFormat::unorm8,
                   std::vector<std::uint8_t>(static_cast<std::size_t>(extent.elements()))};
  const int side = dice.between(1, 40);
  const auto left_out = static_cast<std::uint32_t>(dice.between(1, 9));
  const auto start = static_cast<std::uint32_t>(dice.below(1 << 30));
  for (std::size_t i = 0; i < mask.bytes.size(); ++i) {
    const Position at = position_of(i, extent);
    std::uint32_t block = start;
    for (const int coordinate : {at.x, at.y, at.z}) {
      block = (block ^ static_cast<std::uint32_t>(coordinate / side)) * 0x9E3779B1U;
      block ^= block >> 15;
    }
    mask.bytes[i] = block % 10 < left_out ? 0 : static_cast<std::uint8_t>(1 + block % 255);
  }
  return mask;
}

/// A set of columns that images or volumes of this extent have, at least one.
std::uint32_t draw_columns(Dice& dice, const Extent& extent) {
  const std::uint32_t windows = extent.is_volume() ? table_column_cubes : table_column_quads;
  const int bits = dice.between(1, 15);
  return ((bits & 1) != 0 ? table_column_moments : 0U) | ((bits & 2) != 0 ? windows : 0U) |
         ((bits & 4) != 0 ? table_column_intensity : 0U) | ((bits & 8) != 0 ? table_column_seams : 0U);
}

/// Intensities of all bits, also floats that are no numbers.
host::Image draw_intensity(Dice& dice, const Extent& extent) {
  constexpr PixelFormat formats[] = {PixelFormat::u8,  PixelFormat::u16,    PixelFormat::u32, PixelFormat::i8,
                                     PixelFormat::i16, PixelFormat::i32,    PixelFormat::f16, PixelFormat::f32,
                                     PixelFormat::f32, PixelFormat::unorm8, PixelFormat::f16};
  host::Image image = blank(extent, one_of(dice, formats));
  for (std::uint8_t& byte : image.bytes) byte = static_cast<std::uint8_t>(dice.bits() >> 24);
  return image;
}

/// Draws a number up to Field::drawn, or, for half of the numbers, up to its square root. A member that takes "all" is
/// unlimited half of the time.
void draw(Dice& dice, const Extent&, const Field& field, std::uint64_t& number) {
  const int most = dice.one_in(2) ? field.drawn : static_cast<int>(std::sqrt(field.drawn));
  number = static_cast<std::uint64_t>(dice.between(1, most));
  if (field.values.ends_with("|all") && dice.one_in(2)) number = Filter::unlimited;
}

void draw(Dice&, const Extent&, const Field&, bool& flag) { flag = true; }

void draw(Dice& dice, const Extent& extent, const Field&, PeriodicAxes& axes) { axes = draw_periodic(dice, extent); }

void draw(Dice& dice, const Extent& extent, const Field&, std::uint32_t& columns) {
  columns = draw_columns(dice, extent);
}

/// What is asked beside the criterion: each member in every fourth specification.
LabelingSpec draw_spec(Dice& dice, const Criterion& criterion, const Extent& extent) {
  const bool has_holes = std::holds_alternative<Foreground>(criterion);
  LabelingSpec spec;
  visit_fields(
      [&](const Field& field, auto& member) {
        if constexpr (requires { draw(dice, extent, field, member); }) {
          if (!field.need || (field.need == Need::holes && !has_holes) || !dice.one_in(4)) return;
          draw(dice, extent, field, member);
        }
      },
      spec);
  spec.filter.clear_border = spec.filter.clear_border || spec.filter.border_width != 0;
  if (spec.filter.max_area < spec.filter.min_area) std::swap(spec.filter.max_area, spec.filter.min_area);
  const bool measures_intensity = (spec.columns & table_column_intensity) != 0;
  if (measures_intensity && dice.one_in(2)) spec.fraction_bits = dice.between(-16, 40);
  return spec;
}

}  // namespace

Result<ValidateInput> make_fuzz_input(std::uint32_t seed, Extent max_size) {
  Dice dice(seed);
  const Extent size = max_size.is_volume() ? draw_volume_size(dice, max_size) : draw_size(dice, max_size);
  const int kind = dice.below(10);
  Result<ValidateInput> input = kind < 4   ? binary(dice, size)
                                : kind < 5 ? Result<ValidateInput>(grey(dice, size))
                                : kind < 8 ? Result<ValidateInput>(patches(dice, size))
                                           : Result<ValidateInput>(floats(dice, size));
  if (!input) return input;
  const Extent& extent = input->image.extent;
  input->spec = draw_spec(dice, input->criterion, extent);
  if (dice.one_in(4)) input->mask = draw_mask(dice, extent);
  if ((input->spec.columns & table_column_intensity) != 0) input->intensity = draw_intensity(dice, extent);
  input->contacts = !std::holds_alternative<Foreground>(input->criterion) && dice.one_in(4);
  std::string words = to_arguments(input->criterion);
  const std::string more = to_arguments(input->spec);
  if (!more.empty()) words += (words.empty() ? "" : " ") + more;
  const std::string format(traits_of(input->image.format).name);
  input->name = "fuzz " + std::to_string(seed) + ": " + input->name + " " + format + " " + to_string(size) +
                (words.empty() ? "" : " " + words) + (input->mask ? " with a mask" : "") +
                (input->spec.columns != 0 ? " measured" : "") + (input->contacts ? " with contacts" : "");
  input->seed = seed;
  input->arguments = "--fuzz 1 --seed " + std::to_string(seed) + " --max-size " + to_string(max_size);
  return input;
}

}  // namespace glccl::tools
