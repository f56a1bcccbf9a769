// The areas of components, and what the filter makes of them.
// reads and writes storage binding 0, which is the component table's in later passes

layout(std430, binding = 0) SHARED_BUFFER buffer Areas {
  uint digits_found;          // of the smallest key that is kept, from the highest digit on
  uint wanted;                // components that are kept among those that begin with these digits; 0: all are
  ComponentKey smallest_key;  // those digits
  uint digit_counts[DIGIT_VALUES];
  uint areas[];               // of component i + 1 in raster order; | AT_IMAGE_BORDER
};

// The smallest and largest area, the number of components that are kept, and the axes at whose borders
// components are dropped, with KEEPS_OTHERS.
layout(location = AT_FILTER) uniform ivec4 limits;

// Whether components are dropped that touch the border of some axis, or the border of that axis.
bool drops_border() { return (limits.w & ~KEEPS_OTHERS) != 0; }
bool drops_border_of(int axis) { return has_axis(limits.w, axis); }

uint largest_count() { return uint(limits.z); }

// Whether a component of that area is one of those of which the largest are kept.
bool passes_limits(uint area) {
  bool passes = area >= uint(limits.x) && area <= uint(limits.y);
  if (drops_border() && (area & AT_IMAGE_BORDER) != 0u) passes = false;
  return passes != ((limits.w & KEEPS_OTHERS) != 0);
}

ComponentKey key_of(uint i) { return component_key(areas[i], i); }

// The smallest key that is kept, in locals: coherent storage cannot be passed to functions.
ComponentKey smallest_kept() {
  ComponentKey key;
  key.area = smallest_key.area;
  key.place = smallest_key.place;
  return key;
}
