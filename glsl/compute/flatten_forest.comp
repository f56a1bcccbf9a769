// flatten_forest: hangs every node right below its root, and marks the roots. An invocation has a word of a band.
// reads  pixel_bits, start_bits
// writes `forest` and root_bits

void main() {
  ivec2 at = ivec2(gl_WorkGroupID.xy) * ivec2(TILE_WORDS, TILE_BANDS) +
             ivec2(gl_LocalInvocationIndex % TILE_WORDS, gl_LocalInvocationIndex / TILE_WORDS);
  if (any(greaterThanEqual(at, word_count))) return;
  Word word = stored_word(at.x, at.y);
  uvec2 roots = uvec2(0u);
  for (uint rest = word.starts; rest != 0u; rest &= rest - 1u) {
    int start = findLSB(rest);
    ivec2 node = node_of(word, start);
    uint label = label_of(node_pixel(word, at.x, at.y, start));
    uint parent = parent_of(label);
    if (parent == label) {
      roots[node.y] |= 1u << node.x;
    } else {
      imageStore(forest, pixel_of(label), uvec4(find_root(parent)));
    }
  }
  for (int row = 0; row < ROWS; ++row) root_bits[(at.y * ROWS + row) * word_count.x + at.x] = roots[row];
}
