#include "glccl/intensity.hpp"

#include "engine/vocabulary/intensity_values.hpp"

namespace glccl {

double mean_intensity(const Intensity& intensity, std::uint64_t area) {
  return values::mean_intensity(intensity, area);
}

double intensity_variance(const Intensity& intensity, std::uint64_t area) {
  return values::intensity_variance(intensity, area);
}

WeightedCentroid weighted_centroid(const Intensity& intensity) { return values::weighted_centroid(intensity); }

}  // namespace glccl
