// measure_components: areas, boxes and sums of coordinates. One workgroup per tile.
//
// cuda-fast measures in write_labels, where the tile is in shared memory already. Here it is a pass of its own, because
// both together need more than the 32 KiB of shared memory that OpenGL promises.
// needs  source_texels, tiles/pixel_sums, tiles/voxel_sums, measure_tile
// reads  tile_data, record_pairs, counts, nodes, root_bits, ranks, sums; with EQUAL the source
// writes the rows of the component table

void main() { measure_tile(); }
