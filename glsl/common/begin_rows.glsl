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

// A row without pixels yet: areas and sums start at 0.
void begin_row(uint row, ivec2 first, uvec4 box, uint value) {
  component[row][HEAD] = uvec4(row + 1u, 0u, first);
  component[row][BOX] = box;
  component[row][SUMS] = uvec4(0u);
  component[row][VALUE] = uvec4(value, 0u, 0u, 0u);
}
