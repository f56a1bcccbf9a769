// Union-find over the runs of a tile.

// The root above a run.
uint find_in_tile(uint run) {
  for (uint parent = parent_of(run_entries[run]); parent != run; parent = parent_of(run_entries[run])) run = parent;
  return run;
}

// The root's entry, with every other run on the way hung below its grandparent. Not at a time when others rely on what they
// have stored in entries of their own, which this may set back to an older ancestor.
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

// Makes one tree of those of two runs. Roots' entries are in the order of their runs.
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

// Makes a tree of each component. Most links need no atomic operation: a run is hung below the first that it is linked with,
// the chains are shortened by all invocations together, and what is left to unite lies near its roots. To be called by all;
// a barrier lies behind it.
void solve_tile() {
  for (uint run = invocation(); run < run_count; run += GROUP_SIZE) {
    Contacts contacts = contacts_of(run);
    int first = next_of(contacts);
    run_entries[run] = entry_of(first < 0 ? run : uint(first), run_entries[run]);
  }
  barrier();

  for (uint run = invocation(); run < run_count; run += GROUP_SIZE) {
    uint root = parent_of(shorten_in_tile(run));
    if (root != run) run_entries[run] = entry_of(root, run_entries[run]);
  }
  barrier();

  for (uint run = invocation(); run < run_count; run += GROUP_SIZE) {
    Contacts contacts = contacts_of(run);
    if (next_of(contacts) < 0) continue;
    for (int other = next_of(contacts); other >= 0; other = next_of(contacts)) unite_in_tile(run, uint(other));
  }
  barrier();
}
