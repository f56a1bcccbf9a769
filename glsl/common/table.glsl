// The component table; engine/include/glccl/table.hpp describes it. Row i is label i + 1.
// Passes over rows work on a target of 4096 columns, row by row of texels.

struct Component {
  uint label, area, first_x, first_y;
  uint x0, y0, x1, y1;
  uint sum_x[2], sum_y[2];  // low word, high word
  uint value, unused[3];
};

layout(std430, binding = 0) buffer Components {
  uint vertices, rows, first_vertex, base_instance;
  uint groups_x, groups_y, groups_z;
  uint count;
  uint unused[8];
  Component component[];
};

const int ROWS_ACROSS = 4096;

layout(location = 14) uniform uint table_rows;  // that there is room for

ivec2 texel_of(uint row) { return ivec2(row % ROWS_ACROSS, row / ROWS_ACROSS); }
