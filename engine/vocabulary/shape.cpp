#include "glccl/shape.hpp"

#include "engine/vocabulary/shape_values.hpp"

namespace glccl {

CentralMoments central_moments(const Component& component, const Moments& moments) {
  return values::central_moments(component, moments);
}

Ellipse ellipse_of(const CentralMoments& moments, std::uint64_t area) { return values::ellipse_of(moments, area); }

std::int64_t euler_number(const Quads& quads, Connectivity connectivity) {
  return values::euler_number(quads, connectivity == Connectivity::four || connectivity == Connectivity::six);
}

std::uint64_t boundary_sides(const Quads& quads) { return values::boundary_sides(quads); }

std::int64_t euler_number(const Cubes& cubes, Connectivity connectivity) {
  if (connectivity == Connectivity::four || connectivity == Connectivity::six) return cubes.euler_6;
  return connectivity == Connectivity::eighteen ? cubes.euler_18 : cubes.euler_26;
}

std::uint64_t exposed_faces(const Cubes& cubes) { return cubes.faces_x + cubes.faces_y + cubes.faces_z; }

double exposed_area(const Cubes& cubes, double x, double y, double z) {
  return static_cast<double>(cubes.faces_x) * y * z + static_cast<double>(cubes.faces_y) * x * z +
         static_cast<double>(cubes.faces_z) * x * y;
}

double perimeter_crofton(const Quads& quads, int directions) { return values::perimeter_crofton(quads, directions); }

}  // namespace glccl
