// measure_intensities: adds the values of a second image to the rows of the component table.
// reads  the image of intensities; image binding 0: the labels
// writes the component table
//
// A workgroup has 32 columns and 8 * 32 rows of a slice, as that of measure_labels. An invocation goes down a column of
// 32 rows and keeps the sums of the component that it met last. At the end the workgroup adds up the sums of one
// component, so that a large component costs few atomics on the table.

#ifdef VOLUME
layout(r32ui, binding = 0) readonly uniform uimage3D labels;
ivec2 slice_size() { return ivec2(image_size.x, volume.x); }
uint label_at(ivec2 pixel) { return imageLoad(labels, ivec3(pixel, gl_WorkGroupID.z)).r; }
#else
layout(r32ui, binding = 0) readonly uniform uimage2D labels;
ivec2 slice_size() { return image_size; }
uint label_at(ivec2 pixel) { return imageLoad(labels, pixel).r; }
#endif

const uint GROUP_COLUMNS = 32u;
const uint OWN_ROWS = 32u;
const uint GROUP_ROWS = OWN_ROWS * (uint(GROUP_SIZE) / GROUP_COLUMNS);

// Sums over pixels of one component in a column. Values have 33 bits with their sign, so sums of 32 fit.
struct ValueSums {
  uint label;  // 0: no component
  uint minimum;
  uint maximum;
  uvec2 sum;
  uvec2 y;  // of value * row, with rows counted from the workgroup's first one
  uvec3 squares;
};

const ValueSums NO_SUMS = ValueSums(0u, 0xFFFFFFFFu, 0u, uvec2(0u), uvec2(0u), uvec3(0u));
ValueSums met = NO_SUMS;  // the component that this invocation met last

uint own_column() { return invocation() % GROUP_COLUMNS; }
uvec3 group_origin() { return gl_WorkGroupID * uvec3(GROUP_COLUMNS, GROUP_ROWS, 1u); }

// Adds sums of a component's values, and of these times columns and rows that are counted from the workgroup's first.
void add_sums(uint label, uvec2 sum, uvec2 x, uvec2 y, uvec4 squares, uint minimum, uint maximum) {
  if (label == 0u || label > table_rows) return;
  uint row = (label - 1u) * ROW_WORDS_OF_TABLE;
  uint at = row + INTENSITY_AT;
  uvec3 from = group_origin();
  add_to_table(at, extend(sum));
  add_to_table(at + SQUARES_WORD, squares);
  add_to_table(at + SUM_X_WORD, add_signed(multiply_wide(sum, from.x), x));
  add_to_table(at + SUM_Y_WORD, add_signed(multiply_wide(sum, from.y), y));
  if (INTENSITY_Z_AT != 0u) add_to_table(row + INTENSITY_Z_AT, multiply_wide(sum, from.z));
  atomicMin(table_words[at + MINIMUM_WORD], minimum);
  atomicMax(table_words[at + MAXIMUM_WORD], maximum);
}

void add_sums(ValueSums sums) {
  add_sums(sums.label, sums.sum, multiply_wide(sums.sum, own_column()).xy, sums.y, uvec4(sums.squares, 0u),
           sums.minimum, sums.maximum);
}

void add_value(uint label, uint value, uint y) {
  if (label != met.label) {
    add_sums(met);
    met = NO_SUMS;
    met.label = label;
  }
  uvec2 number = uvec2(value, is_negative(value) ? 0xFFFFFFFFu : 0u);
  uint magnitude = is_negative(value) ? -value : value;
  met.sum = add(met.sum, number);
  met.y = add(met.y, multiply_wide(number, y).xy);
  met.squares = add(met.squares, multiply(magnitude, magnitude));
  met.minimum = min(met.minimum, key_of_value(value));
  met.maximum = max(met.maximum, key_of_value(value));
}

void measure_column() {
  uint top = invocation() / GROUP_COLUMNS * OWN_ROWS;
  ivec2 pixel = ivec2(group_origin().xy + uvec2(own_column(), top));
  if (pixel.x >= slice_size().x) pixel.y = slice_size().y;  // no row
  for (uint y = top; y < top + OWN_ROWS && pixel.y < slice_size().y; ++y, ++pixel.y) {
    uint label = label_at(pixel);
    if (label != 0u) add_value(label, value_at(pixel, int(gl_WorkGroupID.z)), y);
  }
}

// Adds the sums of this invocation to those of the workgroup.
void add_to_group() {
  uvec2 sum = pieces_of(met.sum);
  uvec2 x = pieces_of(multiply_wide(met.sum, own_column()).xy);
  uvec2 y = pieces_of(met.y);
  uvec3 squares = pieces_of(met.squares);
  for (int i = 0; i < 2; ++i) {
    atomicAdd(group_sum[i], sum[i]);
    atomicAdd(group_x[i], x[i]);
    atomicAdd(group_y[i], y[i]);
  }
  for (int i = 0; i < 3; ++i) atomicAdd(group_squares[i], squares[i]);
  atomicMin(group_minimum, met.minimum);
  atomicMax(group_maximum, met.maximum);
}

void main() {
  if (invocation() == 0u) clear_group_sums();
  measure_column();
  barrier();

  // The smallest label tends to be that of a large component.
  if (met.label != 0u) atomicMin(smallest_label, met.label);
  barrier();

  if (met.label == smallest_label) {
    add_to_group();
  } else {
    add_sums(met);
  }
  barrier();

  if (invocation() == 0u && smallest_label != 0xFFFFFFFFu) {
    add_sums(smallest_label, join_pieces(group_sum[0], group_sum[1]), join_pieces(group_x[0], group_x[1]),
             join_pieces(group_y[0], group_y[1]), join_pieces(group_squares[0], group_squares[1], group_squares[2]),
             group_minimum, group_maximum);
  }
}
