// begin_measurements: writes the measured columns of all rows of the component table. A component with a small box, as
// those of noise are, is measured here from the labels in its box, without atomics. Those of the others begin at zero.
// reads  image binding 0: the labels; the component table
// writes its rows
//
// An invocation has a component, and the workgroup writes their rows together.

const uint PITCH = MOST_MEASURED_WORDS + 1u;  // odd, for the banks of shared memory

shared uint measured[uint(GROUP_SIZE) * PITCH];

// The sums of a component in a slice, by its columns in its box. Coordinates are counted from the box.
LabelSums sums_in_box(uint label, uvec3 begin, uvec3 end, uint z) {
  LabelSums all = no_sums(label);
  uint c = 0u;
  for (uint x = begin.x; x <= end.x + 1u; ++x) {  // windows reach one column further
    uint d = 0u;
    for (uint y = begin.y; y <= end.y && x <= end.x; ++y) {
      d |= label_at(ivec2(x, y), z) == label ? 1u << (y - begin.y) : 0u;
    }
    LabelSums sums = sums_of_column(label, d, x - begin.x);
    all = sum_of(all, with_quads(sums, quads_of(c << 1, d << 1, c, d)));
    c = d;
  }
  return all;
}

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
    LabelSums sums = sums_in_box(label, begin, end, z);
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
  for (uint first = group_index() * uint(GROUP_SIZE); first < rows; first += all) {
    for (uint i = 0u; i < PITCH; ++i) measured[invocation() * PITCH + i] = 0u;
    uint label = first + invocation() + 1u;
    if (MOMENTS_AT + QUADS_AT != 0u && label <= rows && measures_boxes() && is_small(row_at(label))) {
      measure_small(label);
    }
    barrier();
    uint count = min(rows - first, uint(GROUP_SIZE)) * words;
    for (uint i = invocation(); i < count; i += uint(GROUP_SIZE)) {
      uint row = i / words;
      uint word = i % words;
      uint value = word < MOST_MEASURED_WORDS ? measured[row * PITCH + word] : 0u;
      table_words[row_at(first + row + 1u) + MEASURED_AT + word] = value;
    }
    barrier();
  }
}
