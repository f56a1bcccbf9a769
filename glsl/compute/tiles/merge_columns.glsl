// Unites the nodes that are linked across the borders of tiles of a plane.
// needs  uniforms, unite_crossings
// reads  tile_data, record_pairs
// reads and writes nodes

#ifndef VOLUME
GLCCL_UNIFORM(AT_COLUMNS_EACH, int, columns_each)  // per invocation: 1 to 32, a power of two

// An invocation takes columns below a horizontal border, or a band beside a vertical border.
void merge_borders(int part) {
  int job = int(job_index());
  int bands = (volume.x + ROWS_Y - 1) / ROWS_Y;
  int with_columns = (volume.w - 1) * word_count.x * (WORD_COLUMNS / columns_each);
  if (job < with_columns) {
    int column = job * columns_each;
    int word = column / WORD_COLUMNS % word_count.x;
    ivec2 tile = ivec2(word / WORDS_X, column / WORD_COLUMNS / word_count.x + 1);
    unite_columns(line_of_plane(ACROSS_Y, tile, word % WORDS_X), up_to(columns_each - 1) << (column % WORD_COLUMNS));
  } else if (job < with_columns + (volume.z - 1) * bands) {
    job -= with_columns;
    int band = job % bands;
    unite_columns(line_of_plane(ACROSS_X, ivec2(job / bands + 1, band / BANDS_Y), band % BANDS_Y), ALL_COLUMNS);
  }
}
#endif
