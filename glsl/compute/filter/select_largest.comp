// select_largest: finds the next digit of the smallest key that is kept, from the highest digit on (a radix selection;
// keys are in shared/filter.h). The workgroups count the components that begin with the digits found so far, by their
// next digit; with CONTINUES the last workgroup chooses the digit, else the next pass does. The plan has a dispatch for
// each digit.
// needs  ranks, last_group, areas, digit
// reads  areas, sums
// writes digits_found, wanted, smallest_key, digit_counts

shared uint own_counts[DIGIT_VALUES];

// An invocation adds up equal digits that follow each other: of the high digits of areas most are 0.
void count_digits(uint digits) {
  for (uint i = invocation(); i < uint(DIGIT_VALUES); i += GROUP_SIZE) own_counts[i] = 0u;
  barrier();
  uint all = sums[ranked_groups()];
  ComponentKey found = smallest_kept();
  uint last_digit = 0u;
  uint equal = 0u;
  for (uint i = job_index(); i < all; i += gl_NumWorkGroups.x * GROUP_SIZE) {
    ComponentKey key = key_of(i);
    if (!passes_limits(key.area) || !begins_as(key, found, digits)) continue;
    uint digit = digit_of(key, digits);
    if (digit != last_digit) {
      if (equal != 0u) atomicAdd(own_counts[last_digit], equal);
      last_digit = digit;
      equal = 0u;
    }
    ++equal;
  }
  if (equal != 0u) atomicAdd(own_counts[last_digit], equal);
  barrier();
  for (uint i = invocation(); i < uint(DIGIT_VALUES); i += GROUP_SIZE) {
    if (own_counts[i] != 0u) atomicAdd(digit_counts[i], own_counts[i]);
  }
}

void main() {
  uint digits = digits_found;
  bool is_done = same_for_all(wanted) == 0u;
  if (!is_done) count_digits(digits);
#if CONTINUES
  if (is_last_group() && !is_done) choose_digit(digits);
#endif
}
