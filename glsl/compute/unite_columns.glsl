// Unites the nodes of columns that are in contact across a border. Words and bands are counted in the image.

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
