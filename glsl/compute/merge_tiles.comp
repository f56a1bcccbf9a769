// merge_tiles: unites what is linked across the borders of tiles. An invocation has a word below a horizontal border, or a band beside a
// vertical one.
// reads  pixel_bits, start_bits; with value criteria the source
// writes `forest`

uint bits_of(int word, int row) {
  if (word < 0 || row < 0 || word >= word_count.x) return 0u;
  return stored_bits(word, row);
}

Word word_at(int word, int band) { return stored_word(word, band); }

// The label of the node of the run that a column is in.
uint run_label(int index, int band, int bit) {
  Word word = stored_word(index, band);
  return label_of(node_pixel(word, index, band, start_of(word, bit)));
}

// The links around a corner of two words and two bands, the last columns of `word` - 1 and the first of `word`:
//
//     a b   band - 1
//     x y   band
struct Corner {
  bool ab, xy, ax, by;
};

Corner corner_at(int word, int band) {
  return Corner((linked_left(word, band - 1) & 1u) != 0u, (linked_left(word, band) & 1u) != 0u,
                linked_up(word - 1, band, 0) >> 31 != 0u, (linked_up(word, band, 0) & 1u) != 0u);
}

// What crosses the vertical border before `word` in a band. At a horizontal border find_contacts_up has the diagonals.
void find_contacts_left(int word, int band, inout uint contacts[CONTACTS]) {
  bool first = band % TILE_BANDS == 0;
  bool last = band % TILE_BANDS == TILE_BANDS - 1 || band == word_count.y - 1;
  contacts[LEFT] = linked_left(word, band) & 1u;
  if (!first) {
    Corner above = corner_at(word, band);
    if (above.ab && above.ax && above.by) contacts[LEFT] = 0u;
#if CONNECTIVITY == 8
    if (!(above.ab && above.by) && !(above.xy && above.ax)) contacts[UP_LEFT] = linked_up(word, band, -1) & 1u;
#endif
  }
#if CONNECTIVITY == 8
  if (!last) {
    Corner below = corner_at(word, band + 1);
    if (!(below.ab && below.ax) && !(below.xy && below.by)) {
      contacts[DOWN_LEFT] = linked_up(word - 1, band + 1, 1) >> 31;
    }
  }
#endif
}

void main() {
  int job = int(job_index());
  int beside_horizontal = (word_count.y - 1) / TILE_BANDS * word_count.x;
  int beside_vertical = (word_count.x - 1) / TILE_WORDS * word_count.y;
  if (job >= beside_horizontal + beside_vertical) return;
  uint contacts[CONTACTS] = uint[](0u, 0u, 0u, 0u, 0u);
  int word, band;
  if (job < beside_horizontal) {
    word = job % word_count.x;
    band = (job / word_count.x + 1) * TILE_BANDS;
    find_contacts_up(word, band, contacts);
  } else {
    job -= beside_horizontal;
    word = (job / word_count.y + 1) * TILE_WORDS;
    band = job % word_count.y;
    find_contacts_left(word, band, contacts);
  }
  for (int i = 0; i < CONTACTS; ++i) {
    for (uint rest = contacts[i]; rest != 0u; rest &= rest - 1u) {
      int bit = findLSB(rest);
      int column = 32 * word + bit + OFFSETS[i].x;
      unite(run_label(word, band, bit), run_label(column >> 5, band + OFFSETS[i].y, column & 31));
    }
  }
}
