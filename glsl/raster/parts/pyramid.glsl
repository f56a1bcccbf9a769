// The histogram pyramid, after Ziegler et al. 2006, "GPU Point List Generation through Histogram Pyramids". It counts
// the bits of the masks and finds the k-th bit without a scan. The levels of the paper are squares; here they are lines
// in raster order.
//
//   masks      one per 32 pixels of a row, or three per 32 pixels of a column, with the bits that are counted
//   level 0    an element counts the bits of 16 masks
//   level n    an element sums 16 elements of level n - 1
//   the last   has one element: the count of all bits
//
// The texture `sums` holds the elements in rows of 4096 texels, level below level.
//
// needs  locations, raster_layout
// reads  binding 2, `masks`: R32UI, or RGBA32UI for three masks; binding 3, `sums`: R32UI

layout(binding = 2) uniform usampler2D masks;
layout(binding = 3) uniform usampler2D sums;
layout(location = AT_LEVELS) uniform ivec2 levels[MOST_LEVELS];  // in `sums`: first row, number of elements
layout(location = AT_LEVEL_COUNT) uniform int level_count;

int masks_in_row() { return textureSize(masks, 0).x; }

int mask_count() { return masks_in_row() * textureSize(masks, 0).y; }

// The masks of an element; y and z are 0 where there is one.
uvec3 mask_at(int index) { return texelFetch(masks, ivec2(index % masks_in_row(), index / masks_in_row()), 0).xyz; }

// The count of element `index` of a level; level -1 is the masks.
uint count_at(int level, int index) {
  uint count;
  if (level < 0) {
    ivec3 bits = bitCount(mask_at(index));
    count = uint(bits.x + bits.y + bits.z);
  } else {
    count = texelFetch(sums, ivec2(index % PYRAMID_ROW, levels[level].x + index / PYRAMID_ROW), 0).x;
  }
  return count;
}

// The sum of the elements [from, to) of a level.
uint sum_counts(int level, int from, int to) {
  uint sum = 0u;
  for (int i = from; i < to; ++i) sum += count_at(level, i);
  return sum;
}

// A bit that is set: the texel of its mask, which of the three masks it is in, and which bit of that.
struct Item {
  ivec2 texel;
  int mask;
  int bit;
};

// The element of a level that holds item `rest` among the elements from `index` on; `rest` becomes its place in it.
int element_of(int level, int index, inout uint rest) {
  uint count = count_at(level, index);
  while (rest >= count) {
    rest -= count;
    count = count_at(level, ++index);
  }
  return index;
}

int bit_of(uint mask, uint rest) {
  for (; rest > 0u; --rest) mask &= mask - 1u;
  return findLSB(mask);
}

// Bit number `k` of all set bits in raster order; k is below count_of_all().
Item item_of(uint k) {
  int index = 0;
  for (int level = level_count - 2; level >= -1; --level) index = element_of(level, index * PYRAMID_FAN, k);
  int width = masks_in_row();
  uvec3 bits = mask_at(index);
  int which = 0;
  for (; which < 2 && k >= uint(bitCount(bits[which])); ++which) k -= uint(bitCount(bits[which]));
  return Item(ivec2(index % width, index / width), which, bit_of(bits[which], k));
}

// The same with masks of rows: its pixel.
ivec2 pixel_of(uint k) {
  Item item = item_of(k);
  return item.texel * ivec2(PIXELS_IN_MASK, 1) + ivec2(item.bit, 0);
}

uint count_of_all() { return count_at(level_count - 1, 0); }
