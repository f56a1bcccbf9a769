// sum_nodes: settle_nodes for a filter by limits. Hangs every node right below its root, and adds its area to that of
// the root, once for each root of the tile's nodes. A root that the limits already drop needs no more: most images have
// one component all over that is at the border. One workgroup per tile.
// needs  tiles/tiles, nodes, limits, node_areas
// reads  counts, nodes, node_areas
// writes nodes, node_areas

// The areas of the tile's nodes by their roots: a hash table.
const int PLACE_BITS_OF_ROOTS = MOST_NODES < 256 ? 8 : 9;
const uint PLACES = 1u << PLACE_BITS_OF_ROOTS;
shared uint root_keys[PLACES];   // 1 + a root; 0: the place is free
shared uint root_areas[PLACES];  // | AT_IMAGE_BORDER

void add_to_root(uint root, uint area) {
  uint key = root + 1u;
  uint place = key * 0x9E3779B1u >> (32 - PLACE_BITS_OF_ROOTS);  // a hash by the bits of the golden ratio
  uint found = atomicCompSwap(root_keys[place], 0u, key);
  while (found != 0u && found != key) {
    place = (place + 1u) % PLACES;
    found = atomicCompSwap(root_keys[place], 0u, key);
  }
  atomicAdd(root_areas[place], area & ~AT_IMAGE_BORDER);
  if ((area & AT_IMAGE_BORDER) != 0u) atomicOr(root_areas[place], AT_IMAGE_BORDER);
}

void main() {
  uint tile = index_of_tile(own_tile());
  for (uint i = invocation(); i < PLACES; i += GROUP_SIZE) root_keys[i] = root_areas[i] = 0u;
  barrier();

  for (uint i = invocation(); i < counts[tile].nodes; i += GROUP_SIZE) {
    uint node = node_of_tile(tile, i);
    uint root = find_root(node).node;
    if (root != node) {
      nodes[node].x = root;
      add_to_root(root, node_areas[place_of_area(node)]);
    }
  }
  barrier();

  for (uint i = invocation(); i < PLACES; i += GROUP_SIZE) {
    if (root_keys[i] == 0u) continue;
    uint place = place_of_area(root_keys[i] - 1u);
    uint area = root_areas[i];
    if (is_beyond(node_areas[place])) continue;
    atomicAdd(node_areas[place], area & ~AT_IMAGE_BORDER);
    if ((area & AT_IMAGE_BORDER) != 0u) atomicOr(node_areas[place], AT_IMAGE_BORDER);
  }
}
