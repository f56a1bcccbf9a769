// Adds the run with these columns of word `own` of the tile's bands to the area of its component (tile_areas.glsl), in
// the place of compute/images/runs_at_border.glsl.
void add_run_of(inout TileSums sums, Word word, uint own, uint columns) {
  ivec3 at = band_word(own);
  for (int i = 0; i < ROWS_Y * ROWS_Z; ++i) {
    int y = at.y * ROWS_Y + i % ROWS_Y;
    int z = at.z * ROWS_Z + i / ROWS_Y;
    ivec3 first = own_origin() + ivec3(at.x * WORD_COLUMNS, y, z);
    bool at_border = (drops_border_of(1) && (first.y == 0 || first.y == volume.x - 1)) ||
                     (drops_border_of(2) && (first.z == 0 || first.z == volume.y - 1));
    add_bits(sums, bits_of(at.x, y, z) & columns, at_border, first.x);
  }
}
