// Sums over pixels of one component, and their way into the component table. cuda/core/label_sums.cuh does the same.
// reads image binding 0: the labels

#ifdef VOLUME
layout(r32ui, binding = 0) readonly uniform uimage3D labels;
ivec2 slice_size() { return ivec2(image_size.x, volume.x); }
#else
layout(r32ui, binding = 0) readonly uniform uimage2D labels;
ivec2 slice_size() { return image_size; }
#endif

// The label of a pixel of slice z; 0 outside of it.
uint label_at(ivec2 pixel, uint z) {
  if (any(lessThan(pixel, ivec2(0))) || any(greaterThanEqual(pixel, slice_size()))) return 0u;
#ifdef VOLUME
  return imageLoad(labels, ivec3(pixel, z)).r;
#else
  return imageLoad(labels, pixel).r;
#endif
}

// The first word of a row.
uint row_at(uint label) { return (label - 1u) * ROW_WORDS_OF_TABLE; }

// Box of a row: the lower corner.
uvec3 box_begin(uint row) {
  uint at = row + 4u * uint(ROW_BOX);
  return uvec3(table_words[at], table_words[at + 1u], table_words[row + 4u * uint(ROW_FIRST) + 2u]);
}

// The upper corner, inclusive.
uvec3 box_end(uint row) {
  uint at = row + 4u * uint(ROW_BOX);
  return uvec3(table_words[at + 2u], table_words[at + 3u], table_words[row + 4u * uint(ROW_FIRST) + 3u]);
}

// Whether a row has a small box, so that begin_measurements measures its component.
bool is_small(uint row) {
  uvec3 begin = box_begin(row);
  uvec3 end = box_end(row);
  return is_small_box(begin.x, begin.y, begin.z, end.x, end.y, end.z);
}

// 64-bit integers are two words: low, high.
uvec2 multiply(uint a, uint b) {
  uvec2 product;
  umulExtended(a, b, product.y, product.x);
  return product;
}

uvec2 add(uvec2 a, uvec2 b) {
  uint carry;
  uint low = uaddCarry(a.x, b.x, carry);
  return uvec2(low, a.y + b.y + carry);
}

// Moments of a component in coordinates of the image.
struct MomentSums {
  uvec2 xx;
  uvec2 xy;
  uvec2 yy;
  uvec2 xz;
  uvec2 yz;
  uvec2 zz;
};

// The moments of pixels whose sums count coordinates from `origin`.
MomentSums moments_of(LabelSums sums, uvec3 origin) {
  uint x = sums.x + sums.area * origin.x;  // sums in coordinates of the image: at most 2^13 pixels times 2^15
  uint y = sums.y + sums.area * origin.y;
  MomentSums moments;
  moments.xx = add(uvec2(sums.xx, 0u), multiply(origin.x, x + sums.x));
  moments.xy = add(uvec2(sums.xy, 0u), add(multiply(origin.y, sums.x), multiply(origin.x, y)));
  moments.yy = add(uvec2(sums.yy, 0u), multiply(origin.y, y + sums.y));
  moments.xz = multiply(x, origin.z);
  moments.yz = multiply(y, origin.z);
  moments.zz = multiply(sums.area * origin.z, origin.z);
  return moments;
}
