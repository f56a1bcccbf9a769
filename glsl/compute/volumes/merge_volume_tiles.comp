// merge_volume_tiles: unites the nodes that are linked across the borders of tiles of a volume. An invocation takes a
// word of a band and its links with one band before it, or with the word to the left. Words and bands are counted in
// the volume.
// reads  tile_data, record_pairs
// reads and writes nodes

// The tile of a word of a band.
uint tile_at(int word, int y, int z) { return index_of_tile(ivec3(word / WORDS_X, y / BANDS_Y, z / BANDS_Z)); }

uint bits_of(int word, int y, int z) {
  if (word < 0 || y < 0 || z < 0 || word >= word_count.x || y >= volume.x) return 0u;
  return stored_bits(tile_at(word, y / ROWS_Y, z / ROWS_Z), word % WORDS_X, y % SIDE_Y, z % SIDE_Z);
}

#if CRITERION != FOREGROUND
uint links_of(int word, int y, int z, int direction) {
  if (word < 0 || y < 0 || z < 0 || word >= word_count.x || y >= volume.x) return 0u;
  return stored_links(tile_at(word, y, z), word % WORDS_X, y % SIDE_Y, z % SIDE_Z, direction);
}
#endif

// The node of the run at a column of a word at a border.
uint node_at(ivec3 at, int column) {
  uint tile = tile_at(at.x, at.y, at.z);
  int own = (at.z % BANDS_Z * BANDS_Y + at.y % BANDS_Y) * WORDS_X + at.x % WORDS_X;
  uint starts = starts_in(at.x, at.y, at.z);
  uint run = stored_runs_before(tile, own) + uint(bitCount(starts & up_to(column))) - 1u;
  return node_of_tile(tile, stored_record(tile, run) & ~AT_BORDER);
}

// The columns of a word whose neighbour `dx` to the right in a band at `other` lies in another tile.
uint columns_at_border(ivec3 at, ivec3 other, int dx) {
  uint columns = other.y / BANDS_Y != at.y / BANDS_Y || other.z / BANDS_Z != at.z / BANDS_Z ? ALL_COLUMNS : 0u;
  if (dx < 0 && at.x % WORDS_X == 0) columns |= FIRST_COLUMN;
  if (dx > 0 && at.x % WORDS_X == WORDS_X - 1) columns |= LAST_COLUMN;
  return columns;
}

void main() {
  int bands_y = (volume.x + ROWS_Y - 1) / ROWS_Y;
  int bands_z = (volume.y + ROWS_Z - 1) / ROWS_Z;
  int job = int(job_index());
  int words = word_count.x * bands_y * bands_z;
  int band = job / words;
  if (band > BANDS_BEFORE) return;
  job %= words;
  ivec3 at = ivec3(job % word_count.x, job / word_count.x % bands_y, job / word_count.x / bands_y);
  ivec3 other = at;
  if (band < BANDS_BEFORE) other += ivec3(0, band_dy(band), band_dz(band));
  if (other.y < 0 || other.z < 0 || other.y >= bands_y) return;
  for (int dx = -1; dx <= 1; ++dx) {
    uint columns = columns_at_border(at, other, dx);
    if (columns == 0u) continue;
    uint linked = 0u;
    if (band < BANDS_BEFORE) {
      linked = crossing_to(at.x, at.y, at.z, band, dx, columns);
    } else if (dx < 0 && at.x > 0 && needs_left(at.x, at.y, at.z)) {
      linked = FIRST_COLUMN;
    }
    for (uint rest = linked; rest != 0u; rest &= rest - 1u) {
      int bit = findLSB(rest);
      int column = WORD_COLUMNS * at.x + bit + dx;
      unite(node_at(at, bit), node_at(ivec3(column / WORD_COLUMNS, other.yz), column % WORD_COLUMNS));
    }
  }
}
