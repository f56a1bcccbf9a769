// rank_words: counts the roots before each word in its group of RANKED_WORDS words. One workgroup per group of words;
// an invocation takes four words. The last workgroup counts the roots before each group.
// reads  root_bits
// writes ranks, sums

void rank_group(uint group) {
  uint first = group * uint(RANKED_WORDS) + 4u * invocation();
  uvec4 counts = uvec4(0u);
  for (int i = 0; i < 4; ++i) {
    if (first + uint(i) < words_to_rank()) counts[i] = uint(bitCount(root_bits[first + uint(i)]));
  }
  uint all;
  uvec4 before = sums_before(counts, all);
  for (int i = 0; i < 4; ++i) {
    if (first + uint(i) < words_to_rank()) ranks[first + uint(i)] = before[i];
  }
  if (invocation() == 0u) sums[group] = all;
}

void main() {
  uint group = group_index();
  if (group < ranked_groups()) rank_group(group);  // all invocations of the workgroup, or none
  if (is_last_group()) sum_groups();
}
