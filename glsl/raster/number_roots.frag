// number_roots: at every root, the number of its component in raster order: 1 + the first pixels before its own, which the
// pyramid tells in a few fetches a level.
// reads  binding 0, `ids`: final roots; `firsts`; `sums`
// writes numbers, at roots

layout(location = 7) uniform int level_count;
layout(location = 0) out uint number;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  if (id_at(pixel) != encode(pixel)) discard;
  ivec2 first = decode_descending(texelFetch(firsts, pixel, 0).x);
  number = 1u + count_pixels(first.y, first.x / FAN * FAN, first.x);
  int element = first.y * elements_in_row() + first.x / FAN;
  for (int level = 0; level < level_count; ++level) {
    number += sum_elements(level, element / FAN * FAN, element);
    element /= FAN;
  }
}
