#include "cuda/runtime/job.hpp"

#include <algorithm>

#include "glccl/spec.hpp"

namespace glccl::cuda {
namespace {

/// The format with the same bits that has no signs.
PixelFormat without_signs(PixelFormat format) {
  switch (format) {
    case PixelFormat::i8:
      return PixelFormat::u8;
    case PixelFormat::i16:
      return PixelFormat::u16;
    case PixelFormat::i32:
      return PixelFormat::u32;
    default:
      return format;
  }
}

int channel_of(Channel channel, int channels) {
  if (channels == 1) return 0;
  return channel == Channel::any && channels == 2 ? 5 : static_cast<int>(channel);
}

void set_range(PixelSource& source, const Foreground& foreground) {
  source.inverted = foreground.inverted;
  source.channel = channel_of(foreground.channel, traits_of(source.format).channels);
  if (source.floats) {
    source.low = largest_float_below(foreground.low);
    source.high = largest_float_below(foreground.high);
    return;
  }
  const IntegerRange range = integer_range(foreground, source.format);
  source.first = range.first + source.sign_bit;
  source.span = range.span;
  source.inverted = range.inverted;
  if (source.sign_bit != 0 || range.first + range.span > 0xFFU) return;
  source.below_bytes = ByteThreshold::above(static_cast<int>(range.first) - 1);
  source.above_bytes = ByteThreshold::above(static_cast<int>(range.first + range.span));
}

/// Requires a format that stores integers.
void set_background_words(PixelSource& source, const PixelValue& background) {
  if (source.format == PixelFormat::rg32u) {
    source.background = static_cast<std::uint32_t>(background[0]);
    source.second_background = static_cast<std::uint32_t>(background[1]);
    return;
  }
  source.background = stored_word(background, source.format);
  if (source.sign_bit != 0) source.background &= 2 * source.sign_bit - 1;  // not extended, as in memory
}

}  // namespace

void set_criterion(PixelSource& source, const Criterion& criterion) {
  const FormatTraits& format = traits_of(source.format);
  source.floats = format.has_floats();
  source.sign_bit = format.is_signed ? 1U << (8 * format.bytes - 1) : 0U;
  source.equal = std::holds_alternative<Equal>(criterion);
  if (const auto* difference = std::get_if<Difference>(&criterion)) {
    source.difference = true;
    source.measure = difference->measure;
    source.span = largest_integer_below(scaled_largest(*difference));
    source.above_bytes = ByteThreshold::above(static_cast<int>(std::min(source.span, std::uint32_t{255})));
    source.high = largest_float_below(difference->largest);
  }
  if (const auto* foreground = std::get_if<Foreground>(&criterion)) set_range(source, *foreground);
  const PixelValue* const background = background_of(criterion);
  if (source.equal || source.difference) source.has_background = background != nullptr;
  if (background != nullptr && source.floats) {
    const auto& [red, green, blue, alpha] = *background;
    source.background_color = {static_cast<float>(red), static_cast<float>(green), static_cast<float>(blue),
                               static_cast<float>(alpha)};
  } else if (background != nullptr) {
    set_background_words(source, *background);
  }
  source.format = without_signs(source.format);
}

}  // namespace glccl::cuda
