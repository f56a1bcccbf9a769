// find_crossings: marks the components that cross the seams of periodic axes, for measure_seams: the word `upper` of an
// axis (Seams of engine/include/glccl/table.hpp) becomes 1.
// needs  seams, seams/periodic_axes, table_words, measured_labels
// reads  the labels
// writes the component table
//
// An invocation takes an element at the beginning of an axis, and looks for its label among its neighbours at the end,
// also across the seams of other axes. The workgroups of each z have an axis.

void main() {
  int axis = int(gl_WorkGroupID.z);
  int u = (axis + 1) % AXIS_COUNT;
  int v = (axis + 2) % AXIS_COUNT;
  ivec3 count = ivec3(slice_size(), slice_count());
  uint job = job_index();
  if (!has_axis(periodic_axes, axis) || job >= uint(count[u]) * uint(count[v])) return;
  ivec3 own;
  own[axis] = 0;
  own[u] = int(job % uint(count[u]));
  own[v] = int(job / uint(count[u]));
  uint label = label_at(own.xy, uint(own.z));
  if (label - 1u >= table_rows) return;

  bool crosses = false;
  for (int i = 0; i < 9; ++i) {
    int du = i % 3 - 1;
    int dv = i / 3 - 1;
    if (1 + abs(du) + abs(dv) > AXES) continue;
    ivec3 other;
    other[axis] = count[axis] - 1;
    other[u] = across_seam(own[u] + du, count[u], has_axis(periodic_axes, u));
    other[v] = across_seam(own[v] + dv, count[v], has_axis(periodic_axes, v));
    if (other[u] < 0 || other[v] < 0) continue;
    crosses = crosses || label_at(other.xy, uint(other.z)) == label;
  }
  if (crosses) table_words[row_at(label) + SEAMS_AT + 4u * uint(axis) + 1u] = 1u;
}
