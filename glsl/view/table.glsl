// The component table, and the colour of a component.
// reads  storage binding 0: the table, laid out as in glccl/table.hpp

struct Component {
  uint label, value;
  uvec2 area;
  uint x0, y0, x1, y1;
  uvec2 sum_x, sum_y;
  uvec2 first;
  uint z0, z1;
};

layout(std430, binding = 0) readonly buffer Components {
  uint vertices, rows, first_vertex, base_instance;
  uint groups_x, groups_y, groups_z;
  uint row_bytes;
  uvec2 count;
  uint columns;
  uint width, height, depth;
  uint unused[2];
  Component component[];
};

// The colour of a component. Components without a row in the table are coloured by their label.
vec3 component_color(uint label) {
  if (by_place == 0 || label > min(rows, table_rows)) return number_color(label);
  uint first = component[label - 1u].first.x;  // an image of OpenGL has at most 2^30 pixels
  return place_color(ivec2(first % width, first / width));
}
