// Which components of a solved tile of a volume reach a border of the tile behind which the volume goes on.

// The sides of the tile that are inside of the volume: those of smaller coordinates, those of larger coordinates.
struct OpenSides {
  bvec3 begin;
  bvec3 end;
};

OpenSides open_sides() {
  OpenSides open;
  open.begin = greaterThan(own_tile(), ivec3(0));
  open.end = lessThan(own_origin() + ivec3(SIDE_X, SIDE_Y, SIDE_Z), ivec3(image_size.x, volume.xy));
  return open;
}

// Whether a run has a voxel at an open side.
bool reaches_border(Run run, OpenSides open) {
  ivec3 at = band_word(run.own);
  uint found = 0u;
  if (at.x == 0 && open.begin.x) found |= run.columns & FIRST_COLUMN;
  if (at.x == WORDS_X - 1 && open.end.x) found |= run.columns & LAST_COLUMN;
  for (int i = 0; i < ROWS_Y * ROWS_Z; ++i) {
    int y = at.y * ROWS_Y + i % ROWS_Y;
    int z = at.z * ROWS_Z + i / ROWS_Y;
    bool is_open = (y == 0 && open.begin.y) || (y == SIDE_Y - 1 && open.end.y) || (z == 0 && open.begin.z) ||
                   (z == SIDE_Z - 1 && open.end.z);
    if (is_open) found |= bits_of(at.x, y, z) & run.columns;
  }
  return found != 0u;
}

// Marks the components that reach the border, while the places of runs are those of their own first voxels.
void mark_border() {
  OpenSides open = open_sides();
  for (uint run = invocation(); run < run_count; run += GROUP_SIZE) {
    if (!reaches_border(run_of_place(run_entries[run] & PLACE, true), open)) continue;
    uint root = find_in_tile(run);
    atomicOr(border_roots[root / 32u], 1u << (root & 31u));
  }
}
