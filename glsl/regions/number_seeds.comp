// number_seeds: numbers the labels under seeds in the order of their first seeds. One workgroup.
// needs  jobs, compute/prefix, seeds
// reads  seed_row, slot
// writes slot, the header

void main() {
  uint numbered = 0u;
  for (uint from = 0u; from < seed_count; from += uint(GROUP_SIZE)) {
    uint i = from + invocation();
    bool is_first = false;
    uint at = 0u;
    if (i < seed_count && seed_row[i].x != 0u) {
      at = seed_row[i].y;
      is_first = slot[at][1] == i;
    }
    uint all;
    uint before = sum_before(is_first ? 1u : 0u, all);
    if (is_first) slot[at][2] = numbered + before + 1u;
    numbered += all;
  }
  if (invocation() == 0u) {
    seeds = seed_count;
    selected = numbered;
    unused[0] = 0u;
    unused[1] = 0u;
  }
}
