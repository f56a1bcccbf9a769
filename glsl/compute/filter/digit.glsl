// The digit of the smallest key that is kept, from the numbers of components by their digits (select_largest.comp).
// needs  prefix, areas
// reads  digit_counts, wanted
// writes digits_found, wanted, smallest_key, digit_counts

// Chooses the digit that the smallest kept key has; an invocation has a digit, 0 the highest.
void choose_digit(uint digits) {
  uint digit = uint(DIGIT_VALUES) - 1u - invocation();
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
    uint found = digit << digit_shift(digits);
    if (is_digit_of_area(digits)) {
      smallest_key.area |= found;
    } else {
      smallest_key.place |= found;
    }
    wanted = still_wanted - larger;
  }
}
