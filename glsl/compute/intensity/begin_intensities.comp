// begin_intensities: writes the column of intensities of all rows of the component table. Components with small boxes
// are measured here (small_boxes.glsl); the columns of the others begin at zero.
// needs  measurements/small_boxes, values
// reads  the image of intensities; the labels; the component table
// writes its rows; the bits of large components
//
// An invocation has a component, and the workgroup writes their rows together.

const uint STAGED_WORDS = COLUMN_WORDS + 4u;  // sum_z lies behind the column
const uint PITCH = STAGED_WORDS + 1u;         // odd, for the banks of shared memory

shared uint staged[uint(GROUP_SIZE) * PITCH];

void stage(uint word, uint value) { staged[invocation() * PITCH + word] = value; }

// Stages a sum of four words.
void stage_sum(uint word, uvec4 sum) {
  for (int i = 0; i < 4; ++i) stage(word + uint(i), sum[i]);
}

// The sum of values times coordinates: `sum` of values, `inner` of values times coordinates from `begin` on.
uvec4 weighted(uvec2 sum, uint begin, uvec2 inner) { return add_signed(multiply_wide(sum, begin), inner); }

// The smallest and the largest key of a component's floats.
uvec2 extremes_of_small(uint label, uvec3 begin, uvec3 end) {
  uvec2 extremes = uvec2(0xFFFFFFFFu, 0u);
  for (uint z = begin.z; z <= end.z; ++z) {
    for (BoxBits left = box_bits(label, begin, end, z); !is_empty(left); left = without_first(left)) {
      uint place = first_place(left);
      uint key = key_of_float(int(stored_at(ivec2(begin.xy + uvec2(place & 7u, place >> 3)), int(z))));
      extremes = uvec2(min(extremes.x, key), max(extremes.y, key));
    }
  }
  return extremes;
}

void measure_small(uint label) {
  uvec3 begin = box_begin(row_at(label));
  uvec3 end = box_end(row_at(label));
  ValueSums sums = no_values(label);
  uvec2 extremes = uvec2(0u);
  int bits = fraction_bits;
  if (OWN_FRACTIONS != 0) {
    extremes = extremes_of_small(label, begin, end);
    bits = own_fraction_bits(extremes.x, extremes.y);
  }
  uvec2 z_sum = uvec2(0u);
  for (uint z = begin.z; z <= end.z; ++z) {
    for (BoxBits left = box_bits(label, begin, end, z); !is_empty(left); left = without_first(left)) {
      uint place = first_place(left);
      uvec2 inner = uvec2(place & 7u, place >> 3);
      uint value = value_of(stored_at(ivec2(begin.xy + inner), int(z)), bits);
      sums = with_value(sums, value, inner.y);
      sums.x = add(sums.x, multiply_low(number_of(value), inner.x));
      z_sum = add(z_sum, multiply_low(number_of(value), z - begin.z));
    }
  }
  stage_sum(0u, extend(sums.sum));
  stage_sum(SQUARES_WORD, uvec4(sums.squares, 0u));
  stage_sum(SUM_X_WORD, weighted(sums.sum, begin.x, sums.x));
  stage_sum(SUM_Y_WORD, weighted(sums.sum, begin.y, sums.y));
  stage_sum(COLUMN_WORDS, weighted(sums.sum, begin.z, z_sum));
  if (OWN_FRACTIONS == 0) extremes = uvec2(sums.minimum, sums.maximum);
  stage(MINIMUM_WORD, extremes.x);
  stage(MAXIMUM_WORD, extremes.y);
  stage(FRACTION_BITS_WORD, bits_in_row(bits));
}

void main() {
  const uint words = ROW_WORDS_OF_TABLE - INTENSITY_AT;
  const uint end = INTENSITY_Z_AT != 0u ? STAGED_WORDS : COLUMN_WORDS;  // behind it is another column, or padding
  uint rows = header_words[ROWS_IN_HEADER];
  uint all = gl_NumWorkGroups.x * gl_NumWorkGroups.y * uint(GROUP_SIZE);
  bool boxes = measures_boxes();
  if (invocation() < uint(GROUP_SIZE) / 32u) group_large[invocation()] = 0u;
  barrier();
  for (uint first = group_index() * uint(GROUP_SIZE); same_for_all(uint(first < rows)) != 0u; first += all) {
    for (uint i = 0u; i < PITCH; ++i) stage(i, 0u);
    stage(MINIMUM_WORD, 0xFFFFFFFFu);
    stage(KIND_WORD, KIND);
    stage(FRACTION_BITS_WORD, OWN_FRACTIONS != 0 ? 0u : bits_in_row(fraction_bits));
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
      if (word < end) value = staged[row * PITCH + word];
      table_words[row_at(first + row + 1u) + INTENSITY_AT + word] = value;
    }
    barrier();
  }
}
