// histogram_pyramid: one level of the pyramid of pyramid.glsl.
// reads  masks (level 0), or the level below in `sums` (after a texture barrier)
// writes sums, the rows of the level

layout(location = AT_ARGUMENT) uniform int level;
layout(location = 0) out uint sum;

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  int element = (texel.y - levels[level].x) * ROW + texel.x;
  int below = level == 0 ? mask_count() : levels[max(level - 1, 0)].y;
  sum = element < levels[level].y ? sum_counts(level - 1, element * FAN, min((element + 1) * FAN, below)) : 0u;
}
