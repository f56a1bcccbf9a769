// count_births: births and deaths in each chunk; heirs of those that died.
// needs  shared/tracks, jobs, births, tracks
// reads  keepers, heirs
// writes chunk, track.events

shared uint group_sum;

void main() {
  if (invocation() == 0u) group_sum = 0u;
  barrier();
  uint sum = own_births_and_deaths();
  if (sum != 0u) atomicAdd(group_sum, sum);
  for (uint i = first_of_job(); i < first_of_job() + EACH; ++i) {
    if (has_died(i) && earlier[i].heir != NO_LABEL) atomicOr(track[earlier[i].heir - 1u].events, TRACK_MERGE);
  }
  barrier();
  if (invocation() == 0u) chunk[group_index()] = uvec2(group_sum & 0xFFFFu, group_sum >> 16);
}
