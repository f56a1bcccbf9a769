// sum_elements: sums over the chunks of runs before each. One workgroup.
// needs  sort, sum_counts
// reads  count
// writes count

void main() { sum_counts(0u, chunks_of(entry_count, uint(GROUP_SIZE))); }
