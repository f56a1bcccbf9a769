// Union-find over the runs of a tile.
// needs  tile_runs

// The root above a run.
uint find_in_tile(uint run) {
  for (uint parent = parent_of(run_entries[run]); parent != run; parent = parent_of(run_entries[run])) run = parent;
  return run;
}

// Makes one tree of the trees of two runs.
void unite_in_tile(uint a, uint b) {
  while (a != b) {
    uint entry_a = run_entries[a];
    uint entry_b = run_entries[b];
    if (parent_of(entry_a) == a && parent_of(entry_b) == b) {
      uint root = a < b ? entry_b : entry_a;
      uint seen = atomicCompSwap(run_entries[max(a, b)], root, entry_of(min(a, b), root));
      b = min(a, b);
      a = seen == root ? b : parent_of(seen);
    } else {
      a = parent_of(entry_a);
      b = parent_of(entry_b);
    }
  }
}

// Links are listed behind the entries of the runs: a run << 16 | a run with a smaller number.
shared uint links_found;

uint room_for_links() { return uint(MOST_RUNS) - run_count; }

// Takes a link of a run with another: unites the two, or, listing, makes it the run's parent or lists it.
void take_link(uint run, uint other, bool listing, inout uint parent) {
  if (!listing) {
    unite_in_tile(run, other);
  } else if (parent == run) {
    parent = other;
  } else {
    uint link = atomicAdd(links_found, 1u);
    if (link < room_for_links()) run_entries[run_count + link] = run << 16 | other;
  }
}

// The links of a tile are found in so many jobs.
uint link_jobs();

// Finds the links of a job. Listing, makes the first link of a run its parent, lists the others, and finds the run's
// first pixel. Else unites them.
void take_links(uint job, bool listing);

// Hangs every run below an ancestor three above its parent, or the root. It takes a fixed time, whereas in
// shorten_paths() the invocations of a subgroup wait for the longest path.
void hop() {
  for (uint run = invocation(); run < run_count; run += GROUP_SIZE) {
    uint entry = run_entries[run];
    uint ancestor = parent_of(entry);
    for (int i = 0; i < 3; ++i) ancestor = parent_of(run_entries[ancestor]);
    run_entries[run] = entry_of(ancestor, entry);
  }
}

// Hangs all runs below their roots.
void shorten_paths() {
  for (uint run = invocation(); run < run_count; run += GROUP_SIZE) {
    uint root = find_in_tile(run);
    if (root != run) run_entries[run] = entry_of(root, run_entries[run]);
  }
}

void unite_listed() {
  for (uint i = invocation(); i < min(links_found, room_for_links()); i += GROUP_SIZE) {
    uint link = run_entries[run_count + i];
    unite_in_tile(link >> 16, link & 0xFFFFu);
  }
}

// Makes a tree of each component. Most links need no atomic operation: a run is hung below the first run that it is
// linked with. If there is no room to list the others, all links are looked for again. That search, most of this pass's
// code, stands in one place: llvmpipe compiled label_tiles 1.5 to 2 times as long with two. All invocations must call
// it; it ends with a barrier.
void solve_tile() {
  bool listing = true;
  bool again;
  do {
    for (uint job = invocation(); job < link_jobs(); job += GROUP_SIZE) take_links(job, listing);
    barrier();
    again = same_for_all(uint(listing && links_found > room_for_links())) != 0u;
    if (listing) {
      hop();
      barrier();
      shorten_paths();
      barrier();
      unite_listed();
      barrier();
    }
    listing = false;
  } while (again);
}
