// sum_ranks: from the roots of every group of words to those before it, and behind the last to those of all. One group of invocations.
// reads and writes sums

void main() {
  uint before = 0u;
  for (uint first = 0u; first < ranked_groups(); first += GROUP_SIZE) {
    uint group = first + invocation();
    uint all;
    uint own = sum_before(group < ranked_groups() ? sums[group] : 0u, all);
    if (group < ranked_groups()) sums[group] = before + own;
    before += all;
  }
  if (invocation() == 0u) sums[ranked_groups()] = before;
}
