// measure_labels: adds moments and quads (engine/include/glccl/table.hpp) to the rows of the component table. It passes
// over components with small boxes, because begin_measurements has measured them.
// needs  quads, measured_labels, small_boxes, label_sums, add_label_sums
// reads  the labels; the bits of large components; the component table
// writes the component table
//
// A workgroup has 32 columns and 8 * 32 rows of a slice. An invocation goes down a column of 32 rows. Of the first
// component that it meets, the column is a word of bits, from which sums and windows are counted at once. Of others it
// keeps the sums of the component that it met last. At the end the workgroup adds up those of one component, so that a
// large component costs few atomics on the table. Windows of 2x2 pixels reach one column and one row beyond the image.

const int GROUP_COMPONENTS = 2;  // that the workgroup adds up, at most
const uint ROWS_AT_ONCE = 4u;    // that are loaded together

shared uint smallest_label;
shared LabelSums group_sums;  // of that label

// The sums of the first component of this invocation's column; those of others go to the table.
LabelSums measure_column() {
  uint x = invocation() % GROUP_COLUMNS;
  uint top = invocation() / GROUP_COLUMNS * OWN_ROWS;
  uint slice = gl_WorkGroupID.z;
  ivec2 pixel = ivec2(group_origin().xy + uvec2(x, top));
  bool boxes = measures_boxes();
  LargeLabel own = LargeLabel(0u, 0u);
  LargeLabel beside = LargeLabel(0u, 0u);
  if (QUADS_AT != 0u) {
    own = next_label(boxes, own, label_at(pixel + ivec2(0, -1), slice));
    beside = next_label(boxes, beside, label_at(pixel + ivec2(-1, -1), slice));
  }
  uint first = own.kept != 0u ? own.kept : beside.kept;
  uint above_c = uint(first != 0u && beside.kept == first);
  uint above_d = uint(first != 0u && own.kept == first);
  uint c_rows = 0u;
  uint d_rows = 0u;
  uint a = beside.kept == first ? 0u : beside.kept;  // labels other than the first
  uint b = own.kept == first ? 0u : own.kept;
  for (uint begin = 0u; begin < OWN_ROWS; begin += ROWS_AT_ONCE) {
    uvec4 read;
    uvec4 read_beside = uvec4(0u);
    for (uint i = 0u; i < ROWS_AT_ONCE; ++i) read[i] = label_at(pixel + ivec2(0, i), slice);
    if (QUADS_AT != 0u) {
      for (uint i = 0u; i < ROWS_AT_ONCE; ++i) read_beside[i] = label_at(pixel + ivec2(-1, i), slice);
    }
    for (uint i = 0u; i < ROWS_AT_ONCE; ++i) {
      own = next_label(boxes, own, read[i]);
      if (QUADS_AT != 0u) beside = next_label(boxes, beside, read_beside[i]);
      if (first == 0u) first = own.kept != 0u ? own.kept : beside.kept;
      if (first != 0u) {
        uint y = begin + i;
        uint c = beside.kept;
        uint d = own.kept;
        c_rows |= uint(c == first) << y;
        d_rows |= uint(d == first) << y;
        if (c == first) c = 0u;
        if (d == first) d = 0u;
        if (QUADS_AT != 0u && (a | b | c | d) != 0u) add_window(a, b, c, d);
        if (MOMENTS_AT != 0u && d != 0u) add_pixel(d, x, top + y);
        a = c;
        b = d;
      }
    }
    pixel.y += int(ROWS_AT_ONCE);
  }
  add_sums(met);
  QuadWords quads = quads_of(c_rows << 1 | above_c, d_rows << 1 | above_d, c_rows, d_rows);
  LabelSums sums = sums_of_column(first, d_rows, x);
  return moved_down(QUADS_AT != 0u ? with_quads(sums, quads) : sums, top);
}

// Adds to the sums of the workgroup. All invocations call it.
void add_to_group(LabelSums sums) {
#ifdef SUBGROUPS
  sums.area = subgroupAdd(sums.area);
  sums.x = subgroupAdd(sums.x);
  sums.y = subgroupAdd(sums.y);
  sums.xx = subgroupAdd(sums.xx);
  sums.xy = subgroupAdd(sums.xy);
  sums.yy = subgroupAdd(sums.yy);
  sums.one_two = subgroupAdd(sums.one_two);
  sums.three_diagonal = subgroupAdd(sums.three_diagonal);
  bool adds = gl_SubgroupInvocationID == 0u;
#else
  const bool adds = true;
#endif
  if (adds) {
    atomicAdd(group_sums.area, sums.area);
    atomicAdd(group_sums.x, sums.x);
    atomicAdd(group_sums.y, sums.y);
    atomicAdd(group_sums.xx, sums.xx);
    atomicAdd(group_sums.xy, sums.xy);
    atomicAdd(group_sums.yy, sums.yy);
    atomicAdd(group_sums.one_two, sums.one_two);
    atomicAdd(group_sums.three_diagonal, sums.three_diagonal);
  }
}

void main() {
  LabelSums own = measure_column();
  for (int i = 0; i < GROUP_COMPONENTS; ++i) {
    if (invocation() == 0u) {
      smallest_label = 0xFFFFFFFFu;
      group_sums = no_sums(0u);
    }
    barrier();
    // The smallest label tends to be that of a large component.
    if (own.label != 0u) atomicMin(smallest_label, own.label);
    barrier();
    if (same_for_all(smallest_label) == 0xFFFFFFFFu) break;
    bool adds = own.label == smallest_label;
    LabelSums added = no_sums(0u);
    if (adds) added = own;
    add_to_group(added);
    if (adds) own.label = 0u;
    barrier();
    if (invocation() == 0u) {
      LabelSums sums = group_sums;
      sums.label = smallest_label;
      add_sums(sums);
    }
  }
  add_sums(own);
}
