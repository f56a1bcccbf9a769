// mark_kept_roots: marks those roots among the nodes in root_bits that the filter keeps, and counts what it drops. One
// workgroup per tile.
// needs  tiles/tiles, nodes, ranks, limits, node_areas
// reads  counts, nodes, node_areas
// writes root_bits, dropped_roots

shared uint dropped;

void main() {
  uint tile = index_of_tile(own_tile());
  if (invocation() == 0u) dropped = node_areas[place_of_dropped(tile)];
  barrier();

  for (uint i = invocation(); i < counts[tile].nodes; i += GROUP_SIZE) {
    uint node = node_of_tile(tile, i);
    uvec2 own = nodes[node];
    if (own.x != node) continue;
    if (passes_limits(node_areas[place_of_area(node)])) {
      mark_root(pixel_of_label(own.y));
    } else {
      atomicAdd(dropped, 1u);
    }
  }
  barrier();
  if (invocation() == 0u && dropped != 0u) atomicAdd(dropped_roots, dropped);
}
