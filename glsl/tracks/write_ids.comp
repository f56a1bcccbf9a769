// write_ids: ids for labels.
// needs  shared/label_pairs, jobs, places, tracks
// reads  texture unit 0: the labels; the rows
// writes image binding 0: the ids

layout(binding = 0) uniform LABEL_SAMPLER labels;
layout(r32ui, binding = 0) writeonly uniform LABEL_IMAGE ids;

void main() {
  uint count = rows;
  uint x = gl_WorkGroupID.x * uint(PAIR_COLUMNS) + invocation() % uint(PAIR_COLUMNS);
  uint strip = gl_WorkGroupID.y * uint(GROUP_SIZE / PAIR_COLUMNS) + invocation() / uint(PAIR_COLUMNS);
  uint bottom = x < uint(WIDTH) ? min((strip + 1u) * uint(PAIR_ROWS), uint(ROWS)) : 0u;
  for (uint y = strip * uint(PAIR_ROWS); y < bottom; ++y) {
    PLACE place = place_of(x, y);
    uint label = texelFetch(labels, place, 0).r;
    uint id = label - 1u < count ? track[label - 1u].id : 0u;
    imageStore(ids, place, uvec4(id));
  }
}
