// write_selection: the selected components as mask and as labels.
// needs  shared/regions, jobs, regions, seeds
// reads  texture unit 0: the labels; slot
// writes image binding 0: the mask, if HAS_MASK; image binding 1: the labels, if HAS_LABELS
//
// A workgroup has REGION_COLUMNS columns. An invocation goes down SELECTED_ROWS rows of a column, and searches the
// hash table where it meets another label.

#if HAS_MASK
GLCCL_NUMBERS(0, r8ui, mask)
#endif
#if HAS_LABELS
GLCCL_NUMBERS(1, r32ui, selection)
#endif

void main() {
  const uint across = uint((WIDTH + REGION_COLUMNS - 1) / REGION_COLUMNS);
  uint x = group_index() % across * uint(REGION_COLUMNS) + invocation() % uint(REGION_COLUMNS);
  uint strip = group_index() / across * uint(GROUP_SIZE / REGION_COLUMNS) + invocation() / uint(REGION_COLUMNS);
  uint bottom = x < uint(WIDTH) ? min((strip + 1u) * uint(SELECTED_ROWS), uint(ROWS)) : 0u;
  uint last = 0u;
  uint number = 0u;
  for (uint y = strip * uint(SELECTED_ROWS); y < bottom; ++y) {
    uint label = label_at(x, y);
    if (label != last) {
      last = label;
      number = label == 0u ? 0u : slot[find_slot(label)][2];
    }
#if HAS_MASK
    GLCCL_STORE(mask, x, y, min(number, 1u));
#endif
#if HAS_LABELS
    GLCCL_STORE(selection, x, y, number);
#endif
  }
}
