// Components with small boxes, as those of noise are. The pass that begins the rows of a table measures them: an
// invocation reads the labels in the box of its component, so it takes no atomics. It also leaves a bit for each row,
// by which the passes that read all labels pass these components over. cuda/measure/small_boxes.cuh does the
// same.
// needs  shared/small_boxes, table_words, measured_labels
// reads and writes storage binding 6, where ranks were, which are not needed once labels are written

// A bit for each row: its component has no small box. Unused unless measures_boxes().
layout(std430, binding = 6) buffer Large { uint large_bits[]; };

// Whether components with small boxes are measured each by itself. All passes find the same.
bool measures_boxes() {
  return measures_boxes(header_words[ROWS_IN_HEADER], uint(slice_size().x) * uint(slice_size().y), slice_count());
}

// Whether a row has a small box.
bool is_small(uint row) {
  uvec3 begin = box_begin(row);
  uvec3 end = box_end(row);
  return is_small_box(begin.x, begin.y, begin.z, end.x, end.y, end.z);
}

// Whether a label is that of a component in the table which is not measured by itself. `boxes` is measures_boxes().
bool is_large(bool boxes, uint label) {
  uint row = label - 1u;
  return row < table_rows && (!boxes || (large_bits[row / 32u] >> row % 32u & 1u) != 0u);
}

// A label that was read, and what it counts as: 0 if it has no row, or is measured by itself.
struct LargeLabel {
  uint read;
  uint kept;
};

// The next label of a column. The bit of a component is looked at once for its pixels below one another.
LargeLabel next_label(bool boxes, LargeLabel above, uint label) {
  LargeLabel next = above;
  if (label != above.read) next = LargeLabel(label, is_large(boxes, label) ? label : 0u);
  return next;
}

const uint COLUMNS_AT_ONCE = 4u;  // that are loaded together

// The pixels that a component has in slice z of its small box.
BoxBits box_bits(uint label, uvec3 begin, uvec3 end, uint z) {
  BoxBits box = BoxBits(0u, 0u);
  for (uint y = begin.y; y <= end.y; ++y) {
    uint bits = 0u;
    for (uint x = begin.x; x <= end.x; x += COLUMNS_AT_ONCE) {
      uvec4 read;
      for (uint i = 0u; i < COLUMNS_AT_ONCE; ++i) read[i] = label_within(ivec2(min(x + i, end.x), y), z);
      for (uint i = 0u; i < COLUMNS_AT_ONCE; ++i) {
        if (read[i] == label && x + i <= end.x) bits |= 1u << x + i - begin.x;
      }
    }
    box = with_row(box, y - begin.y, bits);
  }
  return box;
}

shared uint group_large[GROUP_SIZE / 32];

// Leaves the bits of a workgroup's rows. Between two barriers, before which group_large is 0.
void stage_large(bool large) {
  if (large) atomicOr(group_large[invocation() / 32u], 1u << invocation() % 32u);
}

// Behind the second barrier. `first` is the first of the workgroup's rows, of which the table has `rows`.
void write_staged_large(uint first, uint rows) {
  if (invocation() < uint(GROUP_SIZE) / 32u) {
    uint row = first + 32u * invocation();
    if (row < rows) large_bits[row / 32u] = group_large[invocation()];
    group_large[invocation()] = 0u;
  }
}
