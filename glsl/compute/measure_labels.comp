// measure_labels: adds moments and quads (engine/include/glccl/table.hpp) to the rows of the component table.
// reads  image binding 0: the labels
// writes the component table
//
// A workgroup has 32 columns and 8 * 32 rows of a slice. An invocation goes down a column of 32 rows and keeps the sums
// of the component that it met last. At the end the workgroup adds up those of one component, so that a large component
// costs few atomics on the table. Windows of 2x2 pixels reach one column and one row beyond the image.

#ifdef VOLUME
layout(r32ui, binding = 0) readonly uniform uimage3D labels;
ivec2 slice_size() { return ivec2(image_size.x, volume.x); }
#else
layout(r32ui, binding = 0) readonly uniform uimage2D labels;
ivec2 slice_size() { return image_size; }
#endif

const uint GROUP_COLUMNS = 32u;
const uint OWN_ROWS = 32u;
const uint GROUP_ROWS = OWN_ROWS * (uint(GROUP_SIZE) / GROUP_COLUMNS);

// Sums over pixels of one component. Coordinates are counted from the workgroup's first pixel, so they fit 32 bits.
struct LabelSums {
  uint label;  // 0: no component
  uint area;
  uint x;
  uint y;
  uint xx;
  uint xy;
  uint yy;
  uint one_two;  // windows of the kind QUAD_ONE, and in the upper half of QUAD_TWO
  uint three_diagonal;
};

const LabelSums NO_SUMS = LabelSums(0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u);
LabelSums met = NO_SUMS;  // the component that this invocation met last

shared uint smallest_label;
shared LabelSums group_sums;  // of that label

uvec3 group_origin() { return gl_WorkGroupID * uvec3(GROUP_COLUMNS, GROUP_ROWS, 1u); }

// 64-bit integers are two words: low, high.
uvec2 multiply(uint a, uint b) {
  uvec2 product;
  umulExtended(a, b, product.y, product.x);
  return product;
}

uvec2 add(uvec2 a, uvec2 b) {
  uint carry;
  uint low = uaddCarry(a.x, b.x, carry);
  return uvec2(low, a.y + b.y + carry);
}

void add_to_table(uint word, uvec2 value) {
  uint before = value.x != 0u ? atomicAdd(table_words[word], value.x) : 0u;
  uint high = value.y + (before + value.x < before ? 1u : 0u);
  if (high != 0u) atomicAdd(table_words[word + 1u], high);
}

void add_moments(uint row, LabelSums sums) {
  uvec3 origin = group_origin();
  uint x = sums.x + sums.area * origin.x;  // sums in coordinates of the image: at most 2^13 pixels times 2^15
  uint y = sums.y + sums.area * origin.y;
  add_to_table(row + MOMENTS_AT, add(uvec2(sums.xx, 0u), multiply(origin.x, x + sums.x)));
  add_to_table(row + MOMENTS_AT + 2u,
               add(uvec2(sums.xy, 0u), add(multiply(origin.y, sums.x), multiply(origin.x, y))));
  add_to_table(row + MOMENTS_AT + 4u, add(uvec2(sums.yy, 0u), multiply(origin.y, y + sums.y)));
#ifdef VOLUME
  add_to_table(row + MOMENTS_Z_AT, multiply(x, origin.z));
  add_to_table(row + MOMENTS_Z_AT + 2u, multiply(y, origin.z));
  add_to_table(row + MOMENTS_Z_AT + 4u, multiply(sums.area * origin.z, origin.z));
#endif
}

// Adds sums to the row of their component.
void add_sums(LabelSums sums) {
  if (sums.label == 0u || sums.label > table_rows) return;
  uint row = (sums.label - 1u) * ROW_WORDS_OF_TABLE;
  if (MOMENTS_AT != 0u && sums.area != 0u) add_moments(row, sums);
  if (QUADS_AT == 0u) return;
  add_to_table(row + QUADS_AT, uvec2(sums.one_two & 0xFFFFu, 0u));
  add_to_table(row + QUADS_AT + 2u, uvec2(sums.one_two >> 16, 0u));
  add_to_table(row + QUADS_AT + 4u, uvec2(sums.three_diagonal & 0xFFFFu, 0u));
  add_to_table(row + QUADS_AT + 6u, uvec2(sums.three_diagonal >> 16, 0u));
}

void meet(uint label) {
  if (label == met.label) return;
  add_sums(met);
  met = NO_SUMS;
  met.label = label;
}

void add_pixel(uint label, uint x, uint y) {
  meet(label);
  met.area += 1u;
  met.x += x;
  met.y += y;
  met.xx += x * x;
  met.xy += x * y;
  met.yy += y * y;
}

void add_quad(uint label, bool a, bool b, bool c, bool d) {
  meet(label);
  int quad = quad_of(a, b, c, d);
  if (quad < QUAD_THREE) {
    met.one_two += 1u << 16 * quad;
  } else {
    met.three_diagonal += 1u << 16 * (quad - QUAD_THREE);
  }
}

// Adds the window of the labels a, b and, below them, c, d.
void add_window(uint a, uint b, uint c, uint d) {
  if (a == b && a == c && a == d) return;
  if (a != 0u) add_quad(a, true, b == a, c == a, d == a);
  if (b != 0u && b != a) add_quad(b, false, true, c == b, d == b);
  if (c != 0u && c != a && c != b) add_quad(c, false, false, true, d == c);
  if (d != 0u && d != a && d != b && d != c) add_quad(d, false, false, false, true);
}

// The label of a pixel of the slice; 0 outside of it.
uint label_at(ivec2 pixel) {
  if (any(lessThan(pixel, ivec2(0))) || any(greaterThanEqual(pixel, slice_size()))) return 0u;
#ifdef VOLUME
  return imageLoad(labels, ivec3(pixel, gl_WorkGroupID.z)).r;
#else
  return imageLoad(labels, pixel).r;
#endif
}

void measure_column() {
  uint x = invocation() % GROUP_COLUMNS;
  uint top = invocation() / GROUP_COLUMNS * OWN_ROWS;
  ivec2 pixel = ivec2(group_origin().xy + uvec2(x, top));
  uint a = QUADS_AT != 0u ? label_at(pixel + ivec2(-1, -1)) : 0u;
  uint b = QUADS_AT != 0u ? label_at(pixel + ivec2(0, -1)) : 0u;
  for (uint y = top; y < top + OWN_ROWS; ++y) {
    uint d = label_at(pixel);
    if (QUADS_AT != 0u) {
      uint c = label_at(pixel + ivec2(-1, 0));
      add_window(a, b, c, d);
      a = c;
      b = d;
    }
    if (MOMENTS_AT != 0u && d != 0u) add_pixel(d, x, y);
    ++pixel.y;
  }
}

void main() {
  if (invocation() == 0u) {
    smallest_label = 0xFFFFFFFFu;
    group_sums = NO_SUMS;
  }
  measure_column();
  barrier();

  // The smallest label tends to be that of a large component.
  if (met.label != 0u) atomicMin(smallest_label, met.label);
  barrier();

  if (met.label == smallest_label) {
    atomicAdd(group_sums.area, met.area);
    atomicAdd(group_sums.x, met.x);
    atomicAdd(group_sums.y, met.y);
    atomicAdd(group_sums.xx, met.xx);
    atomicAdd(group_sums.xy, met.xy);
    atomicAdd(group_sums.yy, met.yy);
    atomicAdd(group_sums.one_two, met.one_two);
    atomicAdd(group_sums.three_diagonal, met.three_diagonal);
  } else {
    add_sums(met);
  }
  barrier();

  if (invocation() == 0u && smallest_label != 0xFFFFFFFFu) {
    LabelSums sums = group_sums;
    sums.label = smallest_label;
    add_sums(sums);
  }
}
