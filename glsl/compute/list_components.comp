// list_components: starts the component table: the header, and of every row the label, the first pixel and the value. An invocation has a
// word of root_bits.
// reads  root_bits, ranks, sums; with EQUAL the source
// writes the component table; areas and sums start at 0, the box at its least

void write_row(ivec2 first) {
  uint row = number_of(first) - 1u;
  if (row >= table_rows) return;
  begin_row(row, first, packed_value(first));
  component[row].x0 = component[row].x1 = uint(first.x);
  component[row].y0 = component[row].y1 = uint(first.y);
}

void main() {
  uint word = job_index();
  if (word == 0u) write_header(sums[ranked_groups()]);
  if (word >= ranked_words()) return;
  ivec2 first = ivec2(32u * (word % uint(word_count.x)), word / uint(word_count.x));
  for (uint rest = root_bits[word]; rest != 0u; rest &= rest - 1u) write_row(first + ivec2(findLSB(rest), 0));
}
