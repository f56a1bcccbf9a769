// write_lists: offsets and places. Invocations of a workgroup have a run each, and write the elements of all its runs
// one behind the other.
// needs  shared/regions, jobs, compute/prefix, lists, sort
// reads  entry, count
// writes offsets, places

shared uint first_element[GROUP_SIZE];  // of each run, in the chunk
shared uint first_place[GROUP_SIZE];

// The offsets of all lists that begin with run `i` or are empty before it; behind the last run also of the others.
void write_offsets(uint i, uint offset, uint length) {
  uint own = list_of_run(entry[i].x);
  for (uint list = i == 0u ? 0u : list_of_run(entry[i - 1u].x) + 1u; list <= own; ++list) offsets[list] = offset;
  if (i + 1u == entry_count) {
    for (uint list = own + 1u; list <= lists; ++list) offsets[list] = offset + length;
  }
}

// The run of element `i` of the chunk: the last that begins at it or before.
uint find_run(uint i) {
  uint at = 0u;
  for (uint step = uint(GROUP_SIZE) / 2u; step > 0u; step /= 2u) {
    if (first_element[at + step] <= i) at += step;
  }
  return at;
}

void main() {
  uint i = job_index();
  bool has_run = i < entry_count;
  uvec2 own = has_run ? entry[i] : uvec2(0u);
  uint length = has_run ? length_of_run(own.x) : 0u;
  uint all;
  uint before = sum_before(length, all);
  first_element[invocation()] = before;
  first_place[invocation()] = own.y;
  barrier();
  uint begin = all == 0u ? 0u : count[group_index()];
  if (has_run) write_offsets(i, begin + before, length);
  for (uint element = invocation(); element < all; element += uint(GROUP_SIZE)) {
    uint found = find_run(element);
    places[begin + element] = first_place[found] + element - first_element[found];
  }
  if (entry_count == 0u && group_index() == 0u) {
    for (uint list = invocation(); list <= lists; list += uint(GROUP_SIZE)) offsets[list] = 0u;
  }
}
