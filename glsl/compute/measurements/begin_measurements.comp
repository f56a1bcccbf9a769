// begin_measurements: writes the measured columns of all rows of the component table. Components with small boxes are
// measured here (small_boxes.glsl); the columns of the others begin at zero.
// needs  quads, table_words, measured_labels, small_boxes, wide, label_sums
// reads  the labels; the component table
// writes its rows; the bits of large components
//
// An invocation has a component, and the workgroup writes their rows together.

const uint PITCH = MOST_MEASURED_WORDS + 1u;  // odd, for the banks of shared memory

shared uint measured[uint(GROUP_SIZE) * PITCH];

void add_measured(uint word, uvec2 value) {
  uint at = invocation() * PITCH + word - MEASURED_AT;
  uvec2 sum = add(uvec2(measured[at], measured[at + 1u]), value);
  measured[at] = sum.x;
  measured[at + 1u] = sum.y;
}

void measure_small(uint label) {
  uvec3 begin = box_begin(row_at(label));
  uvec3 end = box_end(row_at(label));
  for (uint z = begin.z; z <= end.z; ++z) {
    LabelSums sums = sums_of_box(label, box_bits(label, begin, end, z));
    MomentSums moments = moments_of(sums, uvec3(begin.xy, z));
    if (MOMENTS_AT != 0u) {
      add_measured(MOMENTS_AT, moments.xx);
      add_measured(MOMENTS_AT + 2u, moments.xy);
      add_measured(MOMENTS_AT + 4u, moments.yy);
    }
    if (MOMENTS_Z_AT != 0u) {
      add_measured(MOMENTS_Z_AT, moments.xz);
      add_measured(MOMENTS_Z_AT + 2u, moments.yz);
      add_measured(MOMENTS_Z_AT + 4u, moments.zz);
    }
    if (QUADS_AT != 0u) {
      add_measured(QUADS_AT, uvec2(sums.one_two & 0xFFFFu, 0u));
      add_measured(QUADS_AT + 2u, uvec2(sums.one_two >> 16, 0u));
      add_measured(QUADS_AT + 4u, uvec2(sums.three_diagonal & 0xFFFFu, 0u));
      add_measured(QUADS_AT + 6u, uvec2(sums.three_diagonal >> 16, 0u));
    }
  }
}

void main() {
  const uint words = ROW_WORDS_OF_TABLE - MEASURED_AT;
  uint rows = header_words[ROWS_IN_HEADER];
  uint all = gl_NumWorkGroups.x * gl_NumWorkGroups.y * uint(GROUP_SIZE);
  bool boxes = MOMENTS_AT + QUADS_AT != 0u && measures_boxes();
  if (invocation() < uint(GROUP_SIZE) / 32u) group_large[invocation()] = 0u;
  barrier();
  for (uint first = group_index() * uint(GROUP_SIZE); same_for_all(uint(first < rows)) != 0u; first += all) {
    for (uint i = 0u; i < PITCH; ++i) measured[invocation() * PITCH + i] = 0u;
    uint label = first + invocation() + 1u;
    bool small = boxes && label <= rows && is_small(row_at(label));
    if (small) measure_small(label);
    stage_large(!small);
    barrier();
    if (boxes) write_staged_large(first, rows);
    uint count = min(rows - first, uint(GROUP_SIZE)) * words;
    for (uint i = invocation(); i < count; i += uint(GROUP_SIZE)) {
      uint row = i / words;
      uint word = i % words;
      uint value = 0u;
      if (word < MOST_MEASURED_WORDS) value = measured[row * PITCH + word];
      table_words[row_at(first + row + 1u) + MEASURED_AT + word] = value;
    }
    barrier();
  }
}
