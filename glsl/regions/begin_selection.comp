// begin_selection: frees all slots.
// needs  shared/regions, jobs, seeds
// writes slot

void main() {
  uint i = job_index();
  if (i < uint(SLOTS)) {
    slot[i][0] = 0u;
    slot[i][1] = NO_SEED;
    slot[i][2] = 0u;
  }
}
