// find_links (ours): finds which pixels are linked, with the criteria that compare values. A fragment looks at 32
// pixels of a column of the turned image and at the next column, and reads every value once.
//
//     . a      bit i of the words is pixel p in row i; x: p is linked with d, y: with b, z: with a, w: with c
//     p b
//     d c
//
// reads  binding 1, `source`; binding 8, `foreground`
// writes links: RGBA32UI

layout(location = 0) out uvec4 link;

// The value of a pixel; where there is none, that of a pixel of the image.
SOURCE_VECTOR nearest_value(ivec2 pixel) { return value_of(clamp(pixel, ivec2(0), image_size - 1)); }

void main() {
  ivec2 word = ivec2(gl_FragCoord.xy);
  ivec2 pixel = word * ivec2(1, ROWS_IN_WORD);
  link = uvec4(0u);
  SOURCE_VECTOR p = nearest_value(pixel);
  SOURCE_VECTOR a = nearest_value(pixel + ivec2(1, -1));
  SOURCE_VECTOR b = nearest_value(pixel + ivec2(1, 0));
  int rows = min(ROWS_IN_WORD, image_size.y - pixel.y);
  for (int i = 0; i < rows; ++i) {
    ++pixel.y;
    SOURCE_VECTOR d = nearest_value(pixel);
    SOURCE_VECTOR c = nearest_value(pixel + ivec2(1, 0));
    link.x |= uint(are_linked(p, d)) << i;
    link.y |= uint(are_linked(p, b)) << i;
#if CONNECTIVITY == 8
    link.z |= uint(are_linked(p, a)) << i;
    link.w |= uint(are_linked(p, c)) << i;
#endif
    p = d;
    a = b;
    b = c;
  }
  uint here = foreground_at(word);
  ivec2 next = word + ivec2(1, 0);
  uint beside = foreground_at(next);
  link &= uvec4(here);
  link.x &= here >> 1 | foreground_at(word + ivec2(0, 1)) << 31;
  link.y &= beside;
  link.z &= beside << 1 | foreground_at(next - ivec2(0, 1)) >> 31;
  link.w &= beside >> 1 | foreground_at(next + ivec2(0, 1)) << 31;
}
