// merge_volume_tiles: unites the nodes that are linked across the borders of tiles of a volume (merge_lines.glsl).
// Workgroups of each z take the borders of one direction. With periodic axes, merge_volume_tiles_and_seams takes its
// place.
// reads  tile_data, record_pairs
// reads and writes nodes

void main() { merge_lines(int(gl_WorkGroupID.z)); }
