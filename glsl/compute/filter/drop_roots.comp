// drop_roots: clears the bits of the roots of components that the filter drops, and ranks the others (rank_group.glsl).
// needs  areas, rank_group
// reads  areas, smallest_key, ranks, sums
// writes root_bits, dropped_roots, ranks, sums

ComponentKey smallest = ComponentKey(0u, 0u);  // main() sets it

bool is_kept(uint i) {
  ComponentKey key = key_of(i);
  return passes_limits(key.area) && !is_smaller(key, smallest);
}

uint roots_of_word(uint word) {
  uint bits = root_bits[word];
  uint kept = bits;
  uint i = roots_before_word(word);
  for (uint rest = bits; rest != 0u; rest &= rest - 1u) {
    if (!is_kept(i++)) kept &= ~(rest & (~rest + 1u));
  }
  if (kept != bits) root_bits[word] = kept;
  return kept;
}

void main() {
  smallest = smallest_kept();
  // sum_groups() overwrites the number of all roots when all workgroups are done.
  if (job_index() == 0u) dropped_roots = sums[ranked_groups()];
  rank_all_words();
#if CONTINUES
  if (is_last && invocation() == 0u) dropped_roots -= sums[ranked_groups()];
#endif
}
