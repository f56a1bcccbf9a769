// sum_kept_ranks: sum_ranks behind drop_roots. Counts the roots that were dropped. One workgroup.
// needs  rank_group
// reads and writes dropped_roots, of which drop_roots has made the number of all roots

uint roots_of_word(uint word) { return root_bits[word]; }

void main() {
  sum_groups();
  if (invocation() == 0u) dropped_roots -= sums[ranked_groups()];
}
