// measure_cubes: adds windows of 2x2x2 voxels (Cubes of engine/include/glccl/table.hpp) to the rows of the component
// table.
// needs  uniforms, cubes, tiles/geometry, table_words, label_image
// reads  the labels
// writes the component table
//
// A workgroup has 32 columns and 8 * 32 rows of a slice, as that of measure_labels; windows reach one column, one row
// and one slice beyond the volume. An invocation goes down a column of 32 rows. Of the first component that it meets,
// its columns are words of bits, from which the windows are counted at once. Of others it looks at window after window,
// and keeps the sums of the component that it met last. At the end the workgroup adds up those of one component, so
// that a large component costs few atomics on the table.

const uint GROUP_COLUMNS = 32u;
const uint OWN_ROWS = 32u;
const uint GROUP_ROWS = OWN_ROWS * (uint(GROUP_SIZE) / GROUP_COLUMNS);

const uint ROWS_AT_ONCE = 4u;  // that are loaded together

const CubeSums NO_CUBES = CubeSums(0, 0, 0, 0, 0, 0);
uint met = 0u;  // the component, of those other than the first one, that was met last; 0: none
CubeSums met_sums = NO_CUBES;

shared uint smallest_label;
shared CubeSums group_sums;  // of that label

// Adds a signed integer to two words: low, high.
void add_to_table(uint word, int value) {
  if (value != 0) {
    uint low = uint(value);
    uint before = atomicAdd(table_words[word], low);
    uint high = (value < 0 ? 0xFFFFFFFFu : 0u) + (before + low < before ? 1u : 0u);
    if (high != 0u) atomicAdd(table_words[word + 1u], high);
  }
}

// Adds sums to the row of their component.
void add_sums(uint label, CubeSums sums) {
  if (label != 0u && label <= table_rows) {
    uint word = (label - 1u) * ROW_WORDS_OF_TABLE + CUBES_AT;
    add_to_table(word, sums.faces_x);
    add_to_table(word + 2u, sums.faces_y);
    add_to_table(word + 4u, sums.faces_z);
    add_to_table(word + 6u, sums.euler_6);
    add_to_table(word + 8u, sums.euler_18);
    add_to_table(word + 10u, sums.euler_26);
  }
}

void add_cube(uint label, uint voxels) {
  if (label != met) {
    add_sums(met, met_sums);
    met = label;
    met_sums = NO_CUBES;
  }
  met_sums = add_cubes(met_sums, cube_sums(voxels));
}

// Adds the window with the labels a, which have y = 0, and b: voxel (x, y, z) in the component x + 2 z.
void add_window(uvec4 a, uvec4 b) {
  uint window[8] = uint[8](a.x, a.y, b.x, b.y, a.z, a.w, b.z, b.w);
  if (any(notEqual(a, b)) || any(notEqual(a, a.xxxx))) {
    for (int i = 0; i < 8; ++i) {
      uint voxels = 0u;
      for (int j = 0; j < 8; ++j) voxels |= window[j] == window[i] ? 1u << j : 0u;
      if (window[i] != 0u && findLSB(voxels) == i) add_cube(window[i], voxels);
    }
  }
}

// The label of a voxel; 0 outside of the volume.
uint label_at(ivec3 voxel) {
  ivec3 size = ivec3(image_size.x, volume.xy);
  bool inside = all(greaterThanEqual(voxel, ivec3(0))) && all(lessThan(voxel, size));
  return inside ? loaded_label(voxel) : 0u;
}

// The labels of a window's voxels in one row: those of its first slice come first.
uvec4 labels_of_row(ivec3 last) {
  return uvec4(label_at(last - ivec3(1, 0, 1)), label_at(last - ivec3(0, 0, 1)), label_at(last - ivec3(1, 0, 0)),
               label_at(last));
}

// The first label other than 0, or 0.
uint first_of(uvec4 row) { return row.x != 0u ? row.x : row.y != 0u ? row.y : row.z != 0u ? row.z : row.w; }

// 1 for each label that is the one of a component.
uvec4 ones_of(uvec4 row, uint label) { return uvec4(equal(row, uvec4(label))); }

// A component, and its sums in the windows of an invocation.
struct FirstCubes {
  uint label;  // 0: none
  CubeSums sums;
};

// The first component of this invocation's windows; the sums of others go to the table.
FirstCubes measure_column() {
  uvec2 own = uvec2(invocation() % GROUP_COLUMNS, invocation() / GROUP_COLUMNS * OWN_ROWS);
  ivec3 voxel = ivec3(gl_WorkGroupID * uvec3(GROUP_COLUMNS, GROUP_ROWS, 1u) + uvec3(own, 0u));
  uvec4 above = labels_of_row(voxel - ivec3(0, 1, 0));
  uint first = first_of(above);
  uvec4 above_ones = first != 0u ? ones_of(above, first) : uvec4(0u);
  above *= 1u - above_ones;   // labels other than the first
  uvec4 columns = uvec4(0u);  // of the first, a bit for each row
  for (uint begin = 0u; begin < OWN_ROWS; begin += ROWS_AT_ONCE) {
    uvec4 read[ROWS_AT_ONCE];
    for (uint i = 0u; i < ROWS_AT_ONCE; ++i) read[i] = labels_of_row(voxel + ivec3(0, i, 0));
    for (uint i = 0u; i < ROWS_AT_ONCE; ++i) {
      uvec4 here = read[i];
      if (first == 0u) first = first_of(here);
      if (first != 0u) {
        uvec4 ones = ones_of(here, first);
        columns |= ones << begin + i;
        here *= 1u - ones;
        if ((above | here) != uvec4(0u)) add_window(above, here);
        above = here;
      }
    }
    voxel.y += int(ROWS_AT_ONCE);
  }
  add_sums(met, met_sums);
  TwoColumns before = TwoColumns(columns.x, columns.y, above_ones.x, above_ones.y);
  TwoColumns here = TwoColumns(columns.z, columns.w, above_ones.z, above_ones.w);
  return FirstCubes(first, cube_sums(cube_words(before, here)));
}

// Adds to the sums of the workgroup. All invocations call it.
void add_to_group(CubeSums sums) {
#ifdef SUBGROUPS
  sums.faces_x = subgroupAdd(sums.faces_x);
  sums.faces_y = subgroupAdd(sums.faces_y);
  sums.faces_z = subgroupAdd(sums.faces_z);
  sums.euler_6 = subgroupAdd(sums.euler_6);
  sums.euler_18 = subgroupAdd(sums.euler_18);
  sums.euler_26 = subgroupAdd(sums.euler_26);
  bool adds = gl_SubgroupInvocationID == 0u;
#else
  const bool adds = true;
#endif
  if (adds) {
    atomicAdd(group_sums.faces_x, sums.faces_x);
    atomicAdd(group_sums.faces_y, sums.faces_y);
    atomicAdd(group_sums.faces_z, sums.faces_z);
    atomicAdd(group_sums.euler_6, sums.euler_6);
    atomicAdd(group_sums.euler_18, sums.euler_18);
    atomicAdd(group_sums.euler_26, sums.euler_26);
  }
}

void main() {
  if (invocation() == 0u) {
    smallest_label = 0xFFFFFFFFu;
    group_sums = NO_CUBES;
  }
  FirstCubes own = measure_column();
  barrier();

  // The smallest label tends to be that of a large component.
  if (own.label != 0u) atomicMin(smallest_label, own.label);
  barrier();

  if (smallest_label != 0xFFFFFFFFu) {
    bool adds = own.label == smallest_label;
    CubeSums added = NO_CUBES;
    if (adds) added = own.sums;
    add_to_group(added);
    if (!adds) add_sums(own.label, own.sums);
  }
  barrier();

  if (invocation() == 0u && smallest_label != 0xFFFFFFFFu) add_sums(smallest_label, group_sums);
}
