// The areas of components, and what the filter makes of them.
// reads and writes storage binding 0, which is the component table's in later passes

const int KEY_BITS = 64 / KEY_DIGITS;
const uint DIGITS = 1u << KEY_BITS;

layout(std430, binding = 0) SHARED_BUFFER buffer Areas {
  uint digits_found;      // of the smallest key that is kept, from the highest digit on
  uint wanted;            // components that are kept among those that begin with these digits; 0: all are
  uint smallest_key[2];   // those digits: area; number
  uint digit_counts[DIGITS];
  uint areas[];           // of component i + 1 in raster order; | AT_IMAGE_BORDER
};

layout(location = AT_FILTER) uniform ivec4 limits;

// Set in the area of a component at the border of the image, unless such components are kept. Then areas have 31 bits.
const uint AT_IMAGE_BORDER = 1u << 31;
bool drops_border() { return limits.w == 0; }
uint largest_count() { return uint(limits.z); }

// Whether a component of that area is one of those of which the largest are kept.
bool passes_limits(uint area) {
  if (drops_border() && (area & AT_IMAGE_BORDER) != 0u) return false;
  return area >= uint(limits.x) && area <= uint(limits.y);
}

// Keys order components: the larger key is kept. The area, and a number that is larger for an earlier component.
uvec2 key_of(uint i) { return uvec2(areas[i], 0xFFFFFFFFu - i); }
