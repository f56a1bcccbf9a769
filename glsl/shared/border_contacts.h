// The links of words across the borders of tiles. Included after links.h, in the same way. Words and bands are counted
// in the image. Besides what links.h needs there is
//
//   BANDS                of a tile
//   word_at(word, band)  a word of the image with its starts

// The columns of a word that are united with others.
struct BorderContacts {
  uint left;       // with the column to the left
  uint up;         // with the column above
  uint up_left;    // with the column above and to the left
  uint up_right;   // with the column above and to the right
  uint down_left;  // with the column below and to the left
};

GLCCL_METHOD BorderContacts no_contacts() {
  BorderContacts contacts;
  contacts.left = 0u;
  contacts.up = 0u;
  contacts.up_left = 0u;
  contacts.up_right = 0u;
  contacts.down_left = 0u;
  return contacts;
}

// The contacts of a word with the band above, without contacts that others imply:
//
//     a b     b-y is not needed where a-b, x-y and a-x are links, a-y not where a-b and b-y or x-y and a-x are, b-x not
//     x y     where a-b and a-x or x-y and b-y are
GLCCL_METHOD BorderContacts contacts_up(int word, int band) {
  BorderContacts contacts = no_contacts();
  uint here = continued(word_at(word, band));
  uint above = continued(word_at(word, band - 1));
  uint up = linked_up(word, band, 0, ALL_COLUMNS);
  contacts.up = up & ~(up << 1 & here & above);
  if (CONNECTIVITY == 8) {
    uint left_implied = (up & above) | (here & up << 1);
    uint right_implied = (up & above >> 1) | (here & up) >> 1;
    contacts.up_left = linked_up(word, band, -1, ~left_implied);
    contacts.up_right = linked_up(word, band, 1, ~right_implied);
  }
  return contacts;
}

// The links around a corner of two words and two bands, the last columns of `word` - 1 and the first of `word`:
//
//     a b   band - 1
//     x y   band
struct Corner {
  bool ab;
  bool xy;
  bool ax;
  bool by;
};

GLCCL_METHOD Corner corner_at(int word, int band) {
  Corner corner;
  corner.ab = linked_left(word, band - 1, FIRST_COLUMN) != 0u;
  corner.xy = linked_left(word, band, FIRST_COLUMN) != 0u;
  corner.ax = linked_up(word - 1, band, 0, LAST_COLUMN) != 0u;
  corner.by = linked_up(word, band, 0, FIRST_COLUMN) != 0u;
  return corner;
}

// The contacts across the vertical border before `word` in a band of an image of `bands` bands. contacts_up() has the
// diagonals that cross a horizontal border too.
GLCCL_METHOD BorderContacts contacts_left(int word, int band, int bands) {
  BorderContacts contacts = no_contacts();
  bool first = band % BANDS == 0;
  bool last = band % BANDS == BANDS - 1 || band == bands - 1;
  contacts.left = linked_left(word, band, FIRST_COLUMN);
  if (!first) {
    Corner above = corner_at(word, band);
    if (above.ab && above.ax && above.by) contacts.left = 0u;
    if (CONNECTIVITY == 8 && !(above.ab && above.by) && !(above.xy && above.ax)) {
      contacts.up_left = linked_up(word, band, -1, FIRST_COLUMN);
    }
  }
  if (CONNECTIVITY == 8 && !last) {
    Corner below = corner_at(word, band + 1);
    if (!(below.ab && below.ax) && !(below.xy && below.by)) {
      contacts.down_left = linked_up(word - 1, band + 1, 1, LAST_COLUMN) >> 31;
    }
  }
  return contacts;
}
