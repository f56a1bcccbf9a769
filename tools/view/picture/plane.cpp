#include "tools/view/picture/plane.hpp"

#include <cmath>

namespace glccl::view {
namespace {

float dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

float radians(float degrees) { return degrees * 0.01745329252F; }

std::array<Vector, 3> axes_of(const Turn& turn) {
  const float ca = std::cos(radians(turn.azimuth));
  const float sa = std::sin(radians(turn.azimuth));
  const float ce = std::cos(radians(turn.elevation));
  const float se = std::sin(radians(turn.elevation));
  return {Vector{ca, sa, 0.0F}, {sa * se, -ca * se, -ce}, {-sa * ce, ca * ce, -se}};
}

Extent extent_of_projection(const Extent& volume) {
  const int diagonal = static_cast<int>(
      std::ceil(std::hypot(static_cast<float>(volume.width), static_cast<float>(volume.height), volume.depth)));
  return {diagonal, diagonal};
}

}  // namespace

ShownPlane::ShownPlane(const Extent& source, const VolumeView& view)
    : source_(source),
      projected_(view.projected),
      slice_(view.slice()),
      extent_(projected_ ? extent_of_projection(source) : extent_of(slice_, source)),
      axes_(axes_of(view.turn)) {}

WindowPoint ShownPlane::at(const Vector& point) const {
  if (!projected_) {
    switch (slice_.axis) {
      case host::Axis::x:
        return {point[1], point[2]};
      case host::Axis::y:
        return {point[0], point[2]};
      default:
        return {point[0], point[1]};
    }
  }
  const auto middle = [](int length) { return static_cast<float>(length) / 2; };
  const Vector from_middle = {point[0] - middle(source_.width), point[1] - middle(source_.height),
                              point[2] - middle(source_.depth)};
  return {middle(extent_.width) + dot(from_middle, axes_[0]), middle(extent_.height) + dot(from_middle, axes_[1])};
}

}  // namespace glccl::view
