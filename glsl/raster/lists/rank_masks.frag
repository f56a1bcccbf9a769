// rank_masks (ours): for every mask that is not empty, counts the bits that are set in the masks before it, or in it
// and the masks after it. Nobody asks for the rank of an empty mask.
// needs  locations, raster_layout, parts/pyramid
// reads  masks, `sums`
// writes ranks: RG32UI, that number and the mask

layout(location = AT_ARGUMENT) uniform int counted;  // RANK_FROM_FIRST or RANK_FROM_LAST
layout(location = 0) out uvec2 rank;

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  int index = texel.y * masks_in_row() + texel.x;
  uint mask = mask_at(index).x;
  rank = uvec2(0u);
  if (mask == 0u) return;
  uint before = 0u;
  for (int level = -1; level < level_count - 1; ++level) {
    before += sum_counts(level, index / PYRAMID_FAN * PYRAMID_FAN, index);
    index /= PYRAMID_FAN;
  }
  rank = uvec2(counted == RANK_FROM_LAST ? count_of_all() - before : before, mask);
}
