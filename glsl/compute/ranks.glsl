// How many roots come before each one in raster order: root_bits has a bit a pixel, laid out as pixel_bits. Words are ranked in groups of
// 1024.
// reads and writes storage bindings 3 to 5

const uint RANKED = 1024u;

layout(std430, binding = 3) buffer Roots { uint root_bits[]; };
layout(std430, binding = 4) buffer Ranks { uint ranks[]; };  // of a word's first bit, in its group
layout(std430, binding = 5) buffer Sums { uint sums[]; };    // roots before a group; behind the last, of all

uint ranked_words() { return uint(word_count.x * word_count.y * ROWS); }
uint ranked_groups() { return (ranked_words() + RANKED - 1u) / RANKED; }

// The number of a root, from 1.
uint number_of(ivec2 root) {
  uint word = uint(root.y * word_count.x + root.x / 32);
  uint before = root_bits[word] & ((1u << (root.x & 31)) - 1u);
  return 1u + sums[word / RANKED] + ranks[word] + uint(bitCount(before));
}
