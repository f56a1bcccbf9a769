// choose_digit: finds the digit that select_largest has counted (digit.glsl). One workgroup.
// needs  ranks, digit

void main() {
  if (same_for_all(wanted) != 0u) choose_digit(digits_found);
}
