// write_labels: writes the label of every pixel, also of background, once. One workgroup per tile; it looks up the
// labels of the tile's nodes, then the labels of its runs, and then writes its pixels.
// reads  tile_data, record_pairs, node_counts, nodes; with NUMBERED root_bits, ranks and sums
// writes image binding 0: the labels; without NUMBERED also nodes, whose paths it shortens

#ifndef NUMBERED
#error NUMBERED is not defined
#endif

layout(r32ui, binding = 0) writeonly uniform uimage2D labels;

shared uvec4 words[WORDS_IN_TILE];  // upper, lower, starts, and the number of runs in the words before
shared uint node_labels[MOST_NODES];
shared uint run_labels[MOST_RUNS + 1];  // the label of run r at r + 1

// With NUMBERED, nodes hang right below their roots. Without, other workgroups shorten the same paths at the same
// time, but these always lead to the same roots.
uint label_of_node(uint node) {
#if NUMBERED
  return number_of(pixel_of_label(nodes[nodes[node].x].y));
#else
  return shorten_path(node).label;
#endif
}

uint label_of_record(uint record) {
  if ((record & AT_BORDER) != 0u) return node_labels[record & ~AT_BORDER];
  ivec2 pixel = pixel_in_tile(record);
#if NUMBERED
  return number_of(pixel);
#else
  return label_of(pixel);
#endif
}

void store_label(ivec2 pixel, uint label) {
  if (all(lessThan(pixel, image_size))) imageStore(labels, pixel, uvec4(label));
}

// 32 invocations write words below one another: two rows of a word at a time, first the left half of its columns, then
// the right half. Textures keep such pixels close together.
void write_pixels() {
  int lane = int(invocation()) % 32;
  int first = int(invocation()) / 32;
  int word = first % TILE_WORDS;
  int column = lane % 16;
  uint left = up_to(column);
  uint right = up_to(column + 16);
  ivec2 pixel = own_origin() + ivec2(word * WORD_COLUMNS + column, 0);
  for (int pair = first / TILE_WORDS; pair < TILE_ROWS / 2; pair += GROUP_SIZE / 32 / TILE_WORDS) {
    int row = 2 * pair + lane / 16;
    uvec4 found = words[row / ROWS * TILE_WORDS + word];
    uint bits = (row % ROWS == 0 ? found.x : found.y) >> column;
    uint label_left = run_labels[found.w + uint(bitCount(found.z & left))];
    uint label_right = run_labels[found.w + uint(bitCount(found.z & right))];
    store_label(pixel + ivec2(0, row), (bits & 1u) != 0u ? label_left : 0u);
    store_label(pixel + ivec2(16, row), (bits >> 16 & 1u) != 0u ? label_right : 0u);
  }
}

void main() {
  uint tile = index_of_tile(own_tile());
  uint own = invocation();
  if (own < uint(WORDS_IN_TILE)) {
    Word word = stored_word(tile, int(own));
    words[own] = uvec4(word.upper, word.lower, word.starts, stored_runs_before(tile, int(own)));
  }
  for (uint i = own; i < node_counts[tile]; i += GROUP_SIZE) node_labels[i] = label_of_node(node_of_tile(tile, i));
  barrier();

  uint runs = words[WORDS_IN_TILE - 1].w + uint(bitCount(words[WORDS_IN_TILE - 1].z));
  for (uint run = 2u * own; run < runs; run += 2u * GROUP_SIZE) {
    uint pair = stored_pair(tile, run / 2u);
    run_labels[run + 1u] = label_of_record(half_of(pair, 0u));
    if (run + 1u < runs) run_labels[run + 2u] = label_of_record(half_of(pair, 1u));
  }
  barrier();

  write_pixels();
}
