// The component table, and the colour of a component.
// reads  storage binding 0: the table, laid out as in glccl/table.hpp

struct Component {
  uint label, area, first_x, first_y;
  uint x0, y0, x1, y1;
  uvec2 sum_x, sum_y;
  uint value, unused[3];
};

layout(std430, binding = 0) readonly buffer Components {
  uint header[16];
  Component component[];
};

// Components that the table has no row for are coloured by their label.
vec3 component_color(uint label) {
  if (by_place == 0 || label > min(header[1], table_rows)) return number_color(label);
  Component row = component[label - 1u];
  return place_color(ivec2(row.first_x, row.first_y));
}
