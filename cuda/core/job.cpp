#include "cuda/core/job.hpp"

#include "glccl/spec.hpp"

namespace glccl::cuda {
namespace {

int channel_of(Channel channel, int channels) {
  if (channels == 1) return 0;
  return channel == Channel::any && channels == 2 ? 5 : static_cast<int>(channel);
}

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

}  // namespace

void set_criterion(PixelSource& source, const Criterion& criterion) {
  const FormatTraits& format = traits_of(source.format);
  source.floats = format.has_floats();
  source.sign_bit = format.is_signed ? 1U << (8 * format.bytes - 1) : 0U;
  source.equal = std::holds_alternative<Equal>(criterion);
  if (const auto* difference = std::get_if<Difference>(&criterion)) {
    source.difference = true;
    source.threshold = source.floats ? 0 : largest_integer_below(static_cast<double>(difference->largest));
    source.float_threshold = difference->largest;
  }
  if (const auto* foreground = std::get_if<Foreground>(&criterion)) {
    source.inverted = foreground->inverted;
    source.channel = channel_of(foreground->channel, format.channels);
    source.threshold = source.floats ? 0 : integer_threshold(foreground->threshold, source.format) + source.sign_bit;
    source.float_threshold = foreground->threshold;
  }
  source.format = without_signs(source.format);
}

}  // namespace glccl::cuda
