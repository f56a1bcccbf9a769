// Turns the number of roots in each group of words into the number of roots before the group; the entry behind the last
// becomes the number of all roots. All invocations of one workgroup must call it. An invocation takes four groups at a
// time.
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
