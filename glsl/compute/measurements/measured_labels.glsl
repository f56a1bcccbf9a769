// How passes read labels that they measure, and the boxes of components. cuda/core/measurements/measured_labels.cuh
// does the same.
// reads image binding 0: the labels; the component table

#ifdef VOLUME
layout(r32ui, binding = 0) readonly uniform uimage3D labels;
ivec2 slice_size() { return ivec2(image_size.x, volume.x); }
uint slice_count() { return uint(volume.y); }
#else
layout(r32ui, binding = 0) readonly uniform uimage2D labels;
ivec2 slice_size() { return image_size; }
uint slice_count() { return 1u; }
#endif

// The label of a pixel of slice z; 0 outside of it.
uint label_at(ivec2 pixel, uint z) {
  if (any(lessThan(pixel, ivec2(0))) || any(greaterThanEqual(pixel, slice_size()))) return 0u;
#ifdef VOLUME
  return imageLoad(labels, ivec3(pixel, z)).r;
#else
  return imageLoad(labels, pixel).r;
#endif
}

// The first word of a row.
uint row_at(uint label) { return (label - 1u) * ROW_WORDS_OF_TABLE; }

// Box of a row: the lower corner.
uvec3 box_begin(uint row) {
  uint at = row + 4u * uint(ROW_BOX);
  return uvec3(table_words[at], table_words[at + 1u], table_words[row + 4u * uint(ROW_FIRST) + 2u]);
}

// The upper corner, inclusive.
uvec3 box_end(uint row) {
  uint at = row + 4u * uint(ROW_BOX);
  return uvec3(table_words[at + 2u], table_words[at + 3u], table_words[row + 4u * uint(ROW_FIRST) + 3u]);
}

// Whether components with small boxes are measured from these, without atomics. All passes find the same.
bool measures_boxes() {
  return measures_boxes(header_words[ROWS_IN_HEADER], uint(slice_size().x) * uint(slice_size().y), slice_count());
}

// Whether a row has a small box.
bool is_small(uint row) {
  uvec3 begin = box_begin(row);
  uvec3 end = box_end(row);
  return is_small_box(begin.x, begin.y, begin.z, end.x, end.y, end.z);
}

// Whether a label is that of a component in the table which is not measured from its box. `boxes` is measures_boxes().
bool is_large(bool boxes, uint label) { return label - 1u < table_rows && !(boxes && is_small(row_at(label))); }

// A label that was read, and what it counts as: 0 if it has no row, or is measured from its box.
struct LargeLabel {
  uint read;
  uint kept;
};

// The next label of a column. The row of a component is looked at once for its pixels below one another.
LargeLabel next_label(bool boxes, LargeLabel above, uint label) {
  if (label == above.read) return above;
  return LargeLabel(label, is_large(boxes, label) ? label : 0u);
}
