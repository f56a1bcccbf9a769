// measure_areas: the areas of all components, and which of them are at the border of the image. One workgroup per tile.
// needs  tile_areas, measure_tile
// reads  tile_data, record_pairs, counts, nodes, root_bits, ranks, sums
// writes areas

void main() { measure_tile(); }
