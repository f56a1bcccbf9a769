// Union-find over the runs of a tile.

// The root above a run.
uint find_in_tile(uint run) {
  for (uint parent = parent_of(run_entries[run]); parent != run; parent = parent_of(run_entries[run])) run = parent;
  return run;
}

// The entry of the root above a run. Hangs every other run on the way below its grandparent. The stores are not atomic:
// one may replace a parent that another invocation has just stored by an ancestor further from the root. The tree stays
// right, but survey_components(), which must leave runs right below their roots, calls find_in_tile() instead.
uint shorten_in_tile(uint run) {
  uint own = run_entries[run];
  while (parent_of(own) != run) {
    uint parent = run_entries[parent_of(own)];
    if (parent_of(parent) == parent_of(own)) {
      run = parent_of(own);
      own = parent;
    } else {
      run_entries[run] = entry_of(parent_of(parent), own);
      run = parent_of(parent);
      own = run_entries[run];
    }
  }
  return own;
}

// Links are listed behind the entries of the runs: a run << 16 | a run with a smaller number; 0: no link.
shared uint links_found;
shared bool links_left;

uint room_for_links() { return uint(MOST_RUNS) - run_count; }

// Hangs the larger of the parents of two runs below the smaller one if it is a root. False if it is none: another link
// has hung it, or the run's path has to be shortened first.
bool hang_root(uint run_a, uint run_b) {
  uint a = parent_of(run_entries[run_a]);
  uint b = parent_of(run_entries[run_b]);
  uint root = entry_of(max(a, b), run_entries[max(a, b)]);
  return a == b || atomicCompSwap(run_entries[max(a, b)], root, entry_of(min(a, b), root)) == root;
}

// Takes a link of a run. Listing, makes the run's first link its parent and lists the others; else hangs a root, and
// counts the link as found if it has to be tried again.
void take_link(uint run, uint other, bool listing, inout uint parent) {
  if (!listing) {
    if (!hang_root(run, other)) atomicAdd(links_found, 1u);
  } else if (parent == run) {
    parent = other;
  } else {
    uint link = atomicAdd(links_found, 1u);
    if (link < room_for_links()) run_entries[run_count + link] = run << 16 | other;
  }
}

// Takes all links of all runs. Listing, hangs every run below the first run that it is linked with.
void take_links(bool listing) {
  for (uint run = invocation(); run < run_count; run += GROUP_SIZE) {
    uint place = run_entries[run] & PLACE;
    uint own = place / uint(WORD_COLUMNS);
    uint above = own - uint(TILE_WORDS);
    RunContacts contacts = contacts_of(own, int(place % uint(WORD_COLUMNS)));
    uint parent = run;
    if (contacts.left) take_link(run, run - 1u, listing, parent);
    if (contacts.up_left) take_link(run, runs_before[above] - 1u, listing, parent);
    for (uint up = contacts.up; up != 0u;) {
      int column = findLSB(up);
      take_link(run, run_at(above, column), listing, parent);
      up = behind_run(up, tile_starts[above], column);
    }
    if (contacts.up_right) take_link(run, runs_before[above + 1u], listing, parent);
    if (listing) run_entries[run] = entry_of(parent, place);
  }
}

// Hangs all runs below their roots, or close to them.
void shorten_paths() {
  for (uint run = invocation(); run < run_count; run += GROUP_SIZE) {
    uint root = parent_of(shorten_in_tile(run));
    if (root != run) run_entries[run] = entry_of(root, run_entries[run]);
  }
}

// Hangs the roots of all listed links. A link whose larger root another link has hung stays in the list and is tried
// again after paths have been shortened.
void hang_roots() {
  for (uint i = invocation(); i < min(links_found, room_for_links()); i += GROUP_SIZE) {
    uint link = run_entries[run_count + i];
    if (link == 0u) continue;
    if (hang_root(link >> 16, link & 0xFFFFu)) {
      run_entries[run_count + i] = 0u;
    } else {
      links_left = true;
    }
  }
}

// Makes a tree of each component. Most links need no atomic operation: a run is hung below the first run that it is
// linked with. If there is no room to list the others, all links are taken again until none fails. Between two such
// rounds paths become shorter, and if all are short, a round with a failure has hung a root, so rounds end. cuda-fast
// unites such links one by one (unite_all); here the search for links, most of this pass's code, stands in one place:
// drivers inline functions, and llvmpipe compiled label_tiles 1.5 to 2 times as long with two searches. All invocations
// must call it; it ends with a barrier.
void solve_tile() {
  bool listing = true;
  bool again;
  do {
    take_links(listing);
    do {
      barrier();
      if (invocation() == 0u) links_left = false;
      shorten_paths();
      barrier();
      hang_roots();
      barrier();
    } while (links_left);
    again = links_found > (listing ? room_for_links() : 0u);
    if (again) {
      listing = false;
      barrier();
      if (invocation() == 0u) links_found = 0u;
      barrier();
    }
  } while (again);
}
