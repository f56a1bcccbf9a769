// count_contacts: counts the pairs of neighbouring elements of each pair of labels, and all of them.
// needs  locations, shared/regions, shared/label_pairs, jobs, regions, contacts, label_pairs
// reads  texture unit 0: the labels
// writes slot, pair_slot, pair_count, border
//
// A workgroup has 32 columns and 8 strips of 32 rows; strips do not leave their slice. An invocation goes down a column
// and looks at the neighbours behind each element in raster order, so that each pair of neighbours is met once. It keeps
// the labels around its element from row to row, so that it fetches three labels for a row, and three of the slice
// behind.

layout(location = AT_ARGUMENT) uniform int hops;

shared uint group_border;

uint own_border = 0u;

// The labels of column `x` and of those beside it in a row; 0 outside.
uvec3 labels_around(int x, int y, int z) {
  uvec3 found = uvec3(0u);
  if (x < WIDTH && y >= 0 && y < HEIGHT && z < DEPTH) {
    uint row = uint(z) * uint(HEIGHT) + uint(y);
    found.y = label_at(uint(x), row);
    if (x > 0) found.x = label_at(uint(x - 1), row);
    if (x + 1 < WIDTH) found.z = label_at(uint(x + 1), row);
  }
  return found;
}

void look_at(uint label, uint other) {
  if (are_in_contact(label, other)) {
    meet(min(label, other), max(label, other));
    ++own_border;
  }
}

// Looks at the labels of a row behind the element, `y` and `z` steps away.
void look_at_row(uint label, uvec3 others, int y, int z) {
  for (int x = -1; x <= 1; ++x) {
    if (are_neighbors(x, y, z, hops)) look_at(label, others[x + 1]);
  }
}

void main() {
  const uint across = uint((WIDTH + PAIR_COLUMNS - 1) / PAIR_COLUMNS);
  const uint slice_strips = uint((HEIGHT + PAIR_ROWS - 1) / PAIR_ROWS);
  clear_group_pairs();
  if (invocation() == 0u) group_border = 0u;
  barrier();
  uint strip = group_index() / across * uint(GROUP_SIZE / PAIR_COLUMNS) + invocation() / uint(PAIR_COLUMNS);
  int x = int(group_index() % across * uint(PAIR_COLUMNS) + invocation() % uint(PAIR_COLUMNS));
  int z = int(strip / slice_strips);
  int top = int(strip % slice_strips) * PAIR_ROWS;
  int bottom = x < WIDTH && z < DEPTH ? min(top + PAIR_ROWS, HEIGHT) : top;
  uvec3 own = labels_around(x, top, z);
#ifdef VOLUME
  uvec3 behind_above = labels_around(x, top - 1, z + 1);
  uvec3 behind = labels_around(x, top, z + 1);
#endif
  for (int y = top; y < bottom; ++y) {
    uvec3 below = labels_around(x, y + 1, z);
#ifdef VOLUME
    uvec3 behind_below = labels_around(x, y + 1, z + 1);
#endif
    if (own.y != 0u) {
      look_at(own.y, own.z);
      look_at_row(own.y, below, 1, 0);
#ifdef VOLUME
      look_at_row(own.y, behind_above, -1, 1);
      look_at_row(own.y, behind, 0, 1);
      look_at_row(own.y, behind_below, 1, 1);
#endif
    }
    own = below;
#ifdef VOLUME
    behind_above = behind;
    behind = behind_below;
#endif
  }
  if (own_border != 0u) atomicAdd(group_border, own_border);
  end_meeting();
  if (invocation() == 0u && group_border != 0u) {
    uint before = atomicAdd(border[0], group_border);
    if (before + group_border < before) atomicAdd(border[1], 1u);
  }
}
