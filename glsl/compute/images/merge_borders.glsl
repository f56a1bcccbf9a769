// Unites the nodes that are linked across the borders of tiles.
// reads  tile_data, record_pairs
// reads and writes nodes

layout(location = AT_COLUMNS_EACH) uniform int columns_each;  // per invocation: 1 to 32, a power of two

uint bits_of(int word, int row) { return image_bits(word, row); }
uint links_of(int word, int row, int direction) { return image_links(word, row, direction); }

// An invocation takes columns below a horizontal border, or a band beside a vertical border.
void merge_borders(int job) {
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
