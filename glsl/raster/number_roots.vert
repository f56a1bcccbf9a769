// number_roots: every root that stencil_routing has gathered scatters its number to its own pixel.
// reads  binding 7, `roots`: R32F
// writes points: R32UI

layout(binding = 7) uniform sampler2D roots;
layout(location = AT_TARGET_SIZE) uniform ivec2 target_size;
flat out uint number;

void main() {
  float id = texelFetch(roots, routed_texel(gl_VertexID), 0).x;
  number = uint(gl_VertexID) + 1u;
  vec2 place = (2.0 * vec2(decode(id)) + 1.0) / vec2(target_size) - 1.0;
  gl_Position = id != 0.0 ? vec4(place, 1.0, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}
