// How passes read labels that they measure, and the boxes of components. cuda/measure/measured_labels.cuh
// does the same.
// needs  uniforms, table_layout, tiles/geometry, table_words, label_image
// reads  the labels; the component table

#ifdef VOLUME
ivec2 slice_size() { return ivec2(image_size.x, volume.x); }
uint slice_count() { return uint(volume.y); }
#else
ivec2 slice_size() { return image_size; }
uint slice_count() { return 1u; }
#endif

// The label of a pixel of slice z that is not outside of it.
uint label_within(ivec2 pixel, uint z) { return loaded_label(ivec3(pixel, z)); }

// The label of a pixel of slice z; 0 outside of it.
uint label_at(ivec2 pixel, uint z) {
  bool outside = any(lessThan(pixel, ivec2(0))) || any(greaterThanEqual(pixel, slice_size()));
  return outside ? 0u : label_within(pixel, z);
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
