// The limits of the filter.
// needs  locations, filter, seams, tiles/geometry

// The smallest and largest area, the number of components that are kept, and the axes at whose borders
// components are dropped, with KEEPS_OTHERS.
layout(location = AT_FILTER) uniform ivec4 limits;

// Whether components are dropped that touch the border of some axis, or the border of that axis.
bool drops_border() { return (limits.w & ~KEEPS_OTHERS) != 0; }
bool drops_border_of(int axis) { return has_axis(limits.w, axis); }

// Whether a row, with these y and z, is at a border of the volume at which components are dropped.
bool is_row_at_border(ivec2 row) {
  return (drops_border_of(1) && (row.x == 0 || row.x == extent().y - 1)) ||
         (drops_border_of(2) && (row.y == 0 || row.y == extent().z - 1));
}

// Whether a component is at a border or too large for the limits, and stays so with further elements.
bool is_beyond(uint area) {
  return (drops_border() && (area & AT_IMAGE_BORDER) != 0u) || area > uint(limits.y);
}

// Whether a component of that area is one of those of which the largest are kept.
bool passes_limits(uint area) {
  bool passes = !is_beyond(area) && area >= uint(limits.x);
  return passes != ((limits.w & KEEPS_OTHERS) != 0);
}
