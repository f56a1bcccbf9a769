// merge_tiles_and_seams: merge_tiles with periodic axes. One pass unites nodes across the borders of tiles and across
// seams, because a pass takes longer than the work at seams. No union depends on another, so their order does not
// matter. Workgroups of the first z take the borders, and those of each further z the seam of an axis.
// needs  crossings, tiles/merge_columns, tiles/merge_lines, unite_seams
// reads  tile_data, record_pairs; unless all occupied neighbours are linked, the source
// reads and writes nodes

const int BORDER_PARTS = PLANE ? 1 : DIRECTIONS_ACROSS;

void main() {
  int part = int(gl_WorkGroupID.z);
  if (part < BORDER_PARTS) {
    merge_borders(part);
  } else {
    unite_seam(part - BORDER_PARTS);
  }
}
