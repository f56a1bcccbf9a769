// Measures the components of a tile. An invocation measures the runs of a part of a word by their bits. The tile's part
// of each component is summed in shared memory. A component that does not reach the tile's border is then written as a
// whole; another component is added to by atomics, once per tile. What is summed, and where it is written, is in the
// file of sums before this one.
// needs  words, tiles/tiles, nodes, ranks, prefix

// The components of the tile that are measured: first those of nodes, so that nodes of one component are summed
// together; then the components inside the tile in raster order, counted by the bits of its roots. If such a bit
// belongs to a node, nothing is summed at its index.
const int HASH_BITS = MOST_NODES < 256 ? 8 : MOST_NODES < 512 ? 9 : 10;
const uint PLACES = 1u << HASH_BITS;
shared uint place_labels[PLACES];   // a hash table of the labels of nodes; 0: the place is free
shared uint place_indices[PLACES];  // of a place that is taken: the index of its component
shared uint node_components;        // the number of components of nodes
shared uint component_labels[MOST_NODES];
shared uint node_indices[MOST_NODES];  // the index of a node's component; before all are counted, the label's place
shared uint tile_roots[ROW_WORDS];
shared uint roots_before[ROW_WORDS];

// The words of the tile whose roots an invocation counts. Workgroups of 256 have fewer invocations than the largest
// tiles of volumes have words.
int words_each() { return ROW_WORDS > int(GROUP_SIZE) ? ROW_WORDS / int(GROUP_SIZE) : 1; }

// The bits of roots in a word of the tile.
uint roots_of_word(int own) {
  uint word = own < ROW_WORDS ? root_word_in_tile(uint(own)) : NO_WORD;
  return word != NO_WORD ? root_bits[word] : 0u;
}

// Counts the roots of the tile; `roots` are those of the first of this invocation's words. All invocations must call
// it; the caller needs a barrier after it.
uint order_roots(uint roots) {
  int first = int(invocation()) * words_each();
  int end = min(first + words_each(), ROW_WORDS);
  uint own = 0u;
  for (int word = first; word < end; ++word) {
    uint found = word == first ? roots : roots_of_word(word);
    tile_roots[word] = found;
    own += uint(bitCount(found));
  }
  uint all_roots;
  uint before = sum_before(own, all_roots);
  for (int word = first; word < end; ++word) {
    roots_before[word] = before;
    before += uint(bitCount(tile_roots[word]));
  }
  return all_roots;
}

// Finds the place of the label of a node's component. Who takes a free place counts the component.
void place_node(uint node, uint label) {
  uint place = label * 0x9E3779B1u >> (32 - HASH_BITS);  // a hash by the bits of the golden ratio
  uint found = atomicCompSwap(place_labels[place], 0u, label);
  while (found != 0u && found != label) {
    place = (place + 1u) % PLACES;
    found = atomicCompSwap(place_labels[place], 0u, label);
  }
  if (found == 0u) {
    place_indices[place] = atomicAdd(node_components, 1u);
    component_labels[place_indices[place]] = label;
  }
  node_indices[node] = place;
}

// The label of the component of a node of the tile.
uint label_of_component(uint tile, uint node) { return nodes[nodes[node_of_tile(tile, node)].x].y; }

// Finds the components of the tile and returns their number; `label` is that of the component of this invocation's
// node, or 0. Where the workgroup has fewer invocations than there can be nodes, an invocation takes several. All
// invocations must call it; the caller needs a barrier after it.
uint order_components(uint tile, uint roots, uint label) {
  for (uint i = invocation(); i < PLACES; i += GROUP_SIZE) place_labels[i] = 0u;
  if (invocation() == 0u) node_components = 0u;
  uint all_roots = order_roots(roots);
  barrier();
  if (label != 0u) place_node(invocation(), label);
  if (GROUP_SIZE < MOST_NODES) {
    for (uint node = invocation() + GROUP_SIZE; node < counts[tile].nodes; node += GROUP_SIZE) {
      place_node(node, label_of_component(tile, node));
    }
  }
  barrier();
  if (label != 0u) node_indices[invocation()] = place_indices[node_indices[invocation()]];
  if (GROUP_SIZE < MOST_NODES) {
    for (uint node = invocation() + GROUP_SIZE; node < counts[tile].nodes; node += GROUP_SIZE) {
      node_indices[node] = place_indices[node_indices[node]];
    }
  }
  return node_components + all_roots;
}

const uint NO_COMPONENT = 0xFFFF0000u;  // also less the index of any component

// The index of a record's component. One inside the tile that the filter has dropped has none.
uint index_of_component(uint record) {
  uint index;
  if ((record & AT_BORDER) != 0u) {
    index = node_indices[record & ~AT_BORDER];
  } else {
    uint word = record / uint(WORD_COLUMNS);
    int bit = int(record % uint(WORD_COLUMNS));
    index = node_components + roots_before[word] + uint(bitCount(tile_roots[word] & up_to(bit))) - 1u;
    if (FILTERED != 0) {
      if ((tile_roots[word] >> bit & 1u) == 0u) index = NO_COMPONENT;
    }
  }
  return index;
}

// This invocation's part of a word of the tile.
struct Part {
  uint own;     // which word
  BandBits word;
  uint starts;  // of runs in the part
  uint run;     // the number of the first of them
  uint record;  // and its record, if there is one
};

Part own_part(uint tile) {
  const uint parts = uint(GROUP_SIZE / BAND_WORDS);
  const int part_columns = WORD_COLUMNS / int(parts);
  int begin = int(invocation() % parts) * part_columns;
  Part part;
  part.own = invocation() / parts;
  part.word = stored_word(tile, int(part.own));
  part.starts = part.word.starts & up_to(part_columns - 1) << begin;
  part.run = stored_runs_before(tile, int(part.own)) + uint(bitCount(part.word.starts & (1u << begin) - 1u));
  part.record = part.starts != 0u ? stored_record(tile, part.run) : 0u;
  return part;
}

// Adds the runs of a part that belong to components `first` to `first` + SUMMED - 1. Consecutive runs of one component
// are summed before they are added to the component's sums.
void sum_runs(uint tile, Part part, uint first) {
  uint record = part.record;
  uint current = SUMMED;  // none
  uint current_record = 0u;
  TileSums sums = no_pixels();
  for (uint rest = part.starts; rest != 0u; rest &= rest - 1u) {
    if (rest != part.starts) record = stored_record(tile, ++part.run);
    uint i = index_of_component(record) - first;
    if (i >= SUMMED) continue;
    if (i != current) {
      if (current != SUMMED) add_sums(current, current_record, sums);
      current = i;
      current_record = record;
      sums = no_pixels();
    }
    add_run_of(sums, part.word, part.own, run_of(word_of_bits(part.word), findLSB(rest)));
  }
  if (current != SUMMED) add_sums(current, current_record, sums);
}

// All invocations of the workgroup must call it.
void measure_tile() {
  uint tile = index_of_tile(own_tile());
  uint own = invocation();
  // All loads that wait for no other invocation, so that they wait for memory together.
  uint roots = roots_of_word(int(own) * words_each());
  Part part = own_part(tile);
  uint label = own < counts[tile].nodes ? label_of_component(tile, own) : 0u;
  uint count = same_for_all(order_components(tile, roots, label));
  for (uint first = 0u; first < count; first += SUMMED) {
    uint at_once = min(SUMMED, count - first);
    for (uint i = own; i < at_once; i += GROUP_SIZE) clear_sums(i);
    barrier();

    sum_runs(tile, part, first);
    barrier();

    for (uint i = own; i < uint(VECTORS) * at_once; i += GROUP_SIZE) {  // an invocation per vector of a row
      uint component_index = i / uint(VECTORS);
      if (area_of(component_index) == 0u) continue;
      if (first + component_index >= node_components) {
        write_vector(component_index, int(i % uint(VECTORS)));
      } else {
        add_to_vector(component_index, component_labels[first + component_index], int(i % uint(VECTORS)));
      }
    }
    barrier();
  }
}
