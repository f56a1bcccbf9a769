#include "tools/bench/values.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "glccl/spec.hpp"
#include "tools/glccl/options/arguments.hpp"
#include "tools/glccl/text.hpp"

namespace glccl::tools {
namespace {

constexpr PixelFormat formats[] = {PixelFormat::u8,    PixelFormat::unorm8,  PixelFormat::u16, PixelFormat::u32,
                                   PixelFormat::i8,    PixelFormat::i16,     PixelFormat::i32, PixelFormat::rg32u,
                                   PixelFormat::rgba8, PixelFormat::f16,     PixelFormat::f32, PixelFormat::rg16f,
                                   PixelFormat::rg32f, PixelFormat::depth32f};

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
    case PixelFormat::depth32f:
      return convert<float>(image, [](std::uint8_t value) { return static_cast<float>(value) / 255.0F; });
    default:
      return image.bytes;
  }
}

constexpr Measure measures[] = {Measure::sum, Measure::luminance, Measure::largest};

/// The word of --criterion for differences by a measure.
std::string_view kind_of_measure(Measure measure) { return measure == Measure::sum ? "difference" : name_of(measure); }

/// The measure of such a word; null for other words.
const Measure* find_measure(const std::string& kind) {
  const auto* const found = std::find_if(std::begin(measures), std::end(measures),
                                         [&](Measure measure) { return kind_of_measure(measure) == kind; });
  return found == std::end(measures) ? nullptr : found;
}

}  // namespace

Result<Criterion> parse_criterion(const std::string& text, PixelFormat format) {
  const std::string kind = text.substr(0, text.find(':'));
  const std::string rest = text.substr(std::min(text.size(), kind.size() + 1));
  if (text == "foreground") return Criterion{Foreground{}};
  if (text == "equal") return Criterion{Equal{}};
  if (kind == "foreground") {
    const Result<Threshold> range = parse_threshold(rest);
    if (range && !range->otsu) return Criterion{Foreground{.low = range->low, .high = range->high}};
  }
  if (kind == "equal") {
    const Result<Background> background = parse_background(rest);
    if (background) return Criterion{Equal{background_in(*background, format)}};
  }
  const Measure* const measure = find_measure(kind);
  if (measure != nullptr) {
    const char* const end = rest.data() + rest.size();
    Difference difference{.measure = *measure};
    const auto [stopped, error] = std::from_chars(rest.data(), end, difference.largest);
    const bool is_number = error == std::errc() && difference.largest >= 0.0;
    if (is_number && stopped == end) return Criterion{difference};
    const Result<Background> background = parse_background(std::string(std::min(stopped + 1, end), end));
    if (is_number && *stopped == ':' && background) {
      difference.background = background_in(*background, format);
      return Criterion{difference};
    }
  }
  return Error{ErrorCode::invalid_argument,
               "--criterion: \"" + text +
                   "\" is no criterion: there are foreground, foreground:LOW, foreground:LOW:HIGH (HIGH above LOW), "
                   "equal, difference:D, luminance:D and largest:D, with numbers from 0; behind the last four "
                   ":BACKGROUND, which is none, V, R,G,B or R,G,B,A"};
}

std::string criterion_text(const Criterion& criterion) {
  if (const auto* equal = std::get_if<Equal>(&criterion)) {
    return equal->background == Equal{}.background ? "equal" : "equal:" + to_argument(equal->background);
  }
  if (const auto* difference = std::get_if<Difference>(&criterion)) {
    return std::string(kind_of_measure(difference->measure)) + ":" + to_string(difference->largest) +
           (difference->background ? ":" + to_argument(difference->background) : "");
  }
  const auto& [low, high, inverted, channel] = std::get<Foreground>(criterion);
  return low == 0.0 && std::isinf(high) ? "foreground" : "foreground:" + to_argument(low, high);
}

std::string format_text(PixelFormat format) {
  const FormatTraits& traits = traits_of(format);
  std::string name(traits.bytes > 0 ? traits.gl_name : traits.name);
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
  image.format = format == PixelFormat::depth32f ? PixelFormat::f32 : format;
  return image;
}

}  // namespace glccl::tools
