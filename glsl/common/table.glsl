// The component table; engine/include/glccl/table.hpp describes it. Row i is label i + 1.
// Passes over rows work on a target of 4096 columns, row by row of texels.

// A row has four vectors, so that it is written 16 bytes at a time:
const int HEAD = 0;   // label; value, 0 without EQUAL; area: low word, high word
const int BOX = 1;    // x0, y0, x1, y1
const int SUMS = 2;   // of x: low word, high word; of y: low word, high word
const int FIRST = 3;  // linear place of the first pixel: low word, high word; z0, z1

layout(std430, binding = 0) buffer Components {
  uint vertices, rows, first_vertex, base_instance;
  uint groups_x, groups_y, groups_z;
  uint row_bytes;
  uvec2 count;
  uint columns;
  uint width, height, depth;
  uint unused[2];
  uvec4 component[][4];
};

const int ROWS_ACROSS = 4096;

layout(location = 14) uniform uint table_rows;  // capacity

ivec2 texel_of(uint row) { return ivec2(row % ROWS_ACROSS, row / ROWS_ACROSS); }
