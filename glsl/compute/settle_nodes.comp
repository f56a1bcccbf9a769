// settle_nodes: hangs every node right below its root, and marks the roots in root_bits. One workgroup per tile.
// needs  tiles/tiles, nodes, ranks
// reads  counts, nodes
// writes nodes, root_bits

void main() {
  uint tile = index_of_tile(own_tile());
  for (uint i = invocation(); i < counts[tile].nodes; i += GROUP_SIZE) {
    uint node = node_of_tile(tile, i);
    Root root = find_root(node);
    if (root.node == node) {
      mark_root(pixel_of_label(root.label));
    } else {
      nodes[node].x = root.node;
    }
  }
}
