// The records of a solved tile, and storing it for the next passes.
// needs  tiles, nodes, ranks, tile_components, tile_border, filter/label_measured_tiles
// writes tile_data, record_pairs, counts, nodes; with NUMBERED the bits of known roots in root_bits; with MEASURES the
// areas of nodes (filter/label_measured_tiles.glsl)

#ifndef NUMBERED
#error NUMBERED is not defined
#endif

// Set in the entry of a recorded root: the lower half is its component's record and no longer parent and place.
const uint RECORDED = 1u << 31;

shared uint own_nodes;
shared uint tile_roots[ROW_WORDS];  // with NUMBERED a bit per pixel: it is known to be the first of its component

// Records a root's component: makes its node, or marks the root's bit if no other tile has pixels of the component and,
// with MEASURES, the filter keeps it.
void record_root(uint tile, uint root) {
  uint record = run_entries[root] & PLACE;
  ivec2 pixel = pixel_in_tile(record);
  if ((border_roots[root / 32u] >> (root & 31u) & 1u) != 0u) {
    uint own = atomicAdd(own_nodes, 1u);
    uint node = node_of_tile(tile, own);
    nodes[node] = uvec2(node, label_of(pixel));
    record = AT_BORDER | own;
#if MEASURES
    store_area(node, root);
#endif
  } else {
#if MEASURES
    if (keeps_root(root)) atomicOr(tile_roots[record / 32u], 1u << (record & 31u));
#else
    if (NUMBERED != 0) atomicOr(tile_roots[record / 32u], 1u << (record & 31u));
#endif
  }
  run_entries[root] = RECORDED | record;
}

uint record_of_run(uint run) {
  uint entry = run_entries[run];
  if ((entry & RECORDED) == 0u) entry = run_entries[parent_of(entry)];
  return entry & 0xFFFFu;
}

// Stores the tile for the next passes.
void store_tile(uint tile) {
  for (uint i = invocation(); i < uint(ROW_WORDS); i += GROUP_SIZE) {
    store(tile, i, row_bits(i));
  }
  uint own = invocation();
  store_border(tile);
  if (own < uint(BAND_WORDS / 2)) {
    store(tile, RUNS_AT + own, runs_before[2u * own] | runs_before[2u * own + 1u] << 16);
  }
  if (own == 0u) counts[tile].nodes = own_nodes;
  for (uint run = 2u * own; run < run_count; run += 2u * GROUP_SIZE) {
    uint second = run + 1u < run_count ? record_of_run(run + 1u) : 0u;
    store_pair(tile, run / 2u, record_of_run(run) | second << 16);
  }
}

// Stores the bits of known roots, in all words of the tile: this also clears the words without roots.
void store_roots() {
  for (uint i = invocation(); i < uint(ROW_WORDS); i += GROUP_SIZE) {
    uint word = root_word_in_tile(i);
    if (word != NO_WORD) root_bits[word] = tile_roots[i];
  }
}

// Clears what a tile counts and collects.
void clear_components() {
  if (invocation() == 0u) {
    own_nodes = 0u;
    links_found = 0u;
  }
  for (uint i = invocation(); i < uint(MOST_RUNS / 32); i += GROUP_SIZE) border_roots[i] = 0u;
  if (NUMBERED != 0) {
    for (uint i = invocation(); i < uint(ROW_WORDS); i += GROUP_SIZE) tile_roots[i] = 0u;
  }
#if MEASURES
  clear_areas();
#endif
}

// Makes records of the tile's components, and stores the tile. All invocations must call it.
void store_components(uint tile) {
  for (uint run = invocation(); run < run_count; run += GROUP_SIZE) {
    if (is_root(run)) record_root(tile, run);
  }
  barrier();
  store_tile(tile);
  if (NUMBERED != 0) store_roots();
#if MEASURES
  store_dropped(tile);
#endif
}
