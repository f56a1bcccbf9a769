// Starting the component table: its header, and rows without pixels yet. Needs table.glsl and criterion.glsl.

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

// With EQUAL the value of a component with that pixel, else 0.
uint packed_value(ivec2 pixel) {
#if CRITERION == EQUAL
  return packed_texel(value_of(pixel));
#else
  return 0u;
#endif
}

// All of a row but its box: label and first pixel; areas and sums start at 0.
void begin_row(uint row, ivec2 first, uint value) {
  component[row].label = row + 1u;
  component[row].area = 0u;
  component[row].first_x = uint(first.x);
  component[row].first_y = uint(first.y);
  component[row].sum_x[0] = component[row].sum_x[1] = 0u;
  component[row].sum_y[0] = component[row].sum_y[1] = 0u;
  component[row].value = value;
  component[row].unused[0] = component[row].unused[1] = component[row].unused[2] = 0u;
}
