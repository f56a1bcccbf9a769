// Births and deaths of a chunk of components: invocation i has four components and four of the last frame, from 4 i on.
// needs  shared/tracks, jobs, tracks

const uint EACH = uint(TRACK_CHUNK / GROUP_SIZE);

uint first_of_job() { return group_index() * uint(TRACK_CHUNK) + invocation() * EACH; }

bool keeps_id(uint i) { return track[i].before != 0u && earlier[track[i].before - 1u].keeper == i + 1u; }

bool is_born(uint i) { return i < row_count() && !keeps_id(i); }

bool has_died(uint i) { return i < last_rows && earlier[i].keeper == NO_LABEL; }

// The number of this invocation's births, and in the upper half of its deaths.
uint own_births_and_deaths() {
  uint sum = 0u;
  for (uint i = first_of_job(); i < first_of_job() + EACH; ++i) {
    sum += (is_born(i) ? 1u : 0u) + (has_died(i) ? 1u << 16 : 0u);
  }
  return sum;
}
