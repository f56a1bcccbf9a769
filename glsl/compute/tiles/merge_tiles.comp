// merge_tiles: unites the nodes that are linked across the borders of tiles: of a plane by merge_columns.glsl, of a
// volume by merge_lines.glsl, in which workgroups of each z take the borders of one direction. Where an image has few
// tiles, label_tiles does this (merge_in_tiles.glsl). With periodic axes, merge_tiles_and_seams takes its place.
// needs  merge_columns, merge_lines
// reads  tile_data, record_pairs
// reads and writes nodes

void main() { merge_borders(int(gl_WorkGroupID.z)); }
