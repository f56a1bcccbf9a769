// merge_contacts: merges sorted runs of rows, CONTACT_RUNS at a time. Makes the counts ready for the next call.
// needs  arguments, shared/regions, jobs, contacts
// reads  contacts, contact or merged
// writes merged or contact, pair_count, border

#define width argument  // rows of a run

uvec4 row_at(bool in_place, uint i) { return in_place ? contact[i] : merged[i]; }

// The merges that are left before this one.
int merges_left() {
  int done = 0;
  for (int sorted = CONTACT_CHUNK; sorted < width; sorted *= CONTACT_RUNS) ++done;
  return merges_of_contacts(contacts) - done;
}

void main() {
  uint i = job_index();
  uint run_width = uint(width);
  int left = merges_left();
  bool in_place = are_in_place(left);
  if (left > 0 && i < contacts) {
    uvec4 row = row_at(in_place, i);
    uint begin = i - i % (uint(CONTACT_RUNS) * run_width);
    uint place = begin;
    for (int run = 0; run < CONTACT_RUNS; ++run) {
      uint first = begin + uint(run) * run_width;
      uint before = 0u;  // rows of the run that are before this one; of its own run those in front of it
      for (uint step = run_width; step > 0u; step /= 2u) {
        uint next = before + step;
        bool has_row = next <= run_width && first + next <= contacts;
        if (has_row) before = is_before(row_at(in_place, first + next - 1u).xy, row.xy) ? next : before;
      }
      place += before;
    }
    if (in_place) {
      merged[place] = row;
    } else {
      contact[place] = row;
    }
  }
  if (i == 0u) {
    pair_count = 0u;
    border[0] = 0u;
    border[1] = 0u;
  }
}
