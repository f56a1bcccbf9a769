// The boxes of a component table: an instance a row, a loop of four corners. The draw's arguments are the table's own,
// so nobody has to know how many there are.
// reads  per instance, from the table: label, first pixel, box
// writes tint

layout(location = 0) in uint label;
layout(location = 1) in uvec2 first;
layout(location = 2) in uvec4 box;  // x0 y0 x1 y1, inclusive

flat out vec3 tint;

void main() {
  vec2 corner = vec2((gl_VertexID + 1) / 2 % 2, gl_VertexID / 2);
  vec2 pixel = mix(vec2(box.xy), vec2(box.zw + 1u), corner);
  // Half a pixel inwards, where the line's own pixels have their middle.
  vec2 place = rectangle.xy + floor(pixel / extent * rectangle.zw + 0.5) + 0.5 - corner;
  vec3 base = by_place != 0 ? place_color(ivec2(first)) : number_color(label);
  tint = mix(base, vec3(1), 0.45);
  gl_Position = clip_position(place);
}
