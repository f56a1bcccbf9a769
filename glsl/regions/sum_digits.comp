// sum_digits: of each digit, sums over the chunks before each. A workgroup per digit.
// needs  shared/regions, jobs, sort, sum_counts
// reads  count
// writes count, digit_total

void main() {
  uint chunks = chunks_of(entry_count, uint(SORT_CHUNK));
  uint digit = group_index();
  uint all = sum_counts(digit * chunks, digit < uint(DIGITS) ? chunks : 0u);
  if (invocation() == 0u && digit < uint(DIGITS)) digit_total[digit] = all;
}
