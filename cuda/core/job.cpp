#include "cuda/core/job.hpp"

#include "glccl/spec.hpp"

namespace glccl::cuda {

void set_criterion(PixelSource& source, const Criterion& criterion) {
  const bool floats = stores_floats(source.format);
  source.equal = std::holds_alternative<Equal>(criterion);
  if (const auto* difference = std::get_if<Difference>(&criterion)) {
    source.difference = true;
    source.threshold = floats ? 0 : largest_integer_below(static_cast<double>(difference->largest));
    source.float_threshold = difference->largest;
  }
  if (const auto* foreground = std::get_if<Foreground>(&criterion)) {
    source.inverted = foreground->inverted;
    source.channel = traits_of(source.format).channels == 1 ? 0 : static_cast<int>(foreground->channel);
    source.threshold = floats ? 0 : integer_threshold(foreground->threshold, source.format);
    source.float_threshold = foreground->threshold;
  }
}

}  // namespace glccl::cuda
