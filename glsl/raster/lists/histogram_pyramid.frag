// histogram_pyramid (Ziegler et al. 2006): writes one level of the pyramid; pyramid.glsl has its shape.
// needs  locations, raster_layout, parts/pyramid
// reads  masks (level 0), or the level below in `sums` (after a texture barrier)
// writes sums, the rows of the level

layout(location = AT_ARGUMENT) uniform int level;
layout(location = 0) out uint sum;

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  int element = (texel.y - levels[level].x) * PYRAMID_ROW + texel.x;
  int from = element * PYRAMID_FAN;
  int all = level == 0 ? mask_count() : levels[max(level - 1, 0)].y;  // elements of the level below
  sum = element < levels[level].y ? sum_counts(level - 1, from, min(from + PYRAMID_FAN, all)) : 0u;
}
