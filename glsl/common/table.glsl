// The component table; engine/include/glccl/table.hpp describes it. Row i is label i + 1.
// Passes over rows work on a target of 4096 columns, row by row of texels.

// A row has four vectors, so that it can be written 16 bytes at a time:
const int HEAD = 0;   // label, area, x and y of the first pixel
const int BOX = 1;    // x0, y0, x1, y1
const int SUMS = 2;   // of x: low word, high word; of y: low word, high word
const int VALUE = 3;  // with EQUAL the value; nothing else

layout(std430, binding = 0) buffer Components {
  uint vertices, rows, first_vertex, base_instance;
  uint groups_x, groups_y, groups_z;
  uint count;
  uint unused[8];
  uvec4 component[][4];
};

const int ROWS_ACROSS = 4096;

layout(location = AT_TABLE_ROWS) uniform uint table_rows;  // that there is room for

ivec2 texel_of(uint row) { return ivec2(row % ROWS_ACROSS, row / ROWS_ACROSS); }
