// measure_cubes: adds windows of 2x2x2 voxels (Cubes of engine/include/glccl/table.hpp) to the rows of the component
// table.
// reads  image binding 0: the labels
// writes the component table
//
// A workgroup has 32 columns and 8 * 32 rows of a slice, as that of measure_labels; windows reach one column, one row
// and one slice beyond the volume. An invocation goes down a column of 32 rows and keeps the sums of the component that
// it met last. At the end the workgroup adds up those of one component, so that a large component costs few atomics on
// the table.

layout(r32ui, binding = 0) readonly uniform uimage3D labels;

const uint GROUP_COLUMNS = 32u;
const uint OWN_ROWS = 32u;
const uint GROUP_ROWS = OWN_ROWS * (uint(GROUP_SIZE) / GROUP_COLUMNS);

const CubeSums NO_CUBES = CubeSums(0, 0, 0, 0, 0, 0);
uint met = 0u;  // the component that this invocation met last; 0: none
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
  return inside ? imageLoad(labels, voxel).r : 0u;
}

// The labels of a window's voxels in one row: those of its first slice come first.
uvec4 labels_of_row(ivec3 last) {
  return uvec4(label_at(last - ivec3(1, 0, 1)), label_at(last - ivec3(0, 0, 1)), label_at(last - ivec3(1, 0, 0)),
               label_at(last));
}

void measure_column() {
  uvec2 own = uvec2(invocation() % GROUP_COLUMNS, invocation() / GROUP_COLUMNS * OWN_ROWS);
  ivec3 voxel = ivec3(gl_WorkGroupID * uvec3(GROUP_COLUMNS, GROUP_ROWS, 1u) + uvec3(own, 0u));
  uvec4 above = labels_of_row(voxel - ivec3(0, 1, 0));
  for (uint row = 0u; row < OWN_ROWS; ++row) {
    uvec4 labels_here = labels_of_row(voxel);
    add_window(above, labels_here);
    above = labels_here;
    ++voxel.y;
  }
}

void main() {
  if (invocation() == 0u) {
    smallest_label = 0xFFFFFFFFu;
    group_sums = NO_CUBES;
  }
  measure_column();
  barrier();

  // The smallest label tends to be that of a large component.
  if (met != 0u) atomicMin(smallest_label, met);
  barrier();

  if (met == smallest_label) {
    atomicAdd(group_sums.faces_x, met_sums.faces_x);
    atomicAdd(group_sums.faces_y, met_sums.faces_y);
    atomicAdd(group_sums.faces_z, met_sums.faces_z);
    atomicAdd(group_sums.euler_6, met_sums.euler_6);
    atomicAdd(group_sums.euler_18, met_sums.euler_18);
    atomicAdd(group_sums.euler_26, met_sums.euler_26);
  } else {
    add_sums(met, met_sums);
  }
  barrier();

  if (invocation() == 0u && smallest_label != 0xFFFFFFFFu) add_sums(smallest_label, group_sums);
}
