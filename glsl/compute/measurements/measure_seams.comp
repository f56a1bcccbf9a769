// measure_seams: adds the elements of the components that find_crossings has marked to the column of seams (Seams of
// engine/include/glccl/table.hpp).
// needs  seams, seams/periodic_axes, measured_labels, table_words
// reads  the labels; the marks in the component table
// writes the component table
//
// A workgroup has 32 columns and 8 * 32 rows of a slice, as that of measure_labels. An invocation goes down a column of
// 32 rows and keeps what it has of the component that it met last. At the end the workgroup adds up what it has of one
// component, so that a large component costs few atomics on the table.

const uint GROUP_COLUMNS = 32u;
const uint OWN_ROWS = 32u;
const uint GROUP_ROWS = OWN_ROWS * (uint(GROUP_SIZE) / GROUP_COLUMNS);
const uint ROWS_AT_ONCE = 4u;  // that are loaded together
const SeamReach NO_REACH = SeamReach(0u, 0u, 0u);

uint met = 0u;  // the component that this invocation met last; 0: none
SeamReach met_reach[AXIS_COUNT] = SeamReach[](NO_REACH, NO_REACH, NO_REACH);

shared uint smallest_label;
shared SeamReach group_reach[AXIS_COUNT];  // of that label

// The first word of an axis: lower, upper and the two of lower_area.
uint word_of(uint label, int axis) { return row_at(label) + SEAMS_AT + 4u * uint(axis); }

bool crosses(uint label, int axis) { return table_words[word_of(label, axis) + 1u] != 0u; }

bool crosses_any(uint label) {
  return label - 1u < table_rows && (crosses(label, 0) || crosses(label, 1) || crosses(label, 2));
}

// Adds to the row of a component, for the axes whose seams it crosses.
void add_reach(uint label, SeamReach reach[AXIS_COUNT]) {
  for (int axis = 0; axis < AXIS_COUNT; ++axis) {
    if (!crosses(label, axis)) continue;
    uint word = word_of(label, axis);
    atomicMax(table_words[word], reach[axis].lower);
    atomicMax(table_words[word + 1u], reach[axis].upper);
    uint before = atomicAdd(table_words[word + 2u], reach[axis].lower_area);
    if (before + reach[axis].lower_area < before) atomicAdd(table_words[word + 3u], 1u);
  }
}

uvec3 size_by_axis() { return uvec3(slice_size(), slice_count()); }

// Adds the rows from `begin` to `end` - 1 of a column, with the place of its first element.
void add_run(uint label, uvec3 element, uint begin, uint end) {
  if (label != met) {
    if (met != 0u) add_reach(met, met_reach);
    met = label;
    met_reach = SeamReach[](NO_REACH, NO_REACH, NO_REACH);
  }
  uvec3 size = size_by_axis();
  met_reach[0] = with_elements(met_reach[0], element.x, element.x + 1u, end - begin, size.x);
  met_reach[1] = with_elements(met_reach[1], begin, end, 1u, size.y);
  met_reach[2] = with_elements(met_reach[2], element.z, element.z + 1u, end - begin, size.z);
}

void measure_column() {
  uvec2 own = uvec2(invocation() % GROUP_COLUMNS, invocation() / GROUP_COLUMNS * OWN_ROWS);
  uvec3 element = gl_WorkGroupID * uvec3(GROUP_COLUMNS, GROUP_ROWS, 1u) + uvec3(own, 0u);
  uint label = 0u;         // of the run that goes on
  uint begin = element.y;  // its first row
  bool counts = false;     // whether its component crosses seams
  uint end = element.y + OWN_ROWS;
  for (uint y = element.y; y < end; y += ROWS_AT_ONCE) {
    uvec4 read;
    for (uint i = 0u; i < ROWS_AT_ONCE; ++i) read[i] = label_at(ivec2(element.x, y + i), element.z);
    if (read == uvec4(label)) continue;
    for (uint i = 0u; i < ROWS_AT_ONCE; ++i) {
      if (read[i] == label) continue;
      if (counts) add_run(label, element, begin, y + i);
      label = read[i];
      begin = y + i;
      counts = crosses_any(label);
    }
  }
  if (counts) add_run(label, element, begin, end);
}

// Adds to what the workgroup has. All invocations call it.
void add_to_group(int axis, SeamReach own) {
#ifdef SUBGROUPS
  own.lower = subgroupMax(own.lower);
  own.upper = subgroupMax(own.upper);
  own.lower_area = subgroupAdd(own.lower_area);
  bool adds = gl_SubgroupInvocationID == 0u;
#else
  const bool adds = true;
#endif
  if (adds) {
    atomicMax(group_reach[axis].lower, own.lower);
    atomicMax(group_reach[axis].upper, own.upper);
    atomicAdd(group_reach[axis].lower_area, own.lower_area);
  }
}

void main() {
  if (invocation() == 0u) {
    smallest_label = 0xFFFFFFFFu;
    for (int axis = 0; axis < AXIS_COUNT; ++axis) group_reach[axis] = NO_REACH;
  }
  measure_column();
  barrier();

  // The smallest label tends to be that of a large component.
  if (met != 0u) atomicMin(smallest_label, met);
  barrier();

  if (smallest_label != 0xFFFFFFFFu) {
    if (met != 0u && met != smallest_label) add_reach(met, met_reach);
    for (int axis = 0; axis < AXIS_COUNT; ++axis) {
      SeamReach own = NO_REACH;
      if (met == smallest_label) own = met_reach[axis];
      add_to_group(axis, own);
    }
  }
  barrier();

  if (invocation() == 0u && smallest_label != 0xFFFFFFFFu) {
    SeamReach reach[AXIS_COUNT];
    for (int axis = 0; axis < AXIS_COUNT; ++axis) reach[axis] = group_reach[axis];
    add_reach(smallest_label, reach);
  }
}
