// Slices of volumes.
#pragma once

#include <string>

#include "glccl/types.hpp"

namespace glccl::host {

/// An axis of a volume.
enum class Axis {
  x,  ///< Along rows.
  y,  ///< Along columns.
  z,  ///< From slice to slice.
};

/// The elements of a volume at one place of an axis.
struct Slice {
  Axis axis = Axis::z;  ///< The axis that it is cut across.
  int place = 0;        ///< Its coordinate on this axis.
  friend bool operator==(const Slice&, const Slice&) = default;
};

/// "z:10".
std::string to_string(const Slice& slice);

/// The extent of a slice as an image: columns and rows are x and y across z, x and z across y, y and z across x.
Extent extent_of(const Slice& slice, const Extent& volume);

/// The number of slices of a volume across an axis.
int length_along(Axis axis, const Extent& volume);

/// The element of a volume that is a pixel of a slice.
Position element_at(const Slice& slice, const Position& pixel);

/// The pixel of a slice that lies before or behind an element of the volume, or is this element.
Position pixel_of(const Slice& slice, const Position& element);

/// Whether a box of a volume has elements in a slice.
bool has_slice(const Box& box, const Slice& slice);

/// The box that a box of a volume covers in a slice that it has, in pixels of the slice.
Box box_in(const Slice& slice, const Box& box);

}  // namespace glccl::host
