// select_largest: finds the next digit of the smallest key that is kept, from the highest digit on (a radix selection;
// keys are in areas.glsl). The workgroups count the components that begin with the digits found so far, by their next
// digit; the last workgroup chooses the digit. The plan has a dispatch for each digit.
// reads  areas, sums
// writes digits_found, wanted, smallest_key, digit_counts

shared uint own_counts[DIGITS];

// A digit of a key, 0 being the highest.
uint digit_of(uvec2 key, uint digit) {
  uint half_digits = uint(KEY_DIGITS / 2);
  uint word = digit < half_digits ? key.x : key.y;
  return word >> uint(KEY_BITS) * (half_digits - 1u - digit % half_digits) & DIGITS - 1u;
}

// Whether a key begins with the first `digits` digits of another.
bool begins_as(uvec2 key, uvec2 other, uint digits) {
  for (uint i = 0u; i < digits; ++i) {
    if (digit_of(key, i) != digit_of(other, i)) return false;
  }
  return true;
}

// An invocation adds up equal digits that follow each other: of the high digits of areas most are 0.
void count_digits(uint digits) {
  for (uint i = invocation(); i < DIGITS; i += GROUP_SIZE) own_counts[i] = 0u;
  barrier();
  uint all = sums[ranked_groups()];
  uvec2 found = uvec2(smallest_key[0], smallest_key[1]);
  uint last_digit = 0u;
  uint equal = 0u;
  for (uint i = job_index(); i < all; i += gl_NumWorkGroups.x * GROUP_SIZE) {
    uvec2 key = key_of(i);
    if (!passes_limits(key.x) || !begins_as(key, found, digits)) continue;
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
  for (uint i = invocation(); i < DIGITS; i += GROUP_SIZE) {
    if (own_counts[i] != 0u) atomicAdd(digit_counts[i], own_counts[i]);
  }
}

// Chooses the digit that the smallest kept key has; an invocation has a digit, 0 the highest.
void choose_digit(uint digits) {
  uint digit = DIGITS - 1u - invocation();
  uint count = digit_counts[digit];
  uint all;
  uint larger = sum_before(count, all);
  uint still_wanted = wanted;
  barrier();
  digit_counts[digit] = 0u;
  if (invocation() == 0u) digits_found = digits + 1u;
  if (all < still_wanted) {
    if (invocation() == 0u) wanted = 0u;  // there are not so many
  } else if (larger < still_wanted && still_wanted <= larger + count) {
    smallest_key[digits < uint(KEY_DIGITS / 2) ? 0 : 1] |=
        digit << uint(KEY_BITS) * (uint(KEY_DIGITS / 2) - 1u - digits % uint(KEY_DIGITS / 2));
    wanted = still_wanted - larger;
  }
}

void main() {
  uint digits = digits_found;
  bool is_done = wanted == 0u;
  if (!is_done) count_digits(digits);
  if (is_last_group() && !is_done) choose_digit(digits);
}
