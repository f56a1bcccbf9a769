// Properties of components that follow from the intensities of the component table (table.hpp), in the units of the
// image of intensities: stored integers, 0..255 for unorm8, or floats.
//
// They have the definitions of scikit-image 0.25 (skimage.measure.regionprops with an intensity_image).
#pragma once

#include <cstdint>

#include "glccl/api.h"
#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl {

/// The mean of a component of `area` elements: infinite or NaN as the sum of its values is. Requires an area from 1.
GLCCL_API double mean_intensity(const Intensity& intensity, std::uint64_t area);

/// The variance of a component of `area` elements: the mean of the squares of differences from the mean, 0 for one
/// element. Sums are moved in integers to the integer nearest to the mean, so the result is as exact as a double.
/// NaN where values are not finite. Requires an area from 1. Its root is scikit-image's intensity_std.
GLCCL_API double intensity_variance(const Intensity& intensity, std::uint64_t area);

/// The mean of the coordinates of a component's elements, each weighted by its value.
struct WeightedCentroid {
  double x = 0.0;  ///< Sum of v * x over the sum of v.
  double y = 0.0;  ///< Sum of v * y over the sum of v.
  double z = 0.0;  ///< Sum of v * z over the sum of v; 0 in images.
};

/// The weighted centroid of a component. NaN where its values sum up to 0.
GLCCL_API WeightedCentroid weighted_centroid(const Intensity& intensity);

/// All of these of a component, where intensities are doubles (host::measure_intensities()).
struct DoubleIntensity {
  double mean = 0.0;          ///< As mean_intensity().
  double minimum = 0.0;       ///< The smallest value; NaN if a value is.
  double maximum = 0.0;       ///< The largest value, likewise.
  double deviation = 0.0;     ///< The root of the variance, which may be beyond the range of doubles itself.
  WeightedCentroid centroid;  ///< As weighted_centroid().
};

}  // namespace glccl
