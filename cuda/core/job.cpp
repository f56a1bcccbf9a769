#include "cuda/core/job.hpp"

#include "glccl/spec.hpp"

namespace glccl::cuda {
namespace {

int channel_of(Channel channel, int channels) {
  if (channels == 1) return 0;
  return channel == Channel::any && channels == 2 ? 5 : static_cast<int>(channel);
}

}  // namespace

void set_criterion(PixelSource& source, const Criterion& criterion) {
  const FormatTraits& format = traits_of(source.format);
  source.floats = format.has_floats();
  source.equal = std::holds_alternative<Equal>(criterion);
  if (const auto* difference = std::get_if<Difference>(&criterion)) {
    source.difference = true;
    source.threshold = source.floats ? 0 : largest_integer_below(static_cast<double>(difference->largest));
    source.float_threshold = difference->largest;
  }
  if (const auto* foreground = std::get_if<Foreground>(&criterion)) {
    source.inverted = foreground->inverted;
    source.channel = channel_of(foreground->channel, format.channels);
    source.threshold = source.floats ? 0 : integer_threshold(foreground->threshold, source.format);
    source.float_threshold = foreground->threshold;
  }
}

}  // namespace glccl::cuda
