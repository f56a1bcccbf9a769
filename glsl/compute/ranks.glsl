// How many roots come before each one in raster order. Words of root_bits lie row by row of the image, word_count.x of them in
// a row; there are rows for whole bands. They are ranked in groups of 1024.
// reads and writes storage bindings 5 to 7

const uint RANKED = 1024u;

layout(std430, binding = 5) buffer Roots { uint root_bits[]; };  // a bit a pixel: the first of its component
layout(std430, binding = 6) buffer Ranks { uint ranks[]; };      // of a word's first bit, in its group
layout(std430, binding = 7) buffer Sums { uint sums[]; };        // roots before a group; behind the last, of all

uint ranked_words() { return uint(word_count.x * word_count.y * ROWS); }
uint ranked_groups() { return (ranked_words() + RANKED - 1u) / RANKED; }

uint root_word_of(ivec2 pixel) { return uint(pixel.y * word_count.x + pixel.x / 32); }

void mark_root(ivec2 pixel) { atomicOr(root_bits[root_word_of(pixel)], 1u << (pixel.x & 31)); }

// The number of a root, from 1.
uint number_of(ivec2 root) {
  uint word = root_word_of(root);
  return sums[word / RANKED] + ranks[word] + uint(bitCount(root_bits[word] & up_to(root.x & 31)));
}
