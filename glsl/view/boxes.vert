// The boxes of a component table: one instance per row, a loop of four corners. The table holds the arguments of the
// draw, so the CPU does not know the number of rows.
// reads  per instance, from the table: label, first, box
// writes tint

layout(location = 0) in uint label;
layout(location = 1) in uint first;  // linear place of the first pixel: below 2^30 in OpenGL
layout(location = 2) in uvec4 box;  // x0 y0 x1 y1, inclusive

flat out vec3 tint;

void main() {
  vec2 corner = vec2((gl_VertexID + 1) / 2 % 2, gl_VertexID / 2);
  vec2 pixel = mix(vec2(box.xy), vec2(box.zw + 1u), corner);
  // Half a pixel inwards: lines run through the centres of their pixels.
  vec2 place = rectangle.xy + floor(pixel / extent * rectangle.zw + 0.5) + 0.5 - corner;
  uint width = uint(image_extent.x);
  vec3 base = by_place != 0 ? place_color(ivec2(first % width, first / width)) : number_color(label);
  tint = mix(base, vec3(1), 0.45);
  gl_Position = clip_position(place);
}
