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

// Makes one tree of the trees of two runs. Roots' entries are in the order of their runs.
void unite_in_tile(uint run_a, uint run_b) {
  while (true) {
    uint a = shorten_in_tile(run_a);
    uint b = shorten_in_tile(run_b);
    if (a == b) return;
    uint larger = max(a, b);
    uint smaller = min(a, b);
    uint before = atomicCompSwap(run_entries[parent_of(larger)], larger, entry_of(parent_of(smaller), larger));
    if (before == larger) return;
    run_a = parent_of(before);
    run_b = parent_of(smaller);
  }
}

// Links are listed behind the entries of the runs: a run << 16 | a run with a smaller number; 0: no link. If there is
// no room for all links, unite_all() goes through all of them again.
shared uint links_found;
shared bool links_left;

uint room_for_links() { return uint(MOST_RUNS) - run_count; }

// Takes a link of a run: unites both at once, or makes the first link of a run its parent and lists the others.
void take_link(uint run, uint other, bool at_once, inout uint parent) {
  if (at_once) {
    unite_in_tile(run, other);
  } else if (parent == run) {
    parent = other;
  } else {
    uint link = atomicAdd(links_found, 1u);
    if (link < room_for_links()) run_entries[run_count + link] = run << 16 | other;
  }
}

// Takes the links of a run. Returns the first linked run, or the run itself if it has no link.
uint take_links(uint run, bool at_once) {
  uint place = run_entries[run] & PLACE;
  uint own = place / uint(WORD_COLUMNS);
  uint above = own - uint(TILE_WORDS);
  RunContacts contacts = contacts_of(own, int(place % uint(WORD_COLUMNS)));
  uint parent = run;
  if (contacts.left) take_link(run, run - 1u, at_once, parent);
  if (contacts.up_left) take_link(run, runs_before[above] - 1u, at_once, parent);
  for (uint up = contacts.up; up != 0u;) {
    int column = findLSB(up);
    take_link(run, run_at(above, column), at_once, parent);
    up = behind_run(up, tile_starts[above], column);
  }
  if (contacts.up_right) take_link(run, runs_before[above + 1u], at_once, parent);
  return parent;
}

// Hangs every run below the first run that it is linked with, and lists its other links.
void list_links() {
  for (uint run = invocation(); run < run_count; run += GROUP_SIZE) {
    run_entries[run] = entry_of(take_links(run, false), run_entries[run]);
  }
}

// Hangs all runs below their roots, or close to them.
void shorten_paths() {
  for (uint run = invocation(); run < run_count; run += GROUP_SIZE) {
    uint root = parent_of(shorten_in_tile(run));
    if (root != run) run_entries[run] = entry_of(root, run_entries[run]);
  }
}

// For every listed link between two trees, hangs the larger root below the smaller root, unless another link has
// already hung that root. Such a link stays in the list and is tried again after paths have been shortened.
void hang_roots() {
  for (uint i = invocation(); i < min(links_found, room_for_links()); i += GROUP_SIZE) {
    uint link = run_entries[run_count + i];
    if (link == 0u) continue;
    uint a = parent_of(run_entries[link >> 16]);
    uint b = parent_of(run_entries[link & 0xFFFFu]);
    uint root = entry_of(max(a, b), run_entries[max(a, b)]);
    if (a == b || atomicCompSwap(run_entries[max(a, b)], root, entry_of(min(a, b), root)) == root) {
      run_entries[run_count + i] = 0u;
    } else {
      links_left = true;
    }
  }
}

// Unites all links one by one: the last resort if there are too many links to list.
void unite_all() {
  for (uint run = invocation(); run < run_count; run += GROUP_SIZE) take_links(run, true);
}

// Makes a tree of each component. Most links need no atomic operation: a run is hung below the first run that it is
// linked with. All invocations must call it; it ends with a barrier.
void solve_tile() {
  list_links();
  do {
    barrier();
    if (invocation() == 0u) links_left = false;
    shorten_paths();
    barrier();
    hang_roots();
    barrier();
  } while (links_left);
  if (links_found > room_for_links()) unite_all();
  barrier();
}
