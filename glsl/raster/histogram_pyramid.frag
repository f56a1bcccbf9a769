// histogram_pyramid: one level of the pyramid of pyramid.glsl.
// reads  binding 0, `ids`: final roots; `firsts` (level 0) or the level below in `sums` (after a texture barrier)
// writes sums, the rows of the level

layout(location = 2) uniform int level;
layout(location = 0) out uint sum;

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  int element = (texel.y - levels[level].x) * ROW + texel.x;
  sum = 0u;
  if (element >= levels[level].y) return;
  if (level == 0) {
    int y = element / elements_in_row();
    int from = element % elements_in_row() * FAN;
    sum = count_pixels(y, from, min(from + FAN, textureSize(ids, 0).x));
  } else {
    sum = sum_elements(level - 1, element * FAN, min((element + 1) * FAN, levels[level - 1].y));
  }
}
