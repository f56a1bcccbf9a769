// The rank of each root in raster order. Words of root_bits lie row by row of the image, word_count.x words per row.
// They are ranked in groups of RANKED_WORDS.
// needs  words, tile_geometry, groups
// reads and writes storage bindings 5 to 7

// A bit per pixel: it is the first of its component.
layout(std430, binding = 5) SHARED_BUFFER buffer Roots { uint root_bits[]; };
// Per word: roots in the words before it in its group.
layout(std430, binding = 6) buffer Ranks { uint ranks[]; };
layout(std430, binding = 7) SHARED_BUFFER buffer Sums {
  uint groups_done;    // last_group.glsl; 0 between two dispatches
  uint dropped_roots;  // with a filter: roots that it has dropped
  uint sums[];         // per group: roots in the groups before; then all
};

uint words_to_rank() { return uint(word_count.x * word_count.y); }
uint ranked_groups() { return (words_to_rank() + uint(RANKED_WORDS) - 1u) / uint(RANKED_WORDS); }

uint root_word_of(ivec2 pixel) { return uint(pixel.y * word_count.x + pixel.x / WORD_COLUMNS); }

void mark_root(ivec2 pixel) { atomicOr(root_bits[root_word_of(pixel)], 1u << (pixel.x & 31)); }

// Roots in the words before a word.
uint roots_before_word(uint word) { return sums[word / uint(RANKED_WORDS)] + ranks[word]; }

// The number of a root, from 1; of a root that the filter has dropped 0.
uint number_of(ivec2 root) {
  uint word = root_word_of(root);
  uint bits = root_bits[word];
  bool kept = FILTERED == 0 || (bits >> (root.x & 31) & 1u) != 0u;
  return kept ? roots_before_word(word) + uint(bitCount(bits & up_to(root.x & 31))) : 0u;
}
