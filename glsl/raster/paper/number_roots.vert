// number_roots (ours): every root that stencil_routing has gathered scatters its number to its own pixel.
// needs  ids, parts/points, parts/routing
// reads  binding 7, `roots`: R32F
// writes numbers: R32UI

layout(binding = 7) uniform sampler2D roots;
flat out uint number;

void main() {
  float id = texelFetch(roots, routed_texel(gl_VertexID), 0).x;
  number = uint(gl_VertexID) + 1u;
  gl_Position = id != 0.0 ? center_of(decode(id)) : NOWHERE;
}
