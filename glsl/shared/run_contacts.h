// The links of a run inside its tile. Included after links.h, in the same way. Words and bands are counted in the tile.
// Besides what links.h needs there is
//
//   word_of(own)  a word of the tile with its starts

// The runs with smaller numbers that a run is connected with.
struct RunContacts {
  bool left;      // the last run of the word to the left
  bool up_left;   // the last run of the word above that one
  bool up_right;  // the first run of the word above and to the right
  uint up;        // the runs at these columns of the word above
};

// The contacts of the run that starts at column `start` of word `own`, without contacts that others imply:
//
//     a b     where the run of y touches b, a-y is not needed if a-b is a link, and x-y is not if a-b and a-x are;
//     x y     a and x are the last columns of the words to the left
//
// For contacts with the word above and to the right the same holds as for a-y.
GLCCL_METHOD RunContacts contacts_of(uint own, int start) {
  int word = int(own % uint(TILE_WORDS));
  int band = int(own / uint(TILE_WORDS));
  RunContacts contacts;
  contacts.left = start == 0 && linked_left(word, band, FIRST_COLUMN) != 0u;
  contacts.up_left = false;
  contacts.up_right = false;
  contacts.up = 0u;
  if (band == 0) return contacts;
  uint columns = run_of(word_of(own), start);
  contacts.up = linked_up(word, band, 0, columns);
  if (CONNECTIVITY == 8) {
    uint left = linked_up(word, band, -1, columns);
    uint right = linked_up(word, band, 1, columns);
    contacts.up |= left >> 1 | right << 1;
    contacts.up_left = (left & FIRST_COLUMN) != 0u;
    contacts.up_right = (right & LAST_COLUMN) != 0u;
  }
  if ((contacts.up_left || contacts.left) && (contacts.up & FIRST_COLUMN) != 0u &&
      linked_left(word, band - 1, FIRST_COLUMN) != 0u) {
    contacts.up_left = false;
    if (linked_up(word - 1, band, 0, LAST_COLUMN) != 0u) contacts.left = false;
  }
  if (contacts.up_right && (contacts.up & LAST_COLUMN) != 0u && linked_left(word + 1, band - 1, FIRST_COLUMN) != 0u) {
    contacts.up_right = false;
  }
  return contacts;
}
