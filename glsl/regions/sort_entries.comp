// sort_entries: the entries of each chunk in the order of a digit, those of one digit in the order that they have.
// needs  arguments, shared/regions, jobs, compute/prefix, sort
// reads  entry, count, digit_total
// writes sorted_entry
//
// A workgroup has DIGITS invocations and goes through its chunk in rounds. Within a round the rank of an entry among
// those of its digit is counted in its part of 32 invocations, and of the parts before it.

const uint PART = 32u;
const uint PARTS = uint(GROUP_SIZE) / PART;

#define shift argument  // of the digit's first bit

shared uint next_place[DIGITS];                  // of the next entry with this digit
shared uint round_digit[GROUP_SIZE];             // DIGITS: no entry
shared uint part_entries[PARTS * uint(DIGITS)];  // of each part, entries with each digit

// The number of entries with the digit before this one in the round.
uint rank_of(uint digit) {
  uint own = invocation();
  uint rank = 0u;
  for (uint i = own / PART * PART; i < own; ++i) rank += round_digit[i] == digit ? 1u : 0u;
  for (uint part = 0u; part < own / PART; ++part) rank += part_entries[part * uint(DIGITS) + digit];
  return rank;
}

void main() {
  uint chunks = chunks_of(entry_count, uint(SORT_CHUNK));
  uint chunk = group_index();
  bool works = chunk < chunks;
  uint own = invocation();
  uint all;
  uint smaller = sum_before(works ? digit_total[own] : 0u, all);
  next_place[own] = smaller + (works ? count[own * chunks + chunk] : 0u);
  uint begin = chunk * uint(SORT_CHUNK);
  uint end = works ? min(begin + uint(SORT_CHUNK), entry_count) : begin;
  for (uint from = begin; from < end; from += uint(GROUP_SIZE)) {
    bool has_entry = from + own < end;
    uvec2 found = has_entry ? entry[from + own] : uvec2(0u);
    uint digit = has_entry ? found.x >> shift & uint(DIGITS - 1) : uint(DIGITS);
    round_digit[own] = digit;
    for (uint part = 0u; part < PARTS; ++part) part_entries[part * uint(DIGITS) + own] = 0u;
    barrier();
    if (has_entry) atomicAdd(part_entries[own / PART * uint(DIGITS) + digit], 1u);
    barrier();
    if (has_entry) sorted_entry[next_place[digit] + rank_of(digit)] = found;
    barrier();
    for (uint part = 0u; part < PARTS; ++part) next_place[own] += part_entries[part * uint(DIGITS) + own];
  }
}
