// The links of the runs of a tile.

// The place in the tile, in raster order, of the first pixel of a run.
uint first_place_of(Word word, uint own, uint columns) {
  ivec2 corner = ivec2(own % uint(TILE_WORDS) * uint(WORD_COLUMNS), own / uint(TILE_WORDS) * uint(ROWS));
  return place_of(corner + first_pixel_of(word, columns, ROWS), TILE_COLUMNS);
}

uint link_jobs() { return run_count; }

// A job is a run. Links stand in one loop, because drivers inline functions.
void take_links(uint run, bool listing) {
  uint place = run_entries[run] & PLACE;
  uint own = place / uint(WORD_COLUMNS);
  int start = int(place % uint(WORD_COLUMNS));
  if (!listing && ROWS == 2) {  // the place is that of a pixel
    own = place / uint(ROWS * TILE_COLUMNS) * uint(TILE_WORDS) + place % uint(TILE_COLUMNS) / uint(WORD_COLUMNS);
    start = findMSB(tile_starts[own] & up_to(start));
  }
  uint above = own - uint(TILE_WORDS);
  RunContacts contacts = contacts_of(own, start);
  uint parent = run;
  while (true) {
    uint other;
    if (contacts.left) {
      contacts.left = false;
      other = run - 1u;
    } else if (contacts.up_left) {
      contacts.up_left = false;
      other = runs_before[above] - 1u;
    } else if (contacts.up != 0u) {
      int column = findLSB(contacts.up);
      contacts.up = behind_run(contacts.up, tile_starts[above], column);
      other = run_at(above, column);
    } else if (contacts.up_right) {
      contacts.up_right = false;
      other = runs_before[above + 1u];
    } else {
      break;
    }
    take_link(run, other, listing, parent);
  }
  if (!listing) return;
  if (ROWS == 2) {
    Word word = word_of(own);
    place = first_place_of(word, own, run_of(word, start));
  }
  run_entries[run] = entry_of(parent, place);
}
