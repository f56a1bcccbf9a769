// Starting the component table: its header, and rows without pixels.
// needs  table_layout, image_size, criterion, table

// `all` components are in the labels, `before_filter` were found.
void write_header(uint all, uint before_filter) {
  vertices = TABLE_ROW_VERTICES;
  rows = min(all, table_rows);
  first_vertex = 0u;
  base_instance = 0u;
  groups_x = (rows + TABLE_GROUP_ROWS - 1u) / TABLE_GROUP_ROWS;
  groups_y = 1u;
  groups_z = 1u;
  row_bytes = uint(16 * ROW_STRIDE);
  count = uvec2(all, 0u);  // places and areas have 32 bits
  width = uint(image_size.x);
#ifdef VOLUME
  columns = TABLE_COLUMN_BASE | TABLE_COLUMN_SUM_Z | uint(OPTIONAL_COLUMNS);
  height = uint(volume.x);
  depth = uint(volume.y);
#else
  columns = TABLE_COLUMN_BASE | uint(OPTIONAL_COLUMNS);
  height = uint(image_size.y);
  depth = 1u;
#endif
  found = uvec2(before_filter, 0u);
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

// The vectors ROW_HEAD and ROW_FIRST of a row. Areas and places have 32 bits: their high words are 0.
uvec4 head_of(uint row, uint area, uint value) { return uvec4(row + 1u, value, area, 0u); }
uvec4 first_of(ivec2 first) {
  uint slice = 0u;
#ifdef VOLUME
  slice = uint(first.y / volume.x);
#endif
  return uvec4(uint(first.y) * uint(image_size.x) + uint(first.x), 0u, slice, slice);
}

// Writes a row without pixels: its area and sums are 0.
void begin_row(uint row, ivec2 first, uvec4 box, uint value) {
  table_vectors[vector_at(row, ROW_HEAD)] = head_of(row, 0u, value);
  table_vectors[vector_at(row, ROW_BOX)] = box;
  table_vectors[vector_at(row, ROW_SUMS)] = uvec4(0u);
  table_vectors[vector_at(row, ROW_FIRST)] = first_of(first);
#ifdef VOLUME
  table_vectors[vector_at(row, ROW_SUM_Z)] = uvec4(0u);
#endif
}
