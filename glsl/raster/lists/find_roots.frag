// find_roots (ours): finds the roots of components. A fragment looks at 32 pixels of a row, or at 32 runs of the list:
// bit i of its mask is pixel i.
// needs  locations, raster_layout, ids, parts/lists, parts/neighbors, parts/pyramid
// reads  binding 0, `ids`: final roots of pixels, or of runs, whose number is in `sums`
// writes masks: R32UI

layout(location = AT_ARGUMENT) uniform int listed;  // 1: runs
layout(location = 0) out uint mask;

void main() {
  ivec2 first = ivec2(gl_FragCoord.xy) * ivec2(PIXELS_IN_MASK, 1);
  int last = PIXELS_IN_MASK;
  if (listed != 0) {
    uint before = element_at(first);
    uint all = count_of_all();
    last = before < all ? int(min(all - before, uint(PIXELS_IN_MASK))) : 0;
  }
  mask = 0u;
  for (int i = 0; i < last; ++i) {
    ivec2 pixel = first + ivec2(i, 0);
    if (id_of(pixel) == encode(pixel)) mask |= 1u << i;
  }
}
