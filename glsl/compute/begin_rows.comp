// begin_rows: starts the component table: the header, and the rows of roots among the nodes, to which several tiles may
// add. One workgroup per tile.
// needs  source_texels, tiles/tiles, nodes, ranks, begin_rows
// reads  counts, nodes, root_bits, ranks, sums; with EQUAL the source
// writes the component table; areas and sums start at 0, the box is that of the first pixel

void main() {
  uint tile = index_of_tile(own_tile());
  if (tile == 0u && invocation() == 0u) {
    uint all = sums[ranked_groups()];
    write_header(all, FILTERED != 0 ? all + dropped_roots : all);
  }
  for (uint i = invocation(); i < counts[tile].nodes; i += GROUP_SIZE) {
    uint node = node_of_tile(tile, i);
    uvec2 own = nodes[node];
    if (own.x == node) {
      ivec2 first = pixel_of_label(own.y);
      uint row = number_of(first) - 1u;
      if (row < table_rows) begin_row(row, first, box_of(first), packed_value(first));
    }
  }
}
