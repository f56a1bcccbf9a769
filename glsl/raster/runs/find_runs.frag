// find_runs (ours): finds the ends of vertical runs. A fragment looks at 32 pixels of a row: bit i of its mask is pixel
// i.
// reads  binding 8, `foreground`; binding 9, `links`
// writes masks: R32UI

layout(location = 0) out uint mask;

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  int first = texel.x * PIXELS_IN_MASK;
  int columns = min(PIXELS_IN_MASK, image_size.x - first);
  int row = texel.y % ROWS_IN_WORD;
  mask = 0u;
  for (int i = 0; i < columns; ++i) {
    ivec2 word = ivec2(first + i, texel.y / ROWS_IN_WORD);
    uint here = texelFetch(foreground, word, 0).x;
    uint end = row < ROWS_IN_WORD - 1 ? ends_inside(word, here) : here & ~linked_down(word, here);
    mask |= (end >> row & 1u) << i;
  }
}
