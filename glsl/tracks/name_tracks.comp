// name_tracks: ids, ages and events of all components; the list of deaths; the header.
// needs  shared/tracks, component_count, jobs, compute/prefix, births, tracks
// reads  parents, keepers, chunk
// writes the rows, the deaths, the header

shared uvec2 sums_before_chunk[GROUP_SIZE];  // births and deaths in the chunks before this one
shared uvec2 sums_of_all[GROUP_SIZE];

// Births and deaths before this chunk, and in `all` those of all chunks.
uvec2 sums_of_chunks(out uvec2 all) {
  uvec2 before = uvec2(0u);
  all = uvec2(0u);
  for (uint i = invocation(); i < uint(CHUNKS); i += uint(GROUP_SIZE)) {
    all += chunk[i];
    if (i < group_index()) before += chunk[i];
  }
  sums_before_chunk[invocation()] = before;
  sums_of_all[invocation()] = all;
  for (uint half_size = uint(GROUP_SIZE) / 2u; half_size > 0u; half_size /= 2u) {
    barrier();
    if (invocation() < half_size) {
      sums_before_chunk[invocation()] += sums_before_chunk[invocation() + half_size];
      sums_of_all[invocation()] += sums_of_all[invocation() + half_size];
    }
  }
  barrier();
  all = sums_of_all[0];
  return sums_before_chunk[0];
}

// Completes the row of component `i`; `births_before` are those of smaller labels.
void name_track(uint i, uint births_before) {
  uint before = track[i].before;
  bool keeps = keeps_id(i);
  track[i].id = keeps ? earlier[before - 1u].id : last_id_then + 1u + births_before;
  track[i].age = keeps ? earlier[before - 1u].age + 1u : 1u;
  if (before == 0u) track[i].parent = 0u;
  uint claims = before == 0u ? 0u : earlier[before - 1u].claims;
  track[i].events = events_of(keeps, claims, track[i].events != 0u);
}

// Writes component `i` of the last frame to place `number` of the list.
void list_death(uint i, uint number) {
  uint word = uint(TRACKS_HEADER_WORDS + TRACK_WORDS * MAX_COMPONENTS) + uint(DEATH_WORDS) * number;
  uint heir = earlier[i].heir;
  track_words[word] = earlier[i].id;
  track_words[word + 1u] = earlier[i].age;
  track_words[word + 2u] = heir == NO_LABEL ? 0u : heir;
  track_words[word + 3u] = i + 1u;
}

void write_header(uvec2 all) {
  ++frame;
  components = component_count();
  rows = row_count();
  births = all.x;
  deaths = all.y;
  pairs = min(pair_count, uint(MAX_PAIRS) + 1u);
  overflow = found_overflow();
  last_id = last_id_then + all.x;
}

void main() {
  uvec2 all;
  uvec2 sums = sums_of_chunks(all);
  uint all_of_chunk;
  uint own = sum_before(own_births_and_deaths(), all_of_chunk);
  sums += uvec2(own & 0xFFFFu, own >> 16);
  for (uint i = first_of_job(); i < first_of_job() + EACH; ++i) {
    bool born = is_born(i);
    if (i < row_count()) name_track(i, sums.x);
    if (born) ++sums.x;
    if (has_died(i)) {
      list_death(i, sums.y);
      ++sums.y;
    }
  }
  if (job_index() == 0u) write_header(all);
}
