// place_roots (ours): every pixel takes the id of its component's root pixel, as after update_children, where stencil
// routing numbers the roots.
// needs  shared/ids, raster_layout, ids, parts/runs, parts/trees
// reads  binding 0, `ids`: the trees of runs; binding 5, `points`: the ends of runs; the words of runs.glsl
// writes ids

layout(binding = 5) uniform usampler2D points;
layout(location = 0) out float id;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  uint here = texelFetch(foreground, pixel / ivec2(1, ROWS_IN_WORD), 0).x;
  id = 0.0;
  if ((here >> pixel.y % ROWS_IN_WORD & 1u) == 0u) return;
  ivec2 root = decode(root_of(unpacked(run_of(pixel, here))));
  id = uintBitsToFloat(ID_BASE + texelFetch(points, root, 0).x);
}
