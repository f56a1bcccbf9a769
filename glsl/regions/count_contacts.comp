// count_contacts: counts the pairs of neighbouring elements of each pair of labels, and all of them.
// needs  arguments, shared/regions, shared/label_pairs, jobs, regions, contacts, label_pairs
// reads  texture unit 0: the labels
// writes slot, pair_slot, pair_count, border
//
// A workgroup has 32 columns and 8 strips of 32 rows; strips do not leave their slice. An invocation goes down a column
// and looks at the neighbours behind each element in raster order, so that each pair of neighbours is met once. It
// keeps the labels around its element from row to row, so that it fetches three labels for a row, and three of the
// slice behind.

#define hops argument  // are_neighbors()

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

#ifdef VOLUME
const int NEIGHBORS_BEHIND = 13;
#else
const int NEIGHBORS_BEHIND = 4;
#endif

// The labels of a row `y` and `z` steps away; 0 where an element is no neighbour.
uvec3 neighbors_in(uvec3 labels, int y, int z) {
  for (int x = -1; x <= 1; ++x) {
    if (!are_neighbors(x, y, z, hops)) labels[x + 1] = 0u;
  }
  return labels;
}

// Counts the contacts of an element with those behind it: one label after another, so that the code that adds a pair
// stands once.
void count_contacts_of(uint label, uint others[NEIGHBORS_BEHIND]) {
  uint left = 0u;  // the contacts that are not counted yet
  for (int i = 0; i < NEIGHBORS_BEHIND; ++i) left |= are_in_contact(label, others[i]) ? 1u << i : 0u;
  own_border += uint(bitCount(left));
  while (left != 0u) {
    uint other = 0u;
    uint same = 0u;
    for (int i = 0; i < NEIGHBORS_BEHIND; ++i) other = (left >> i & 1u) != 0u ? others[i] : other;
    for (int i = 0; i < NEIGHBORS_BEHIND; ++i) same |= others[i] == other ? 1u << i : 0u;
    meet(min(label, other), max(label, other), uint(bitCount(same)));
    left &= ~same;
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
      uint others[NEIGHBORS_BEHIND];
      others[0] = own.z;
      uvec3 in_row = neighbors_in(below, 1, 0);
      for (int x = 0; x < 3; ++x) others[1 + x] = in_row[x];
#ifdef VOLUME
      in_row = neighbors_in(behind_above, -1, 1);
      for (int x = 0; x < 3; ++x) others[4 + x] = in_row[x];
      in_row = neighbors_in(behind, 0, 1);
      for (int x = 0; x < 3; ++x) others[7 + x] = in_row[x];
      in_row = neighbors_in(behind_below, 1, 1);
      for (int x = 0; x < 3; ++x) others[10 + x] = in_row[x];
#endif
      count_contacts_of(own.y, others);
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
