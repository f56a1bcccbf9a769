// sum_areas (ours): area and coordinate sums of every component, from the ends of its horizontal runs. A run from x0 to
// x1 of row y has
//
//   area    x1 + 1  -  x0
//   sum x   x1 (x1 + 1) / 2  -  x0 (x0 - 1) / 2
//   sum y   y (x1 + 1)  -  y x0
//
// so each end adds its half by itself, wherever the other end is. All terms are below 2^31. Halves may be negative in
// between, which does no harm: sums are exact modulo 2^64. A fragment looks at 32 pixels of a row and adds consecutive
// ends of one component together before an atomic addition; the inside of a large component needs none.
// needs  raster_layout, sums, table, parts/labels
// reads  binding 6, `labels`
// writes the component table: area, sum_x, sum_y

ivec3 sums_so_far = ivec3(0);  // area, sum x, sum y of ends of one component

// The high word of a term.
uint high_of(int term) { return term < 0 ? ~0u : 0u; }

void flush(uint label) {
  uint row = label - 1u;
  if (row < table_rows && sums_so_far != ivec3(0)) {
    add_to_area(row, uint(sums_so_far.x));
    add_to_sum_x(row, uint(sums_so_far.y), high_of(sums_so_far.y));
    add_to_sum_y(row, uint(sums_so_far.z), high_of(sums_so_far.z));
  }
  sums_so_far = ivec3(0);
}

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  int y = texel.y;
  int from = texel.x * PIXELS_IN_MASK;
  uint before = label_at(ivec2(from - 1, y));
  for (int x = from; x <= from + PIXELS_IN_MASK; ++x) {
    uint here = label_at(ivec2(x, y));
    if (here != before) {
      // The end of the run before, if it lies in this mask, and the start of the next.
      if (before != 0u && x > from) {
        sums_so_far += ivec3(x, x * (x - 1) / 2, x * y);
        flush(before);
      }
      if (here != 0u && x < from + PIXELS_IN_MASK) sums_so_far -= ivec3(x, x * (x - 1) / 2, x * y);
    }
    before = here;
  }
  flush(before);
}
