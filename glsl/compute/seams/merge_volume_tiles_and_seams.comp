// merge_volume_tiles_and_seams: merge_volume_tiles with periodic axes (merge_tiles_and_seams.comp says why). Workgroups
// of the first DIRECTIONS_ACROSS z take the borders of one direction, and those of each further z the seam of an axis.
// reads  tile_data, record_pairs; unless all occupied neighbours are linked, the source
// reads and writes nodes

void main() {
  int part = int(gl_WorkGroupID.z);
  if (part < DIRECTIONS_ACROSS) {
    merge_lines(part);
  } else {
    unite_seam(part - DIRECTIONS_ACROSS);
  }
}
