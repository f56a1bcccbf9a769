// stencil_routing (chapter 8): every root is drawn as a point that covers the whole region. Texel i starts with stencil
// i + 1. A texel takes the point that finds 1 there, and every point counts all texels down. So point k lands in texel
// k, and points come in the order of vertices: raster order of the image that is labeled.
//
//     1 2 3      0 1 2      0 0 1
//     4 5 6  ->  3 4 5  ->  2 3 4   after two points: the first lies in the first texel, the second in the second
//     7 8 .      6 7 .      5 6 .
//
// An 8-bit stencil counts to 255, so each later round leaves out the roots that an earlier round has taken. Ids fall in
// raster order, so the last one taken tells which these are. With argument ROUTING_ROUNDS nothing is
// routed: check_routing draws the roots that are left over.
// needs  locations, raster_layout, ids, image_size, parts/neighbors, parts/points, parts/routing
// reads  binding 0, `ids`: final roots; binding 7, `roots`: R32F, the rounds before
// writes routed: R32F

layout(binding = 7) uniform sampler2D roots;
layout(location = AT_ARGUMENT) uniform int round;
flat out float scattered;

float last_taken() { return texelFetch(roots, routed_texel(round * ROUTED_A_ROUND - 1), 0).x; }

void main() {
  ivec2 pixel = turned(ivec2(gl_VertexID % image_size.x, gl_VertexID / image_size.x), image_size);
  float id = id_of(pixel);
  bool drawn = id == encode(pixel) && (round == 0 || id < last_taken());
  scattered = id;
  gl_Position = drawn ? vec4(0.0, 0.0, 0.0, 1.0) : NOWHERE;
}
