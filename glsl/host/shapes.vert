// One instance per shape: corners from gl_VertexID, placed by a transform of the instance.
//
// Discs and squares are two triangles over the square from -1 to 1; shapes.frag discards the corners of discs. A
// triangle is equilateral on the unit circle. Its last three vertices coincide, so its second triangle is empty.
//
//   in   per instance: transform to pixels, colour, kind (0 disc, 1 square, 2 triangle), depth: at the centre, and how
//        much it grows along the shape's x and y
//   out  local: position in the shape; tint: its colour; id: the number of the instance, from 1; round_shape: 1 for
//        discs
uniform vec2 size;  // Extent of the texture in pixels.

layout(location = 0) in mat3x2 transform;  // Takes the locations 0, 1 and 2.
layout(location = 3) in vec4 colour;
layout(location = 4) in uint kind;
layout(location = 5) in vec3 depth;

out vec2 local;
flat out vec4 tint;
flat out uint id;
flat out uint round_shape;

const vec2 square[6] =
    vec2[6](vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, -1), vec2(1, 1), vec2(-1, 1));
const vec2 triangle[6] = vec2[6](vec2(0, -1), vec2(0.8660254, 0.5), vec2(-0.8660254, 0.5), vec2(0, -1), vec2(0, -1),
                                 vec2(0, -1));

void main() {
  local = kind == 2u ? triangle[gl_VertexID] : square[gl_VertexID];
  tint = colour;
  id = uint(gl_InstanceID) + 1u;
  round_shape = kind == 0u ? 1u : 0u;
  vec2 pixel = transform * vec3(local, 1);
  gl_Position = vec4(pixel / size * 2 - 1, (depth.x + dot(depth.yz, local)) * 2 - 1, 1);
}
