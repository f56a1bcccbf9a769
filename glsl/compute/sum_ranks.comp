// sum_ranks: turns the number of roots in each group of words into the number of roots before the group; the entry
// behind the last becomes the number of all roots. One workgroup.
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
