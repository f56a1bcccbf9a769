// keep_ids: of equal largest claims the smallest label keeps the id.
// needs  jobs, tracks
// reads  track.before, earlier.claim
// writes earlier.keeper

void main() {
  uint i = job_index();
  if (i < row_count()) {
    uint before = track[i].before;
    if (before != 0u && track[i].overlap == earlier[before - 1u].claim) atomicMin(earlier[before - 1u].keeper, i + 1u);
  }
}
