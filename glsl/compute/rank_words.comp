// rank_words: counts the roots before each word, in groups of 1024 words. An invocation has four words.
// reads  root_bits
// writes ranks, and sums, which still are the groups' own

void main() {
  uint group = group_index();
  if (group >= ranked_groups()) return;  // all of the group together
  uint first = group * RANKED + 4u * invocation();
  uvec4 counts = uvec4(0u);
  for (int i = 0; i < 4; ++i) {
    if (first + uint(i) < ranked_words()) counts[i] = uint(bitCount(root_bits[first + uint(i)]));
  }
  uint all;
  uint before = sum_before(counts.x + counts.y + counts.z + counts.w, all);
  for (int i = 0; i < 4; ++i) {
    if (first + uint(i) < ranked_words()) ranks[first + uint(i)] = before;
    before += counts[i];
  }
  if (invocation() == 0u) sums[group] = all;
}
