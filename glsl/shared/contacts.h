// The links of a run with runs of smaller numbers, in a tile. Included after links.h, in the same way. What it needs
// besides is
//
//   PLANE  whether there is one slice, so that ABOVE is the only band before
//
// Links that others imply are left out. A link is implied only by links that come before it: those of runs with smaller
// numbers, then those of the own run with BEFORE, ABOVE, BEFORE_ABOVE and BEFORE_BELOW, in this order, then with the
// word to the left. So each link that is left out is a chain of links that are not.
// needs  words, bands, links

// The runs of a band before that a run is connected with.
struct BandContacts {
  uint columns;  // the runs at these columns of the word
  bool left;     // the last run of the word to the left
  bool right;    // the first run of the word to the right
};

// The contacts of the run with these columns of a word with a band before. A run of a word beside is left out where it
// continues a run that the own run is in contact with.
GLCCL_METHOD BandContacts contacts_with(int word, int y, int z, int band, uint columns) {
  BandContacts contacts;
  uint left = linked_to(word, y, z, band, -1, columns);
  uint right = linked_to(word, y, z, band, 1, columns);
  contacts.columns = linked_to(word, y, z, band, 0, columns) | left >> 1 | right << 1;
  contacts.left = (left & FIRST_COLUMN) != 0u;
  contacts.right = (right & LAST_COLUMN) != 0u;
  int other_y = y + band_dy(band);
  int other_z = z + band_dz(band);
  if (contacts.left && (contacts.columns & FIRST_COLUMN) != 0u) {
    contacts.left = linked_left(word, other_y, other_z, FIRST_COLUMN) == 0u;
  }
  if (contacts.right && (contacts.columns & LAST_COLUMN) != 0u) {
    contacts.right = linked_left(word + 1, other_y, other_z, FIRST_COLUMN) == 0u;
  }
  return contacts;
}

// The columns of band `to` that are connected with these columns of band `from`, both before the band.
GLCCL_METHOD uint reached_from(int word, int y, int z, int from, int to, uint columns) {
  uint reached = 0u;
  for (int dx = -1; dx <= 1; ++dx) {
    uint linked = linked_between(word, y, z, from, to, dx) & columns;
    reached |= dx == 0 ? linked : dx < 0 ? linked >> 1 : linked << 1;
  }
  return reached;
}

// The columns of a band before whose runs need no link, because runs at `before` of BEFORE and at `above` of ABOVE are
// connected with them. These are all columns of the runs that the own run is in contact with.
GLCCL_METHOD uint reached_columns(int word, int y, int z, int band, uint before, uint above) {
  uint reached = 0u;
  if (band != BEFORE && before != 0u) {
    reached = reached_from(word, y, z, BEFORE, band, before);
    if (band == ABOVE) {
      uint around = reached_from(word, y, z, BEFORE, BEFORE_ABOVE, before);
      reached |= reached_from(word, y, z, BEFORE_ABOVE, ABOVE, around);
    }
  }
  if (band == BEFORE_ABOVE && above != 0u) reached |= reached_from(word, y, z, ABOVE, BEFORE_ABOVE, above);
  return reached;
}

// Whether a word's first column x needs its link with the last column w of the word to the left, which has the columns
// a and b above it in BEFORE and in ABOVE:
//
//     a b     w-x is not needed where a-w and a-x, or a-w, a-b and b-x are links
//     w x
GLCCL_METHOD bool needs_left(int word, int y, int z) {
  bool needed = linked_left(word, y, z, FIRST_COLUMN) != 0u;
  for (int band = PLANE ? ABOVE : BEFORE; band <= ABOVE; ++band) {
    uint above_left = 0u;
    if (needed) above_left = linked_to(word - 1, y, z, band, 0, LAST_COLUMN);
    if (above_left != 0u) {
      bool ab = linked_left(word, y + band_dy(band), z + band_dz(band), FIRST_COLUMN) != 0u;
      bool bx = linked_to(word, y, z, band, 0, FIRST_COLUMN) != 0u;
      bool ax = linked_to(word, y, z, band, -1, FIRST_COLUMN) != 0u;
      needed = !(ax || (ab && bx));
    }
  }
  return needed;
}
