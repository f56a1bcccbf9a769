// The number of components, from the header of the component table (table.glsl).

layout(std430, binding = 0) readonly buffer Components {
  uint table_header[8];
  uvec2 table_count;
};

uint component_count() { return table_count.y != 0u ? 0xFFFFFFFFu : table_count.x; }
