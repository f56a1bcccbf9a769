// merge_tiles_and_seams: merge_tiles with periodic axes. One pass unites nodes across the borders of tiles and across
// seams, because a pass takes longer than the work at seams. No union depends on another, so their order does not
// matter. Workgroups of z 0 take the borders, and those of each further z the seam of an axis.
// reads  tile_data, record_pairs; unless all occupied neighbours are linked, the source
// reads and writes nodes

void main() {
  int part = int(gl_WorkGroupID.z);
  if (part == 0) {
    merge_borders(int(job_index()));
  } else {
    unite_seam(part - 1);
  }
}
