// Adding to measured columns of the component table: sums, and pixels and windows of 2x2 pixels one by one. A workgroup
// has 32 columns and 8 * 32 rows of a slice.
// needs  label_sums, table_words

const uint GROUP_COLUMNS = 32u;
const uint OWN_ROWS = 32u;
const uint GROUP_ROWS = OWN_ROWS * (uint(GROUP_SIZE) / GROUP_COLUMNS);

uvec3 group_origin() { return gl_WorkGroupID * uvec3(GROUP_COLUMNS, GROUP_ROWS, 1u); }

void add_to_table(uint word, uvec2 value) {
  uint before = value.x != 0u ? atomicAdd(table_words[word], value.x) : 0u;
  uint high = value.y + (before + value.x < before ? 1u : 0u);
  if (high != 0u) atomicAdd(table_words[word + 1u], high);
}

// Adds sums to the row of their component.
void add_sums(LabelSums sums) {
  if (sums.label != 0u) {
    uint row = row_at(sums.label);
    if (MOMENTS_AT != 0u && sums.area != 0u) {
      MomentSums moments = moments_of(sums, group_origin());
      add_to_table(row + MOMENTS_AT, moments.xx);
      add_to_table(row + MOMENTS_AT + 2u, moments.xy);
      add_to_table(row + MOMENTS_AT + 4u, moments.yy);
      if (MOMENTS_Z_AT != 0u) {
        add_to_table(row + MOMENTS_Z_AT, moments.xz);
        add_to_table(row + MOMENTS_Z_AT + 2u, moments.yz);
        add_to_table(row + MOMENTS_Z_AT + 4u, moments.zz);
      }
    }
    if (QUADS_AT != 0u) {
      add_to_table(row + QUADS_AT, uvec2(sums.one_two & 0xFFFFu, 0u));
      add_to_table(row + QUADS_AT + 2u, uvec2(sums.one_two >> 16, 0u));
      add_to_table(row + QUADS_AT + 4u, uvec2(sums.three_diagonal & 0xFFFFu, 0u));
      add_to_table(row + QUADS_AT + 6u, uvec2(sums.three_diagonal >> 16, 0u));
    }
  }
}

LabelSums met = no_sums(0u);  // the component that pixels and windows were added to last

void meet(uint label) {
  if (label != met.label) {
    add_sums(met);
    met = no_sums(label);
  }
}

void add_pixel(uint label, uint x, uint y) {
  meet(label);
  met = with_pixel(met, x, y);
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
  if (a != b || a != c || a != d) {
    if (a != 0u) add_quad(a, true, b == a, c == a, d == a);
    if (b != 0u && b != a) add_quad(b, false, true, c == b, d == b);
    if (c != 0u && c != a && c != b) add_quad(c, false, false, true, d == c);
    if (d != 0u && d != a && d != b && d != c) add_quad(d, false, false, false, true);
  }
}
