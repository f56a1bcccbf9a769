// report_seeds: the number of each seed.
// needs  jobs, seeds
// reads  slot
// writes seed_row

void main() {
  uint i = job_index();
  if (i < seed_count) seed_row[i].y = seed_row[i].x == 0u ? 0u : slot[seed_row[i].y][2];
}
