#include "glccl/host/slice.hpp"

namespace glccl::host {
namespace {

int coordinate(const Position& element, Axis axis) {
  return axis == Axis::x ? element.x : axis == Axis::y ? element.y : element.z;
}

Position first_of(const Box& box) { return {box.x0, box.y0, box.z0}; }
Position last_of(const Box& box) { return {box.x1, box.y1, box.z1}; }

}  // namespace

std::string to_string(const Slice& slice) {
  const char axis = slice.axis == Axis::x ? 'x' : slice.axis == Axis::y ? 'y' : 'z';
  return std::string(1, axis) + ":" + std::to_string(slice.place);
}

Extent extent_of(const Slice& slice, const Extent& volume) {
  const Position sides = pixel_of(slice, {volume.width, volume.height, volume.depth});
  return {sides.x, sides.y};
}

int length_along(Axis axis, const Extent& volume) {
  return coordinate({volume.width, volume.height, volume.depth}, axis);
}

Position element_at(const Slice& slice, const Position& pixel) {
  switch (slice.axis) {
    case Axis::x:
      return {slice.place, pixel.x, pixel.y};
    case Axis::y:
      return {pixel.x, slice.place, pixel.y};
    default:
      return {pixel.x, pixel.y, slice.place};
  }
}

Position pixel_of(const Slice& slice, const Position& element) {
  switch (slice.axis) {
    case Axis::x:
      return {element.y, element.z};
    case Axis::y:
      return {element.x, element.z};
    default:
      return {element.x, element.y};
  }
}

bool has_slice(const Box& box, const Slice& slice) {
  return coordinate(first_of(box), slice.axis) <= slice.place && slice.place <= coordinate(last_of(box), slice.axis);
}

Box box_in(const Slice& slice, const Box& box) {
  const Position first = pixel_of(slice, first_of(box));
  const Position last = pixel_of(slice, last_of(box));
  return {first.x, first.y, last.x, last.y};
}

}  // namespace glccl::host
