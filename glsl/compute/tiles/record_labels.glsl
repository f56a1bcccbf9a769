// The labels of the nodes and records of a tile.
// needs  tiles, nodes, ranks

#ifndef NUMBERED
#error NUMBERED is not defined
#endif

shared uint node_labels[MOST_NODES];

// With NUMBERED, nodes hang right below their roots. Without, other workgroups shorten the same paths at the same
// time, but these always lead to the same roots.
uint label_of_node(uint node) {
  uint label;
  if (NUMBERED != 0) {
    label = number_of(pixel_of_label(nodes[nodes[node].x].y));
  } else {
    label = shorten_path(node).label;
  }
  return label;
}

// Looks up the labels of the tile's nodes. The caller needs a barrier after it.
void look_up_nodes(uint tile) {
  for (uint i = invocation(); i < counts[tile].nodes; i += GROUP_SIZE) {
    node_labels[i] = label_of_node(node_of_tile(tile, i));
  }
}

uint label_of_record(uint record) {
  uint label;
  if ((record & AT_BORDER) != 0u) {
    label = node_labels[record & ~AT_BORDER];
  } else if (NUMBERED != 0) {
    label = number_of(pixel_in_tile(record));
  } else {
    label = label_of(pixel_in_tile(record));
  }
  return label;
}
