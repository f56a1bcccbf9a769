// claim_ids: each component claims its parent's id.
// needs  jobs, tracks
// reads  the pairs, parents
// writes track.before, earlier.claim, earlier.claims

void main() {
  if (job_index() < listed_pairs()) {
    uint at = pair_slot[job_index()];
    uint now = slot[at][0] - 1u;
    uint before = slot[at][1] - 1u;
    if (slot[at][2] == track[now].overlap && earlier[before].id == track[now].parent) {
      track[now].before = before + 1u;
      atomicMax(earlier[before].claim, slot[at][2]);
      atomicAdd(earlier[before].claims, 1u);
    }
  }
}
