// find_seeds: the label under each seed, its slot, and of each label the first of its seeds.
// needs  jobs, regions, seeds
// reads  texture unit 0: the labels; the positions
// writes slot, seed_row

// There are more slots than seeds, so that the search ends.
uint claim_slot(uint label) {
  uint at = first_slot(label);
  bool searches = true;
  while (searches) {
    uint found = atomicCompSwap(slot[at][0], 0u, label);
    searches = found != 0u && found != label;
    if (searches) at = (at + 1u) & uint(SLOTS - 1);
  }
  return at;
}

void main() {
  uint i = job_index();
  if (i < seed_count) {
    int x = seed_position[i][0];
    int y = seed_position[i][1];
    int z = seed_position[i][2];
    bool inside = x >= 0 && y >= 0 && z >= 0 && x < WIDTH && y < HEIGHT && z < DEPTH;
    uint label = inside ? label_at(uint(x), uint(z) * uint(HEIGHT) + uint(y)) : 0u;
    uint at = 0u;
    if (label != 0u) {
      at = claim_slot(label);
      atomicMin(slot[at][1], i);
    }
    seed_row[i] = uvec2(label, at);
  }
}
