#include "tools/bench/values.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "glccl/spec.hpp"
#include "tools/glccl/text.hpp"

namespace glccl::tools {
namespace {

constexpr PixelFormat formats[] = {PixelFormat::u8,    PixelFormat::unorm8, PixelFormat::u16, PixelFormat::u32,
                                   PixelFormat::i8,    PixelFormat::i16,    PixelFormat::i32, PixelFormat::rg32u,
                                   PixelFormat::rgba8, PixelFormat::f16,    PixelFormat::f32, PixelFormat::rg16f,
                                   PixelFormat::rg32f};

constexpr std::string_view difference = "difference:";

/// Bytes of `image` as samples of type Sample.
template <class Sample, class Convert>
std::vector<std::uint8_t> convert(const host::Image& image, const Convert& convert_value) {
  std::vector<std::uint8_t> bytes(image.bytes.size() * sizeof(Sample));
  for (std::size_t i = 0; i < image.bytes.size(); ++i) {
    const Sample sample = convert_value(image.bytes[i]);
    std::memcpy(bytes.data() + i * sizeof(Sample), &sample, sizeof(Sample));
  }
  return bytes;
}

/// The bits of the half float of an integer, which is exact.
std::uint16_t half_of(std::uint8_t value) {
  if (value == 0) return 0;
  const int exponent = std::bit_width(value) - 1;
  return static_cast<std::uint16_t>((exponent + 15) << 10 | (value << (10 - exponent) & 0x3FF));
}

std::vector<std::uint8_t> bytes_of(const host::Image& image, PixelFormat format) {
  switch (format) {
    case PixelFormat::u16:
    case PixelFormat::i16:
      return convert<std::uint16_t>(image, [](std::uint8_t value) { return std::uint16_t{value}; });
    case PixelFormat::u32:
    case PixelFormat::i32:
      return convert<std::uint32_t>(image, [](std::uint8_t value) { return std::uint32_t{value}; });
    case PixelFormat::rg32u:
      return convert<std::array<std::uint32_t, 2>>(image, [](std::uint8_t value) {
        return std::array<std::uint32_t, 2>{value, value};
      });
    case PixelFormat::rgba8:
      return convert<std::uint32_t>(
          image, [](std::uint8_t value) { return value > 0 ? (value * 0x00050301U & 0xFFFFFFU) | 0xFF000000U : 0U; });
    case PixelFormat::f16:
      return convert<std::uint16_t>(image, half_of);
    case PixelFormat::f32:
      return convert<float>(image, [](std::uint8_t value) { return static_cast<float>(value); });
    case PixelFormat::rg16f:
      return convert<std::array<std::uint16_t, 2>>(image, [](std::uint8_t value) {
        return std::array{half_of(value), half_of(value)};
      });
    case PixelFormat::rg32f:
      return convert<std::array<float, 2>>(image, [](std::uint8_t value) {
        return std::array{static_cast<float>(value), static_cast<float>(value)};
      });
    default:
      return image.bytes;
  }
}

}  // namespace

Result<Criterion> parse_criterion(const std::string& text) {
  if (text == "foreground") return Criterion{Foreground{}};
  if (text == "equal") return Criterion{Equal{}};
  if (text.starts_with(difference)) {
    const char* begin = text.data() + difference.size();
    const char* end = text.data() + text.size();
    float largest = 0.0F;
    const auto [stopped, error] = std::from_chars(begin, end, largest);
    if (begin != end && error == std::errc() && stopped == end && largest >= 0.0F) {
      return Criterion{Difference{largest}};
    }
  }
  return Error{ErrorCode::invalid_argument,
               "--criterion: \"" + text +
                   "\" is no criterion: there are foreground, equal and difference:D with a "
                   "number D from 0"};
}

std::string criterion_text(const Criterion& criterion) {
  switch (kind_of(criterion)) {
    case CriterionKind::equal:
      return "equal";
    case CriterionKind::difference:
      return std::string(difference) + to_string(std::get<Difference>(criterion).largest);
    default:
      return "foreground";
  }
}

std::string format_text(PixelFormat format) {
  std::string name(traits_of(format).gl_name);
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  return name;
}

std::string list_formats() {
  std::string names;
  for (const PixelFormat format : formats) names += (names.empty() ? "" : ", ") + format_text(format);
  return names;
}

Result<PixelFormat> parse_format(const std::string& text) {
  for (const PixelFormat format : formats) {
    if (format_text(format) == text) return format;
  }
  return Error{ErrorCode::invalid_argument,
               "--format: \"" + text + "\" is no format to measure: there are " + list_formats()};
}

host::Image to_format(host::Image image, PixelFormat format) {
  image.bytes = bytes_of(image, format);
  image.format = format;
  return image;
}

}  // namespace glccl::tools
