// Counts the roots before each word in its group of RANKED_WORDS words. One workgroup per group of words; an invocation
// takes four words. With CONTINUES the last workgroup counts the roots before each group, else the next pass does.
// needs  ranks, prefix, last_group
// writes ranks, sums

#ifndef CONTINUES
#error CONTINUES is not defined
#endif

// The bits of the roots in a word. The pass defines it; it may read the ranks of the own group of words.
uint roots_of_word(uint word);

void rank_group(uint group) {
  uint first = group * uint(RANKED_WORDS) + 4u * invocation();
  uvec4 counts = uvec4(0u);
  for (int i = 0; i < 4; ++i) {
    if (first + uint(i) < words_to_rank()) counts[i] = uint(bitCount(roots_of_word(first + uint(i))));
  }
  uint all;
  uvec4 before = sums_before(counts, all);
  for (int i = 0; i < 4; ++i) {
    if (first + uint(i) < words_to_rank()) ranks[first + uint(i)] = before[i];
  }
  if (invocation() == 0u) sums[group] = all;
}

// Turns the number of roots in each group of words into the number of roots before the group; the entry behind the last
// becomes the number of all roots. An invocation takes four groups at a time.
void sum_groups() {
  uint before = 0u;
  for (uint first = 0u; first < ranked_groups(); first += 4u * GROUP_SIZE) {
    uint group = first + 4u * invocation();
    uvec4 counts = uvec4(0u);
    for (uint i = 0u; i < 4u; ++i) {
      if (group + i < ranked_groups()) counts[i] = sums[group + i];
    }
    uint all;
    uvec4 own = sums_before(counts, all);
    for (uint i = 0u; i < 4u; ++i) {
      if (group + i < ranked_groups()) sums[group + i] = before + own[i];
    }
    before += all;
  }
  if (invocation() == 0u) sums[ranked_groups()] = before;
}

void rank_all_words() {
  uint group = group_index();
  if (same_for_all(uint(group < ranked_groups())) != 0u) rank_group(group);
#if CONTINUES
  if (is_last_group()) sum_groups();
#endif
}
