// Unites the nodes that are linked across the seams of periodic axes. label_tiles has made nodes of all components at
// seams. Links are those of the criterion between elements that label_tiles has found occupied.
// needs  source_texels, linked, seams, periodic_axes, tiles/borders
// reads  tile_data, record_pairs; unless all occupied neighbours are linked, the source
// reads and writes nodes

bool is_element(ivec3 element) {
  ivec3 at = element % TILE_SIDES;
  uint bits = stored_bits(index_of_tile(element / TILE_SIDES), at.x / WORD_COLUMNS, at.y, at.z);
  return (bits >> (at.x % WORD_COLUMNS) & 1u) != 0u;
}

bool are_joined(ivec3 element, ivec3 other) {
  bool joined = is_element(other);
#if CRITERION != FOREGROUND
  joined = joined && is_linked(pixel_of(element), pixel_of(other));
#endif
  return joined;
}

// An invocation takes an element at the beginning of an axis and its neighbours at the end, also those across the seams
// of other axes.
void unite_seam(int axis) {
  int u = (axis + 1) % AXIS_COUNT;
  int v = (axis + 2) % AXIS_COUNT;
  ivec3 count = extent();
  uint job = job_index();
  // Whether this invocation has no element, or all pairs that are left are implied.
  bool is_done = !has_axis(periodic_axes, axis) || job >= uint(count[u]) * uint(count[v]);
  ivec3 own;
  own[axis] = 0;
  own[u] = int(job % uint(count[u]));
  own[v] = int(job / uint(count[u]));
  if (!is_done) is_done = !is_element(own);
  uint node = 0u;
  if (!is_done) node = node_of_element(own);
  for (int i = 0; i < 9; ++i) {
    int pair = (i + 4) % 9;  // the opposite element comes first
    int du = pair % 3 - 1;
    int dv = pair / 3 - 1;
    if (is_done || 1 + abs(du) + abs(dv) > AXES) continue;
    ivec3 other;
    other[axis] = count[axis] - 1;
    other[u] = across_seam(own[u] + du, count[u], has_axis(periodic_axes, u));
    other[v] = across_seam(own[v] + dv, count[v], has_axis(periodic_axes, v));
    if (other[u] < 0 || other[v] < 0 || !are_joined(own, other)) continue;
    bool is_implied = false;
#if CRITERION == FOREGROUND
    if (i == 0) {
      is_done = true;  // The opposite element touches all others of these.
      ivec3 step = ivec3(0);
      step[u] = 1;
      is_implied = own[u] > 0 && is_element(own - step) && is_element(other - step);
    }
#endif
    if (!is_implied) unite(node, node_of_element(other));
  }
}
