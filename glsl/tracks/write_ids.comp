// write_ids: ids for labels.
// needs  shared/label_pairs, jobs, label_images, tracks
// reads  texture unit 0: the labels; the rows
// writes image binding 0: the ids

GLCCL_NUMBERS(0, r32ui, ids)

void main() {
  uint count = rows;
  uint x = gl_WorkGroupID.x * uint(PAIR_COLUMNS) + invocation() % uint(PAIR_COLUMNS);
  uint strip = gl_WorkGroupID.y * uint(GROUP_SIZE / PAIR_COLUMNS) + invocation() / uint(PAIR_COLUMNS);
  uint bottom = x < uint(WIDTH) ? min((strip + 1u) * uint(PAIR_ROWS), uint(ROWS)) : 0u;
  for (uint y = strip * uint(PAIR_ROWS); y < bottom; ++y) {
    uint label = label_at(x, y);
    uint id = label - 1u < count ? track[label - 1u].id : 0u;
    GLCCL_STORE(ids, x, y, id);
  }
}
