// write_labels: the label of every pixel, background too, once. A group has a tile; it looks up the labels of its nodes, then those of its
// runs, and then writes pixel after pixel.
// reads  tile_data, record_pairs, node_counts, nodes; with NUMBERED root_bits, ranks and sums
// writes image binding 0: the labels; without NUMBERED also nodes, whose chains it shortens

#ifndef NUMBERED
#error NUMBERED is not defined
#endif

layout(r32ui, binding = 0) writeonly uniform uimage2D labels;

shared Word words[WORDS_IN_TILE];
shared uint runs_before[WORDS_IN_TILE];
shared uint node_labels[MOST_NODES];
shared uint run_labels[MOST_RUNS + 1];  // that of run r at r + 1

// With NUMBERED nodes hang right below their roots. Else others shorten the same chains meanwhile, which lead to the same roots.
uint label_of_node(uint node) {
#if NUMBERED
  return number_of(pixel_of_label(nodes[nodes[node].x].y));
#else
  return shorten_path(node).label;
#endif
}

uint label_of_record(uint record) {
  if ((record & AT_BORDER) != 0u) return node_labels[record & ~AT_BORDER];
  ivec2 pixel = own_origin() + pixel_at(record);
#if NUMBERED
  return number_of(pixel);
#else
  return label_of(pixel);
#endif
}

// 16 columns of two rows at a time for 32 invocations: textures keep such pixels together.
void write_pixels() {
  int lane = int(invocation()) % 32;
  for (int i = int(invocation()) / 32; i < TILE_ROWS * TILE_WORDS; i += GROUP_SIZE / 32) {
    ivec2 in_tile = ivec2(i % (2 * TILE_WORDS) * 16 + lane % 16, i / (2 * TILE_WORDS) * 2 + lane / 16);
    ivec2 pixel = own_origin() + in_tile;
    int own = in_tile.y / ROWS * TILE_WORDS + in_tile.x / WORD_COLUMNS;
    int column = in_tile.x % WORD_COLUMNS;
    uint bits = in_tile.y % ROWS == 0 ? words[own].upper : words[own].lower;
    uint label = run_labels[runs_before[own] + uint(bitCount(words[own].starts & up_to(column)))];
    if (all(lessThan(pixel, image_size))) imageStore(labels, pixel, uvec4((bits >> column & 1u) != 0u ? label : 0u));
  }
}

void main() {
  uint tile = index_of_tile(own_tile());
  uint own = invocation();
  if (own < uint(WORDS_IN_TILE)) {
    words[own] = stored_word(tile, int(own));
    runs_before[own] = stored_runs_before(tile, int(own));
  }
  for (uint i = own; i < node_counts[tile]; i += GROUP_SIZE) node_labels[i] = label_of_node(node_of_tile(tile, i));
  barrier();

  uint runs = runs_before[WORDS_IN_TILE - 1] + uint(bitCount(words[WORDS_IN_TILE - 1].starts));
  for (uint run = 2u * own; run < runs; run += 2u * GROUP_SIZE) {
    uint pair = stored_pair(tile, run / 2u);
    run_labels[run + 1u] = label_of_record(half_of(pair, 0u));
    if (run + 1u < runs) run_labels[run + 2u] = label_of_record(half_of(pair, 1u));
  }
  barrier();

  write_pixels();
}
