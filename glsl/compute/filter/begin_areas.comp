// begin_areas: areas of 0 for the components that have nodes, to which several tiles may add. One workgroup per tile.
// needs  tiles/tiles, nodes, ranks, areas
// reads  counts, nodes, root_bits, ranks, sums
// writes areas, and what select_largest begins with

void main() {
  uint tile = index_of_tile(own_tile());
  for (uint i = invocation(); i < counts[tile].nodes; i += GROUP_SIZE) {
    uint node = node_of_tile(tile, i);
    uvec2 own = nodes[node];
    if (own.x == node) areas[number_of(pixel_of_label(own.y)) - 1u] = 0u;
  }
  if (tile != 0u) return;
  for (uint i = invocation(); i < uint(DIGIT_VALUES); i += GROUP_SIZE) digit_counts[i] = 0u;
  if (invocation() == 0u) {
    digits_found = 0u;
    wanted = largest_count();
    smallest_key.area = 0u;
    smallest_key.place = 0u;
  }
}
