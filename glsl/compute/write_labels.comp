// write_labels: the label of every pixel, background too. A group has a tile; it looks its runs up first, and then writes pixel after pixel.
// reads  pixel_bits, start_bits, the nodes of the tile in `forest`; with NUMBERED root_bits, ranks and sums
// writes `forest`, which is then the result

#ifndef NUMBERED
#error NUMBERED is not defined
#endif

const int TILE_ROWS = TILE_BANDS * ROWS;

shared Word words[TILE_WORDS * TILE_BANDS];
shared uint run_labels[TILE_WORDS * TILE_BANDS * 32];  // at the runs' starts

// NUMBERED: nodes hang right below their roots. Else a root's label is its component's, and to write a pixel's is to hang
// it below its root: other groups may go on following chains through the tile meanwhile.
uint label_of_run(uint node) {
#if NUMBERED
  return number_of(pixel_of(parent_of(node)));
#else
  return find_root(node);
#endif
}

void main() {
  ivec2 first = ivec2(gl_WorkGroupID.xy) * ivec2(TILE_WORDS, TILE_BANDS);
  int own = int(gl_LocalInvocationIndex);
  if (own < TILE_WORDS * TILE_BANDS) {
    ivec2 at = first + ivec2(own % TILE_WORDS, own / TILE_WORDS);
    Word word = Word(0u, 0u, 0u);
    if (all(lessThan(at, word_count))) word = stored_word(at.x, at.y);
    words[own] = word;
    for (uint rest = word.starts; rest != 0u; rest &= rest - 1u) {
      int start = findLSB(rest);
      run_labels[32 * own + start] = label_of_run(label_of(node_pixel(word, at.x, at.y, start)));
    }
  }
  barrier();

  for (int i = own; i < 32 * TILE_WORDS * TILE_ROWS; i += GROUP_SIZE) {
    ivec2 in_tile = ivec2(i % (32 * TILE_WORDS), i / (32 * TILE_WORDS));
    ivec2 pixel = first * ivec2(32, ROWS) + in_tile;
    if (any(greaterThanEqual(pixel, image_size))) continue;
    int place = in_tile.y / ROWS * TILE_WORDS + in_tile.x / 32;
    int bit = in_tile.x & 31;
    Word word = words[place];
    uint bits = in_tile.y % ROWS == 0 ? word.upper : word.lower;
    uint label = (bits >> bit & 1u) == 0u ? 0u : run_labels[32 * place + start_of(word, bit)];
    imageStore(forest, pixel, uvec4(label));
  }
}
