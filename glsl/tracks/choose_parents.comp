// choose_parents: of equal largest overlaps the smallest id becomes a component's parent, and the smallest label an
// id's heir.
// needs  jobs, tracks
// reads  the pairs, the largest overlaps
// writes track.parent, earlier.heir

void main() {
  if (job_index() < listed_pairs()) {
    uint at = pair_slot[job_index()];
    uint now = slot[at][0] - 1u;
    uint before = slot[at][1] - 1u;
    if (slot[at][2] == track[now].overlap) atomicMin(track[now].parent, earlier[before].id);
    if (slot[at][2] == earlier[before].overlap) atomicMin(earlier[before].heir, now + 1u);
  }
}
