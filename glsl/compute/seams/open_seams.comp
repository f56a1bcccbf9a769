// open_seams: makes nodes of the components that touch the seam of a periodic axis and no border of their tile inside
// of the image. One workgroup per tile. The elements of a tile at the end of the image are those of a smaller tile, so
// it has no more components at its sides than other tiles have nodes.
// reads and writes tile_data, record_pairs, counts
// writes nodes; with NUMBERED clears bits of known roots in root_bits

#ifndef NUMBERED
#error NUMBERED is not defined
#endif

shared uint opened[ROW_WORDS];        // a bit per element: the first of a component that gets a node
shared uint nodes_before[ROW_WORDS];  // nodes of the tile before those of a word
shared uint node_count;               // of the tile

// Collects the components without a node that have elements of the tile at a coordinate of an axis.
void collect_side(uint tile, int axis, int coordinate) {
  int u = (axis + 1) % AXIS_COUNT;
  int v = (axis + 2) % AXIS_COUNT;
  for (int i = int(invocation()); i < TILE_SIDES[u] * TILE_SIDES[v]; i += GROUP_SIZE) {
    ivec3 at;
    at[axis] = coordinate;
    at[u] = i % TILE_SIDES[u];
    at[v] = i / TILE_SIDES[u];
    if (!is_occupied(tile, at)) continue;
    uint record = record_of_element(tile, at);
    if ((record & AT_BORDER) == 0u) atomicOr(opened[record / 32u], 1u << (record & 31u));
  }
}

// Makes the nodes of a word of first elements.
void make_nodes(uint tile, uint word) {
  uint own = atomicAdd(node_count, uint(bitCount(opened[word])));
  nodes_before[word] = own;
  for (uint rest = opened[word]; rest != 0u; rest &= rest - 1u) {
    uint node = node_of_tile(tile, own);
    nodes[node] = uvec2(node, label_of(pixel_in_tile(32u * word + uint(findLSB(rest)))));
    ++own;
  }
#if NUMBERED
  uint roots = root_word_in_tile(word);
  if (roots != NO_WORD) root_bits[roots] &= ~opened[word];
#endif
}

uint opened_record(uint record) {
  if ((record & AT_BORDER) != 0u) return record;
  uint word = record / 32u;
  uint bit = 1u << (record & 31u);
  if ((opened[word] & bit) == 0u) return record;
  return AT_BORDER | (nodes_before[word] + uint(bitCount(opened[word] & (bit - 1u))));
}

void main() {
  ivec3 first = first_of_tile();
  ivec3 behind = element_count() - first;
  uint tile = tile_of(first);
  uint own = invocation();
  uint before = counts[tile].nodes;
  if (own == 0u) node_count = before;
  for (uint i = own; i < uint(ROW_WORDS); i += GROUP_SIZE) opened[i] = 0u;
  barrier();
  for (int axis = 0; axis < AXIS_COUNT; ++axis) {
    if (!has_axis(periodic_axes, axis)) continue;
    if (first[axis] == 0) collect_side(tile, axis, 0);
    if (behind[axis] <= TILE_SIDES[axis]) collect_side(tile, axis, behind[axis] - 1);
  }
  barrier();
  for (uint i = own; i < uint(ROW_WORDS); i += GROUP_SIZE) {
    if (opened[i] != 0u) make_nodes(tile, i);
  }
  barrier();
  if (node_count == before) return;
  if (own == 0u) counts[tile].nodes = node_count;
  int last = BAND_WORDS - 1;
  uint runs = stored_runs_before(tile, last) + uint(bitCount(starts_in_word(tile, last)));
  for (uint pair = own; 2u * pair < runs; pair += GROUP_SIZE) {
    uint records = stored_pair(tile, pair);
    store_pair(tile, pair, opened_record(half_of(records, 0u)) | opened_record(half_of(records, 1u)) << 16);
  }
}
