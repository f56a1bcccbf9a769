// find_runs (ours): finds the ends of vertical runs. A fragment looks at 32 pixels of a row: bit i of its mask is pixel
// i. A fetch brings the words of two columns, and the words below them.
// needs  raster_layout, image_size, parts/runs
// reads  binding 8, `foreground`; binding 9, `links`
// writes masks: R32UI

layout(location = 0) out uint mask;

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  ivec2 first = ivec2(texel.x * PIXELS_IN_MASK, texel.y / ROWS_IN_WORD);
  int columns = min(PIXELS_IN_MASK, image_size.x - first.x);
  int row = texel.y % ROWS_IN_WORD;
  vec2 size = vec2(image_size.x, words_down());
  uint inside = first.y + 1 < words_down() ? ~0u : 0u;  // of the words below
  mask = 0u;
  for (int i = 0; i < columns; i += 2) {
    vec2 corner = vec2(first + ivec2(i + 1, 1)) / size;  // between the four
    uvec4 here = textureGather(foreground, corner);
#if CRITERION == FOREGROUND
    uvec2 linked = here.wz >> 1 | (here.xy & inside) << 31;
#else
    uvec2 linked = textureGather(links, corner).wz;
#endif
    uvec2 end = (here.wz & ~linked) >> row & 1u;
    mask |= end.x << i | end.y << i + 1;
  }
  mask &= ~0u >> PIXELS_IN_MASK - columns;  // the last column may have none beside it
}
