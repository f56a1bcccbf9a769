// write_colours: the colour of each label.
// needs  shared/label_colours, shared/regions, jobs, regions
// reads  texture unit 0: the labels
// writes image binding 0: the colours

GLCCL_COLOURS(colours)

void main() {
  const uint across = uint((WIDTH + REGION_COLUMNS - 1) / REGION_COLUMNS);
  uint column = group_index() % across * uint(REGION_COLUMNS) + invocation() % uint(REGION_COLUMNS);
  uint row = group_index() / across * uint(GROUP_SIZE / REGION_COLUMNS) + invocation() / uint(REGION_COLUMNS);
  if (column < uint(WIDTH) && row < uint(ROWS)) {
    GLCCL_STORE_COLOUR(colours, column, row, label_colour(label_at(column, row)));
  }
}
