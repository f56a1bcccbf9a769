// sum_runs: sums over the tiles before each, and the header. One workgroup.
// needs  shared/regions, component_count, jobs, lists, sort, sum_counts
// reads  count
// writes count, the header, the first offset

void main() {
  uint found_runs = sum_counts(0u, uint(TILES));
  uint found_elements = sum_counts(uint(TILES), uint(TILES));
  if (invocation() == 0u) {
    uint labels_listed = component_count();
    components = labels_listed;
    elements = found_elements;
    runs = found_runs;
    overflow = list_overflow(labels_listed, MAX_COMPONENTS, found_elements, MAX_ELEMENTS, found_runs, MAX_RUNS);
    lists = overflow == 0u ? labels_listed : 0u;
    max_components = MAX_COMPONENTS;
    max_elements = MAX_ELEMENTS;
    max_runs = MAX_RUNS;
    entry_count = overflow == 0u ? found_runs : 0u;
    offsets[0] = 0u;
  }
}
