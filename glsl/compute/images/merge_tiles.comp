// merge_tiles: unites the nodes that are linked across the borders of tiles (merge_borders.glsl). Where there are few
// tiles, label_tiles does this (merge_in_tiles.glsl). With periodic axes, merge_tiles_and_seams takes its place.
// reads  tile_data, record_pairs
// reads and writes nodes

void main() { merge_borders(int(job_index())); }
