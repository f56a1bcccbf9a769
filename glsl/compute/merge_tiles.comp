// merge_tiles: unites the nodes that are linked across the borders of tiles. An invocation takes columns below a
// horizontal border, or a band beside a vertical border.
// reads  tile_data, record_pairs
// reads and writes nodes

layout(location = AT_COLUMNS_EACH) uniform int columns_each;  // per invocation: 1 to 32, a power of two

uint tile_at(int word, int band) { return index_of_tile(ivec2(word / TILE_WORDS, band / BANDS)); }
int place_at(int word, int band) { return band % BANDS * TILE_WORDS + word % TILE_WORDS; }

uint bits_of(int word, int row) {
  if (word < 0 || row < 0 || word >= word_count.x) return 0u;
  return stored_bits(tile_at(word, row / ROWS), word % TILE_WORDS, row % TILE_ROWS);
}

// Of a row at the upper border of a tile, or of the first or last column of a tile.
uint links_of(int word, int row, int direction) {
#if CRITERION == FOREGROUND
  return ALL_COLUMNS;
#else
  if (word < 0) return 0u;
  int own = word % TILE_WORDS;
  uint links = stored_links(tile_at(word, row), place_of_links(own, row % TILE_ROWS, direction));
  return links_from(links, own, row % TILE_ROWS, direction);
#endif
}

Word word_at(int word, int band) { return stored_word(tile_at(word, band), place_at(word, band)); }

// The node of the run at a column of a word at a border.
uint node_at(int word, int band, int column) {
  uint tile = tile_at(word, band);
  uint before = stored_runs_before(tile, place_at(word, band));
  uint run = before + uint(bitCount(word_at(word, band).starts & up_to(column))) - 1u;
  return node_of_tile(tile, stored_record(tile, run) & ~AT_BORDER);
}

// Unites columns of a word with the columns that they are in contact with across a border.
void unite_columns(int word, int band, uint columns, BorderContacts contacts) {
  const ivec2 offsets[5] = ivec2[](ivec2(-1, 0), ivec2(0, -1), ivec2(-1, -1), ivec2(1, -1), ivec2(-1, 1));
  uint linked[5] = uint[](contacts.left, contacts.up, contacts.up_left, contacts.up_right, contacts.down_left);
  for (int i = 0; i < 5; ++i) {
    for (uint rest = linked[i] & columns; rest != 0u; rest &= rest - 1u) {
      int bit = findLSB(rest);
      int column = WORD_COLUMNS * word + bit + offsets[i].x;
      unite(node_at(word, band, bit), node_at(column / WORD_COLUMNS, band + offsets[i].y, column % WORD_COLUMNS));
    }
  }
}

void main() {
  int job = int(job_index());
  int with_columns = (word_count.y - 1) / BANDS * word_count.x * (WORD_COLUMNS / columns_each);
  int beside_vertical = (word_count.x - 1) / TILE_WORDS * word_count.y;
  if (job >= with_columns + beside_vertical) return;
  BorderContacts contacts;
  uint own = FIRST_COLUMN;
  int word, band;
  if (job < with_columns) {
    int column = job * columns_each;
    word = column / WORD_COLUMNS % word_count.x;
    band = (column / WORD_COLUMNS / word_count.x + 1) * BANDS;
    own = up_to(columns_each - 1) << (column % WORD_COLUMNS);
    contacts = contacts_up(word, band);
  } else {
    job -= with_columns;
    word = (job / word_count.y + 1) * TILE_WORDS;
    band = job % word_count.y;
    contacts = contacts_left(word, band, word_count.y);
  }
  unite_columns(word, band, own, contacts);
}
