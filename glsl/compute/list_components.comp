// list_components: starts the component table: the header, and of every row the label, the first pixel and the value. An invocation has a
// word of root_bits.
// reads  root_bits, ranks, sums; with EQUAL the source
// writes the component table; areas and sums start at 0, the box at its least

void write_header(uint all) {
  vertices = 4u;
  rows = min(all, table_rows);
  first_vertex = 0u;
  base_instance = 0u;
  groups_x = (rows + 63u) / 64u;
  groups_y = 1u;
  groups_z = 1u;
  count = all;
}

uint packed_texel(vec4 color) { return packUnorm4x8(color); }
uint packed_texel(uvec4 value) { return value.r; }

void write_row(ivec2 first) {
  uint row = number_of(first) - 1u;
  if (row >= table_rows) return;
  component[row].label = row + 1u;
  component[row].area = 0u;
  component[row].first_x = component[row].x0 = component[row].x1 = uint(first.x);
  component[row].first_y = component[row].y0 = component[row].y1 = uint(first.y);
  component[row].sum_x[0] = component[row].sum_x[1] = 0u;
  component[row].sum_y[0] = component[row].sum_y[1] = 0u;
#if CRITERION == EQUAL
  component[row].value = packed_texel(value_of(first));
#else
  component[row].value = 0u;
#endif
  component[row].unused[0] = component[row].unused[1] = component[row].unused[2] = 0u;
}

void main() {
  uint word = job_index();
  if (word == 0u) write_header(sums[ranked_groups()]);
  if (word >= ranked_words()) return;
  ivec2 first = ivec2(32u * (word % uint(word_count.x)), word / uint(word_count.x));
  for (uint rest = root_bits[word]; rest != 0u; rest &= rest - 1u) write_row(first + ivec2(findLSB(rest), 0));
}
