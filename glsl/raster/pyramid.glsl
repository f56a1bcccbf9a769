// The pyramid of counts in raster order (after Ziegler et al. 2006, GPU Point List Generation through Histogram Pyramids,
// whose levels are squares). An element of level 0 counts the first pixels of components among 16 pixels of a row, an element of
// every further level sums 16 elements of the level below; the last level is one element, the number of components.
// Elements are numbered in raster order, and lie in rows of 4096 texels, level below level.
//
//   row    1 0 0 1 ... | 0 0 ...      level 0:  2 0 ...      level 1:  2 + 0 + ...
//
// reads  binding 2, `firsts`: R32F at roots; binding 3, `sums`: R32UI

const int FAN = 16;
const int ROW = 4096;

layout(binding = 2) uniform sampler2D firsts;
layout(binding = 3) uniform usampler2D sums;
layout(location = 8) uniform ivec2 levels[8];  // first row of a level in `sums`, number of its elements

int elements_in_row() { return (textureSize(ids, 0).x + FAN - 1) / FAN; }

bool is_first(ivec2 pixel) {
  float root = id_at(pixel);
  return root != 0.0 && texelFetch(firsts, decode(root), 0).x == encode_descending(pixel);
}

// First pixels in [from, to) of a row.
uint count_pixels(int y, int from, int to) {
  uint count = 0u;
  for (int x = from; x < to; ++x) count += is_first(ivec2(x, y)) ? 1u : 0u;
  return count;
}

// The sum of the elements [from, to) of a level.
uint sum_elements(int level, int from, int to) {
  uint sum = 0u;
  for (int i = from; i < to; ++i) sum += texelFetch(sums, ivec2(i % ROW, levels[level].x + i / ROW), 0).x;
  return sum;
}
