// find_foreground (ours): the bits of encode_ids, which pixels are foreground. A fragment looks at 32 pixels of a
// column of the turned image: bit i of its word is pixel i.
// needs  raster_layout, criterion, image_size, parts/source_texels
// reads  binding 1, `source`
// writes foreground: R32UI

layout(location = 0) out uint word;

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  ivec2 first = texel * ivec2(1, ROWS_IN_WORD);
  int rows = min(ROWS_IN_WORD, image_size.y - first.y);
  word = 0u;
  for (int i = 0; i < rows; ++i) word |= uint(is_foreground(first + ivec2(0, i))) << i;
}
