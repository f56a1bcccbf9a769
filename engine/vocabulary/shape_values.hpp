// Properties of components (glccl/shape.hpp), for the CPU and for kernels.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include "engine/vocabulary/host_device.hpp"
#include "glccl/shape.hpp"

namespace glccl::values {

/// The sum of one coordinate over `area` elements, as seen from the element nearest to the centroid.
struct CenteredSum {
  std::uint64_t center = 0;  ///< The coordinate of that element.
  std::int64_t rest = 0;     ///< The sum of distances from it: at most half the area in absolute value.
};

GLCCL_HOST_DEVICE inline CenteredSum centered(std::uint64_t sum, std::uint64_t area) {
  const std::uint64_t center = sum / area + (sum % area > area / 2 ? 1 : 0);
  return {center, static_cast<std::int64_t>(sum - center * area)};
}

/// The sum of the products of distances from the centroid in two coordinates. The sum of products of distances from
/// the nearest element is an integer, which modulo 2^64 is exact whatever its terms are.
GLCCL_HOST_DEVICE inline double central(std::uint64_t product, const CenteredSum& a, const CenteredSum& b,
                                        std::uint64_t area) {
  const std::uint64_t moved = product - a.center * static_cast<std::uint64_t>(b.rest) -
                              b.center * static_cast<std::uint64_t>(a.rest) - area * a.center * b.center;
  return static_cast<double>(static_cast<std::int64_t>(moved)) -
         static_cast<double>(a.rest) * static_cast<double>(b.rest) / static_cast<double>(area);
}

/// As glccl::central_moments().
GLCCL_HOST_DEVICE inline CentralMoments central_moments(const Component& component, const Moments& moments) {
  const std::uint64_t area = component.area;
  const CenteredSum x = centered(component.sum_x, area);
  const CenteredSum y = centered(component.sum_y, area);
  const CenteredSum z = centered(component.sum_z, area);
  return {central(moments.xx, x, x, area), central(moments.xy, x, y, area), central(moments.yy, y, y, area),
          central(moments.xz, x, z, area), central(moments.yz, y, z, area), central(moments.zz, z, z, area)};
}

/// As glccl::ellipse_of().
GLCCL_HOST_DEVICE inline Ellipse ellipse_of(const CentralMoments& moments, std::uint64_t area) {
  const auto pixels = static_cast<double>(area);
  const double mean = (moments.xx + moments.yy) / (2.0 * pixels);
  const double half = std::hypot(moments.xx - moments.yy, 2.0 * moments.xy) / (2.0 * pixels);
  const double major = mean + half;
  const double minor = std::fmax(0.0, mean - half);
  Ellipse ellipse{4.0 * std::sqrt(major), 4.0 * std::sqrt(minor), 0.0, 0.0};
  if (major > 0.0) ellipse.eccentricity = std::sqrt(1.0 - minor / major);
  if (moments.xx == moments.yy) {
    ellipse.orientation = (moments.xy > 0.0 ? 1.0 : -1.0) * std::numbers::pi / 4.0;
  } else {
    ellipse.orientation = 0.5 * std::atan2(2.0 * moments.xy, moments.yy - moments.xx);
  }
  return ellipse;
}

/// As glccl::euler_number(), with 4 neighbours if `of_sides`, else with 8.
GLCCL_HOST_DEVICE inline std::int64_t euler_number(const Quads& quads, bool of_sides) {
  const auto integer = [](std::uint64_t count) { return static_cast<std::int64_t>(count); };
  return (integer(quads.one) - integer(quads.three) + (of_sides ? 2 : -2) * integer(quads.diagonal)) / 4;
}

/// As glccl::boundary_sides().
GLCCL_HOST_DEVICE inline std::uint64_t boundary_sides(const Quads& quads) {
  return quads.one + quads.two + quads.three + 2 * quads.diagonal;
}

/// As glccl::perimeter_crofton().
GLCCL_HOST_DEVICE inline double perimeter_crofton(const Quads& quads, int directions) {
  // Lines along rows and columns enter the component at half of its sides. Diagonal lines enter it where a window has
  // one end of a diagonal and not the other; each end is counted, so half of these are entries.
  const double straight = static_cast<double>(boundary_sides(quads)) / 2.0;
  if (directions == 2) return std::numbers::pi / 2.0 * straight;
  const double diagonal = static_cast<double>(quads.one + 2 * quads.two + quads.three) / 2.0;
  return std::numbers::pi / 4.0 * (straight + diagonal / std::numbers::sqrt2);
}

}  // namespace glccl::values
