// The limits of the filter.
// needs  uniforms, filter, seams, tiles/geometry

// The smallest and largest area, the number of components that are kept, and the borders at which components are
// dropped, with INVERTED_FILTER.
GLCCL_UNIFORM(AT_FILTER, ivec4, limits)

// Whether components are dropped that touch the border of some axis.
bool drops_border() { return (limits.w & ~INVERTED_FILTER) != 0; }

// Whether a row, with these y and z, is at a border of the volume at which components are dropped.
bool is_row_at_border(ivec2 row) {
  return is_at_border(row.x, extent().y, 1, limits.w) || is_at_border(row.y, extent().z, 2, limits.w);
}

// Whether a component is at a border or too large for the limits, and stays so with further elements.
bool is_beyond(uint area) {
  return (drops_border() && (area & AT_IMAGE_BORDER) != 0u) || area > uint(limits.y);
}

// Whether a component of that area is one of those of which the largest are kept.
bool passes_limits(uint area) {
  bool passes = !is_beyond(area) && area >= uint(limits.x);
  return passes != ((limits.w & INVERTED_FILTER) != 0);
}
