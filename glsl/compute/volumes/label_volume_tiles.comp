// label_volume_tiles: packs a tile of a volume into bits, solves it in shared memory, and makes a node of each
// component that reaches the tile's border. One workgroup per tile; an invocation takes one run after another.
// reads  the source, with MASKED the bits of the mask
// writes tile_data, record_pairs, counts, nodes; with NUMBERED the bits of known roots in root_bits

#ifndef MASKED
#error MASKED is not defined
#endif

void main() {
  clear_components();
  clear_frame();
#if CRITERION == FOREGROUND
  pack_voxels();
#else
  link_voxels();
#endif
  barrier();

#if MASKED
  mask_tile();
  barrier();
#endif

  list_runs();
  barrier();

  solve_tile();
  mark_border();
  barrier();

  survey_runs();
  barrier();

  store_components(index_of_tile(own_tile()));
}
