// count_contacts: counts the pairs of neighbouring elements of each pair of labels, and all of them.
// needs  locations, shared/regions, shared/label_pairs, jobs, regions, contacts, label_pairs
// reads  texture unit 0: the labels
// writes slot, pair_slot, pair_count, border
//
// A workgroup has 32 columns and 8 * 32 rows; a volume is the image of all its rows. An invocation goes down a column
// of 32 rows and looks at the neighbours behind each element in raster order, so that each pair of neighbours is met
// once.

layout(location = AT_ARGUMENT) uniform int hops;

shared uint group_border;

uint label_near(ivec3 at) {
  bool inside = all(greaterThanEqual(at, ivec3(0))) && all(lessThan(at, ivec3(WIDTH, HEIGHT, DEPTH)));
  return inside ? label_at(uint(at.x), uint(at.z) * uint(HEIGHT) + uint(at.y)) : 0u;
}

void main() {
  const uint across = uint((WIDTH + PAIR_COLUMNS - 1) / PAIR_COLUMNS);
  clear_group_pairs();
  if (invocation() == 0u) group_border = 0u;
  barrier();
  uint column = group_index() % across * uint(PAIR_COLUMNS) + invocation() % uint(PAIR_COLUMNS);
  uint strip = group_index() / across * uint(GROUP_SIZE / PAIR_COLUMNS) + invocation() / uint(PAIR_COLUMNS);
  uint top = strip * uint(PAIR_ROWS);
  uint bottom = column < uint(WIDTH) ? min(top + uint(PAIR_ROWS), uint(ROWS)) : 0u;
  uint own_border = 0u;
  for (uint row = top; row < bottom; ++row) {
    ivec3 own = ivec3(column, row % uint(HEIGHT), row / uint(HEIGHT));
    uint label = label_at(column, row);
    for (int step = FIRST_STEP_BEHIND; step < STEPS && label != 0u; ++step) {
      ivec3 way = ivec3(x_of_step(step), y_of_step(step), z_of_step(step));
      uint other = are_neighbors(way.x, way.y, way.z, hops) ? label_near(own + way) : 0u;
      if (are_in_contact(label, other)) {
        meet(min(label, other), max(label, other));
        ++own_border;
      }
    }
  }
  if (own_border != 0u) atomicAdd(group_border, own_border);
  end_meeting();
  if (invocation() == 0u && group_border != 0u) {
    uint before = atomicAdd(border[0], group_border);
    if (before + group_border < before) atomicAdd(border[1], 1u);
  }
}
