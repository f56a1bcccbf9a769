// The words of a tile in shared memory, and the links of its runs. Words and bands are counted in the tile; outside of
// it there are no elements.
// needs  links, contacts, kept_links, uniting_links, pack_bits, link_elements, tiles, tile_forest

uint bits_of(int word, int y, int z) { return tile_bits[index_of_bits(word, y, z)]; }
uint row_bits(uint i) { return tile_bits[index_of_row_word(i)]; }

uint starts_of_word(uint own) {
  ivec3 at = band_word(own);
  return starts_in(at.x, at.y, at.z);
}

// A word of the tile's bands.
Word word_of(uint own) {
  ivec3 at = band_word(own);
  return Word(band_bits(at.x, at.y, at.z), tile_starts[own]);
}

// A run by its word and its columns.
struct Run {
  uint own;
  uint columns;
};

// The run whose word and first column are `place`, or, where it is that of a voxel, the run of the voxel at `place`.
// With bands of one row of a plane the two are the same.
Run run_of_place(uint place, bool of_voxel) {
  Run run;
  run.own = place / uint(WORD_COLUMNS);
  int start = int(place % uint(WORD_COLUMNS));
  if (of_voxel && BAND_ROWS > 1) {
    ivec3 voxel = voxel_at(place);
    run.own = uint(word_of_voxel(voxel));
    start = findMSB(tile_starts[run.own] & up_to(start));
  }
  run.columns = run_of(word_of(run.own), start);
  return run;
}

// The place in the tile, in raster order, of the first voxel of a run.
uint first_place_of(Run run) {
  ivec3 at = band_word(run.own);
  uint place = 0u;
  for (int i = BAND_ROWS - 1; i >= 0; --i) {  // the first row comes last
    ivec3 row = row_of_band(at, i);
    uint bits = bits_of(row.x, row.y, row.z) & run.columns;
    if (bits != 0u) place = uint((row.z * SIDE_Y + row.y) * SIDE_X + row.x * WORD_COLUMNS + findLSB(bits));
  }
  return place;
}

#if CRITERION == FOREGROUND || !defined(VOLUME)
uint link_jobs() { return run_count; }

// A job is a run: its links with each band before it, then with the word to the left. Runs that a link would be implied
// for are left out (shared/contacts.h). A plane has one band before, which the compiler knows.
void take_links(uint run, bool listing) {
  uint entry = run_entries[run];
  Run own = run_of_place(entry & PLACE, !listing);
  ivec3 at = band_word(own.own);
  uint parent = run;
  uint before = 0u;  // the columns of all runs of BEFORE and of ABOVE that the run is linked with
  uint above = 0u;
  for (int i = PLANE ? BANDS_BEFORE - 1 : 0; i < BANDS_BEFORE; ++i) {
    int band = PLANE ? ABOVE : i;
    BandContacts contacts = contacts_with(at.x, at.y, at.z, band, own.columns);
    bool beside = i == BANDS_BEFORE - 1 && (own.columns & FIRST_COLUMN) != 0u && needs_left(at.x, at.y, at.z);
    uint other_word = uint(int(own.own) + (band_dz(band) * BANDS_Y + band_dy(band)) * WORDS_X);
    uint reached = 0u;
    Word word = Word(0u, 0u);
    if (contacts.columns != 0u) {
#ifdef VOLUME  // a plane has no other band before, through which columns could be reached
      reached = reached_columns(at.x, at.y, at.z, band, before, above);
#endif
      word = Word(band_bits(at.x, at.y + band_dy(band), at.z + band_dz(band)), tile_starts[other_word]);
    }
    while (true) {
      uint other = run;
      if (contacts.left) {
        contacts.left = false;
        other = runs_before[other_word] - 1u;
      } else if (contacts.right) {
        contacts.right = false;
        other = runs_before[other_word + 1u];
      } else if (contacts.columns != 0u) {
        int column = findLSB(contacts.columns);
        contacts.columns = behind_run(contacts.columns, word.starts, column);
        uint linked = run_of(word, findMSB(word.starts & up_to(column)));
        if ((linked & reached) == 0u) other = run_at(other_word, column);
        if (band == BEFORE) before |= linked;
        if (band == ABOVE) above |= linked;
      } else if (beside) {
        beside = false;
        other = run - 1u;
      } else {
        break;
      }
      if (other != run) take_link(run, other, listing, parent);
    }
  }
  if (listing) {
    uint first = PLANE && BAND_ROWS == 1 ? entry & PLACE : first_place_of(own);
    run_entries[run] = entry_of(parent, first);
  }
}
#else
uint link_jobs() { return uint(2 * BAND_WORDS); }

// In space a voxel's values have many links. A job is a word: its links to faces, or, of the second half of the jobs,
// those to edges and corners. Only the first give a run its parent, so one invocation alone does that.
void take_links(uint job, bool listing) {
  uint own = job % uint(BAND_WORDS);
  bool faces = job < uint(BAND_WORDS);
  ivec3 at = band_word(own);
  int last = bits_of(at.x, at.y, at.z) == 0u ? 0 : faces ? 2 : DIRECTIONS - 1;
  for (int direction = faces ? 1 : 3; direction <= last; ++direction) {
    ivec3 neighbor = neighbors[direction];
    int band = band_of(neighbor);
    uint other_word = uint(int(own) + neighbor.z * BANDS_Y + neighbor.y);
    for (uint rest = uniting_links(at.x, at.y, at.z, band, neighbor.x); rest != 0u; rest &= rest - 1u) {
      int column = findLSB(rest);
      uint run = run_at(own, column);
      uint entry = run_entries[run];
      uint parent = faces ? parent_of(entry) : uint(MOST_RUNS);  // no run has this number
      take_link(run, run_at(other_word, column + neighbor.x), listing, parent);
      if (faces && listing) run_entries[run] = entry_of(parent, entry);
    }
  }
}
#endif
