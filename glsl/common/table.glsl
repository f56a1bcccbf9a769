// The component table; engine/include/glccl/table.hpp describes it. Row i is label i + 1.
// needs  uniforms, table_layout

#ifdef VOLUME
const int VECTORS = VOLUME_ROW_VECTORS;
#else
const int VECTORS = ROW_VECTORS;
#endif
#ifndef ROW_STRIDE  // vectors from a row to the next: with optional columns more than VECTORS
#define ROW_STRIDE VECTORS
#define OPTIONAL_COLUMNS 0u
#endif

layout(std430, binding = 0) buffer Components {
  uint vertices, rows, first_vertex, base_instance;
  uint groups_x, groups_y, groups_z;
  uint row_bytes;
  uvec2 count;
  uint columns;
  uint width, height, depth;
  uvec2 found;
  uvec4 table_vectors[];  // those of a row follow one another (shared/table_layout.h)
};

// The place of a vector of a row.
uint vector_at(uint row, uint vector) { return row * uint(ROW_STRIDE) + vector; }

GLCCL_UNIFORM(AT_TABLE_ROWS, uint, table_rows)  // capacity
