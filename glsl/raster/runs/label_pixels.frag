// label_pixels (ours): every pixel takes the number of its run. Turns the image back.
// needs  shared/ids, raster_layout, ids, image_size, parts/neighbors, parts/runs
// reads  binding 0, `ids`: the numbers of runs; the words of runs.glsl
// writes labels: R32UI

layout(location = 0) out uint label;

void main() {
  ivec2 pixel = turned(ivec2(gl_FragCoord.xy), image_size);
  uint here = texelFetch(foreground, pixel / ivec2(1, ROWS_IN_WORD), 0).x;
  label = 0u;
  if ((here >> pixel.y % ROWS_IN_WORD & 1u) == 0u) return;
  label = floatBitsToUint(texelFetch(ids, unpacked(run_of(pixel, here)), 0).x) - ID_BASE;
}
