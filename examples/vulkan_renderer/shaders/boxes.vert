#version 450
// The bounding box of one component per instance, from the component table (its layout: glccl/table.hpp).
layout(push_constant) uniform Constants { vec2 extent; };
struct Component {
  uint label, value;
  uvec2 area;
  uint x0, y0, x1, y1;
  uvec2 sum_x, sum_y;
  uvec2 first;
  uint z0, z1;
};
layout(std430, binding = 0) readonly buffer Components {
  uint header[16];
  Component component[];
};
layout(location = 0) flat out uvec4 box;  // the first and the last pixel

void main() {
  Component row = component[gl_InstanceIndex];
  box = uvec4(row.x0, row.y0, row.x1, row.y1);
  vec2 corner = mix(vec2(box.xy), vec2(box.zw) + 1.0, vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1));
  gl_Position = vec4(corner / extent * 2.0 - 1.0, 0.0, 1.0);
}
