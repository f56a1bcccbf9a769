// label_tiles: packs a tile into bits, solves it in shared memory, and makes a node of each component that reaches the
// tile's border. One workgroup per tile; an invocation takes one run after another. With MERGES it unites the nodes
// too, as merge_tiles does otherwise. With MEASURES it sums areas for a filter by limits.
// needs  pack_bits, link_elements, mask/mask_tile, tile_links, tile_border, store_tile, merge_in_tiles
// reads  the source, with MASKED the bits of the mask
// writes tile_data, record_pairs, counts, nodes; with NUMBERED the bits of known roots in root_bits; with MEASURES
//        node_areas, dropped_roots

#ifndef MERGES
#error MERGES is not defined
#endif
#ifndef MASKED
#error MASKED is not defined
#endif

void main() {
  uint tile = index_of_tile(own_tile());
  clear_components();
  clear_frame();
#if CRITERION == FOREGROUND
  pack_bits();
#else
  link_elements();
#endif
  barrier();

  if (MASKED != 0) {
    mask_tile();
    barrier();
  }

  list_runs();
#ifdef KEEPS_LINKS
  keep_links();
#endif
  barrier();

  solve_tile();
#if MEASURES
  sum_tile();
  barrier();
#endif
  mark_border();
#ifdef VOLUME
  barrier();  // places are those of runs until then
#endif
  survey_runs();
  barrier();

  store_components(tile);
#if MERGES
  merge_ready_borders();
#endif
}
