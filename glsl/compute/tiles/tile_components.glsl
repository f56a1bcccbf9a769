// Properties of the components of a solved tile: which of them reach the tile's border, and their first pixels.
// needs  tile_forest

shared uint border_roots[MOST_RUNS / 32];  // a bit per run: the root of a component that reaches the tile's border

bool is_root(uint run) { return parent_of(run_entries[run]) == run; }

// Hangs every run right below its root. With bands of several rows, finds the first pixels of components: the root may
// begin in a later row of its band than another run near it (FIRST_PLACES). Places only become smaller, and the
// quotient stays, so the order of the runs does not matter.
void survey_runs() {
  for (uint run = invocation(); run < run_count; run += GROUP_SIZE) {
    uint root = find_in_tile(run);
    if (root == run) continue;
    uint entry = entry_of(root, run_entries[run]);
    run_entries[run] = entry;
#if CRITERION == FOREGROUND
    uint place_of_root = run_entries[root] & PLACE;
    if ((entry & PLACE) / FIRST_PLACES == place_of_root / FIRST_PLACES) atomicMin(run_entries[root], entry);
#endif
  }
}
