// rank_words: counts the roots before each word in its group of RANKED_WORDS words. One workgroup per group of words;
// an invocation takes four words.
// reads  root_bits
// writes ranks, and in sums the number of roots in each group

void main() {
  uint group = group_index();
  if (group >= ranked_groups()) return;  // all invocations of the workgroup
  uint first = group * uint(RANKED_WORDS) + 4u * invocation();
  uvec4 counts = uvec4(0u);
  for (int i = 0; i < 4; ++i) {
    if (first + uint(i) < words_to_rank()) counts[i] = uint(bitCount(root_bits[first + uint(i)]));
  }
  uint all;
  uint before = sum_before(counts.x + counts.y + counts.z + counts.w, all);
  for (int i = 0; i < 4; ++i) {
    if (first + uint(i) < words_to_rank()) ranks[first + uint(i)] = before;
    before += counts[i];
  }
  if (invocation() == 0u) sums[group] = all;
}
