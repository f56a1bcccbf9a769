// write_colours: the colour of each label.
// needs  shared/label_colours, shared/regions, jobs, places, regions
// reads  texture unit 0: the labels
// writes image binding 0: the colours

layout(rgba8, binding = 0) writeonly uniform COLOUR_IMAGE colours;

void main() {
  const uint across = uint((WIDTH + REGION_COLUMNS - 1) / REGION_COLUMNS);
  uint column = group_index() % across * uint(REGION_COLUMNS) + invocation() % uint(REGION_COLUMNS);
  uint row = group_index() / across * uint(GROUP_SIZE / REGION_COLUMNS) + invocation() / uint(REGION_COLUMNS);
  if (column < uint(WIDTH) && row < uint(ROWS)) {
    imageStore(colours, place_of(column, row), unpackUnorm4x8(label_colour(label_at(column, row))));
  }
}
