// merge_tiles: unites the nodes that are linked across the borders of tiles. An invocation has columns below a horizontal border,
// or a band beside a vertical one.
// reads  tile_data, record_pairs; with value criteria the source
// reads and writes nodes

layout(location = AT_COLUMNS_EACH) uniform int columns_each;  // of an invocation: 1 to 32, a power of two

uint tile_at(int word, int band) { return index_of_tile(ivec2(word / TILE_WORDS, band / TILE_BANDS)); }
int place_at(int word, int band) { return band % TILE_BANDS * TILE_WORDS + word % TILE_WORDS; }

uint bits_of(int word, int row) {
  if (word < 0 || row < 0 || word >= word_count.x) return 0u;
  return stored_bits(tile_at(word, row / ROWS), word % TILE_WORDS, row % TILE_ROWS);
}

ivec2 pixel_of(int word, int row) { return ivec2(WORD_COLUMNS * word, row); }

Word word_at(int word, int band) { return stored_word(tile_at(word, band), place_at(word, band)); }

// The node of the run that a column of a word at a border is in.
uint node_at(int word, int band, int column) {
  uint tile = tile_at(word, band);
  uint before = stored_runs_before(tile, place_at(word, band));
  uint run = before + uint(bitCount(word_at(word, band).starts & up_to(column))) - 1u;
  return node_of_tile(tile, stored_record(tile, run) & ~AT_BORDER);
}

// Which columns of a word are united with others: bit b of contacts[i] is column b with the one at OFFSETS[i] from it.
const int LEFT = 0;
const int UP = 1;
const int UP_LEFT = 2;
const int UP_RIGHT = 3;
const int DOWN_LEFT = 4;
const int CONTACTS = 5;
const ivec2 OFFSETS[CONTACTS] = ivec2[](ivec2(-1, 0), ivec2(0, -1), ivec2(-1, -1), ivec2(1, -1), ivec2(-1, 1));

// Those with the band above, without links that other links stand for already:
//
//     a b     b-y is not needed where a-b, x-y and a-x are links, a-y not where a-b and b-y or x-y and a-x are, b-x not
//     x y     where a-b and a-x or x-y and b-y are
void find_contacts_up(int word, int band, inout uint contacts[CONTACTS]) {
  uint here = continued(word_at(word, band));
  uint above = continued(word_at(word, band - 1));
  uint up = linked_up(word, band, 0, ALL_COLUMNS);
  contacts[UP] = up & ~(up << 1 & here & above);
#if CONNECTIVITY == 8
  contacts[UP_LEFT] = linked_up(word, band, -1, ~(up & above | here & up << 1));
  contacts[UP_RIGHT] = linked_up(word, band, 1, ~(up & above >> 1 | (here & up) >> 1));
#endif
}

// The links around a corner of two words and two bands, the last columns of `word` - 1 and the first of `word`:
//
//     a b   band - 1
//     x y   band
struct Corner {
  bool ab, xy, ax, by;
};

Corner corner_at(int word, int band) {
  return Corner(linked_left(word, band - 1, FIRST_COLUMN) != 0u, linked_left(word, band, FIRST_COLUMN) != 0u,
                linked_up(word - 1, band, 0, LAST_COLUMN) != 0u, linked_up(word, band, 0, FIRST_COLUMN) != 0u);
}

// What crosses the vertical border before `word` in a band. At a horizontal border find_contacts_up has the diagonals.
void find_contacts_left(int word, int band, inout uint contacts[CONTACTS]) {
  bool first = band % TILE_BANDS == 0;
  bool last = band % TILE_BANDS == TILE_BANDS - 1 || band == word_count.y - 1;
  contacts[LEFT] = linked_left(word, band, FIRST_COLUMN);
  if (!first) {
    Corner above = corner_at(word, band);
    if (above.ab && above.ax && above.by) contacts[LEFT] = 0u;
#if CONNECTIVITY == 8
    if (!(above.ab && above.by) && !(above.xy && above.ax)) {
      contacts[UP_LEFT] = linked_up(word, band, -1, FIRST_COLUMN);
    }
#endif
  }
#if CONNECTIVITY == 8
  if (!last) {
    Corner below = corner_at(word, band + 1);
    if (!(below.ab && below.ax) && !(below.xy && below.by)) {
      contacts[DOWN_LEFT] = linked_up(word - 1, band + 1, 1, LAST_COLUMN) >> 31;
    }
  }
#endif
}

void main() {
  int job = int(job_index());
  int with_columns = (word_count.y - 1) / TILE_BANDS * word_count.x * (WORD_COLUMNS / columns_each);
  int beside_vertical = (word_count.x - 1) / TILE_WORDS * word_count.y;
  if (job >= with_columns + beside_vertical) return;
  uint contacts[CONTACTS] = uint[](0u, 0u, 0u, 0u, 0u);
  uint own = FIRST_COLUMN;
  int word, band;
  if (job < with_columns) {
    int column = job * columns_each;
    word = column / WORD_COLUMNS % word_count.x;
    band = (column / WORD_COLUMNS / word_count.x + 1) * TILE_BANDS;
    own = up_to(columns_each - 1) << (column % WORD_COLUMNS);
    find_contacts_up(word, band, contacts);
  } else {
    job -= with_columns;
    word = (job / word_count.y + 1) * TILE_WORDS;
    band = job % word_count.y;
    find_contacts_left(word, band, contacts);
  }
  for (int i = 0; i < CONTACTS; ++i) {
    for (uint rest = contacts[i] & own; rest != 0u; rest &= rest - 1u) {
      int bit = findLSB(rest);
      int column = WORD_COLUMNS * word + bit + OFFSETS[i].x;
      unite(node_at(word, band, bit), node_at(column / WORD_COLUMNS, band + OFFSETS[i].y, column % WORD_COLUMNS));
    }
  }
}
