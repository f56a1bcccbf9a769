// Adds the run with these columns of word `own` of the tile's bands to the area of its component (tile_areas.glsl).
void add_run_of(inout TileSums sums, Word word, uint own, uint columns) {
  ivec2 first = own_origin() + ivec2(own % uint(TILE_WORDS) * uint(WORD_COLUMNS), own / uint(TILE_WORDS) * uint(ROWS));
  int last = image_size.y - 1;
  bool rows_count = drops_border_of(1);
  add_bits(sums, word.upper & columns, rows_count && (first.y == 0 || first.y == last), first.x);
  if (ROWS == 2) add_bits(sums, word.lower & columns, rows_count && first.y + 1 == last, first.x);
}
