// begin_tracks: keeps ids and ages of the last frame's rows and clears what the other passes write.
// needs  arguments, shared/tracks, jobs, tracks
// reads  the tracks of the last frame
// writes earlier, the rows, the hash table

#define forgets argument  // 1: there is no last frame

void main() {
  uint i = job_index();
  uint kept = forgets == 0 ? rows : 0u;
  if (i == 0u) {
    last_rows = kept;
    last_id_then = last_id;
    pair_count = 0u;
  }
  if (i < uint(SLOTS)) {
    slot[i][0] = 0u;
    slot[i][1] = 0u;
    slot[i][2] = 0u;
  }
  if (i < uint(MAX_COMPONENTS)) {
    if (i < kept) earlier[i] = Earlier(track[i].id, track[i].age, 0u, NO_LABEL, 0u, 0u, NO_LABEL);
    track[i].overlap = 0u;
    track[i].events = 0u;
    track[i].parent = NO_LABEL;
    track[i].before = 0u;
  }
}
