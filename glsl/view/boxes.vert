// The boxes of a component table: one instance per row, a loop of four corners. The table holds the arguments of the
// draw, so the CPU does not know the number of rows. Boxes that do not have the slice are clipped away.
// needs  colors, plane, tracks, view
// reads  per instance, from the table: label, first, box, slices
// writes tint

layout(location = 0) in uint label;
layout(location = 1) in uint first;  // place of the first element: below 2^32 in OpenGL
layout(location = 2) in uvec4 box;  // x0 y0 x1 y1, inclusive
layout(location = 3) in uvec2 slices;  // z0 z1

flat out vec3 tint;

void main() {
  vec2 corner = vec2((gl_VertexID + 1) / 2 % 2, gl_VertexID / 2);
  ivec3 low = ivec3(box.xy, slices.x);
  ivec3 high = ivec3(box.zw, slices.y);
  vec2 pixel = mix(vec2(pixel_of(low)), vec2(pixel_of(high) + 1), corner);
  // Half a pixel inwards: lines run through the centres of their pixels.
  vec2 place = rectangle.xy + floor(pixel / extent * rectangle.zw + 0.5) + 0.5 - corner;
  vec3 base = coloring == 1 ? element_color(element_of(first)) : number_color(coloring == 2 ? id_of(label) : label);
  tint = mix(base, vec3(1), 0.45);
  bool here = low[axis] <= slice && slice <= high[axis];
  gl_Position = here ? clip_position(place) : vec4(2, 2, 2, 1);
}
