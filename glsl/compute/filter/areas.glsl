// The areas of components in raster order, and the search for the k-th largest.
// needs  filter, limits
// reads and writes storage binding 0, which is the component table's in later passes

layout(std430, binding = 0) SHARED_BUFFER buffer Areas {
  uint digits_found;          // of the smallest key that is kept, from the highest digit on
  uint wanted;                // components that are kept among those that begin with these digits; 0: all are
  ComponentKey smallest_key;  // those digits
  uint digit_counts[DIGIT_VALUES];
  uint areas[];               // of component i + 1 in raster order; | AT_IMAGE_BORDER
};

uint largest_count() { return uint(limits.z); }

ComponentKey key_of(uint i) { return component_key(areas[i], i); }

// The smallest key that is kept, in locals: coherent storage cannot be passed to functions.
ComponentKey smallest_kept() {
  ComponentKey key;
  key.area = smallest_key.area;
  key.place = smallest_key.place;
  return key;
}
