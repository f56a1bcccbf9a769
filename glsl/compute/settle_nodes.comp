// settle_nodes: hangs every node right below its root, and marks the roots in root_bits. One workgroup per tile.
// reads  node_counts, nodes
// writes nodes, root_bits

void main() { settle_nodes(index_of_tile(own_tile())); }
