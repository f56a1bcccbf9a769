// Hangs every node of a tile right below its root, and marks the roots in root_bits.
void settle_nodes(uint tile) {
  for (uint i = invocation(); i < node_counts[tile]; i += GROUP_SIZE) {
    uint node = node_of_tile(tile, i);
    Root root = find_root(node);
    if (root.node == node) {
      mark_root(pixel_of_label(root.label));
    } else {
      nodes[node].x = root.node;
    }
  }
}
