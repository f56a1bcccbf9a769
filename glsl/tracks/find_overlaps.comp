// find_overlaps: the largest overlap of each component, and of each component of the last frame.
// needs  jobs, tracks
// reads  the pairs
// writes track.overlap, earlier.overlap

void main() {
  if (job_index() < listed_pairs()) {
    uint at = pair_slot[job_index()];
    uint elements = slot[at][2];
    atomicMax(track[slot[at][0] - 1u].overlap, elements);
    atomicMax(earlier[slot[at][1] - 1u].overlap, elements);
  }
}
