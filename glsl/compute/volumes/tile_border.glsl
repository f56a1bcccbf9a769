// The border of a solved tile of a volume: which components reach a border behind which the volume goes on, and what
// merge_volume_tiles needs of it.

#ifndef SEAMS
#error SEAMS is not defined
#endif

// The sides of the tile behind which the volume goes on, with SEAMS also across the seam of a periodic axis: those of
// smaller coordinates, those of larger coordinates. And the tile's last voxel, with SEAMS the last one of the volume.
struct OpenSides {
  bvec3 begin;
  bvec3 end;
  ivec3 last;
};

OpenSides open_sides() {
  ivec3 sides = ivec3(SIDE_X, SIDE_Y, SIDE_Z);
  ivec3 rest = ivec3(image_size.x, volume.xy) - own_origin();
  OpenSides open;
  open.begin = greaterThan(own_tile(), ivec3(0));
  open.end = lessThan(sides, rest);
  open.last = sides - 1;
#if SEAMS
  bvec3 periodic = bvec3(has_axis(periodic_axes, 0), has_axis(periodic_axes, 1), has_axis(periodic_axes, 2));
  open.begin = bvec3(ivec3(open.begin) | ivec3(periodic));
  open.end = bvec3(ivec3(open.end) | ivec3(periodic));
  open.last = min(sides, rest) - 1;
#endif
  return open;
}

// Whether a run has a voxel at an open side.
bool reaches_border(Run run, OpenSides open) {
  ivec3 at = band_word(run.own);
  uint found = 0u;
  if (at.x == 0 && open.begin.x) found |= run.columns & FIRST_COLUMN;
  if (at.x == open.last.x / WORD_COLUMNS && open.end.x) found |= run.columns & 1u << (open.last.x % WORD_COLUMNS);
  for (int i = 0; i < ROWS_Y * ROWS_Z; ++i) {
    int y = at.y * ROWS_Y + i % ROWS_Y;
    int z = at.z * ROWS_Z + i / ROWS_Y;
    bool is_open = (y == 0 && open.begin.y) || (y == open.last.y && open.end.y) || (z == 0 && open.begin.z) ||
                   (z == open.last.z && open.end.z);
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

// The word with 32 voxels of the tile in the order of its rows, in a plane.
uint word_of_plane(int plane, uint i) {
#if CRITERION != FOREGROUND
  if (plane > 0) return tile_links[uint((plane - 1) * ROW_WORDS) + i];
#endif
  return row_bits(i);
}

// Stores where runs start, if links do not tell, the planes of the first and the last columns, and links.
void store_border(uint tile) {
  uint own = invocation();
  if (own < START_WORDS) tile_data[tile * TILE_STRIDE + STARTS_AT + own] = tile_starts[own];
  for (int i = int(own); i < 2 * PLANES * SIDE_WORDS; i += GROUP_SIZE) {
    int plane = i / SIDE_WORDS % PLANES;
    bool last = i >= PLANES * SIDE_WORDS;
    uint columns = 0u;
    for (int bit = 0; bit < WORD_COLUMNS; ++bit) {
      uint row = uint(i % SIDE_WORDS * WORD_COLUMNS + bit);
      uint word = word_of_plane(plane, row * uint(WORDS_X) + (last ? uint(WORDS_X - 1) : 0u));
      columns |= (last ? word >> 31 : word & 1u) << bit;
    }
    tile_data[tile * TILE_STRIDE + SIDES_AT + uint(i)] = columns;
  }
#if CRITERION != FOREGROUND
  for (uint i = own; i < uint(DIRECTIONS * ROW_WORDS); i += GROUP_SIZE) {
    tile_data[tile * TILE_STRIDE + LINKS_AT + i] = tile_links[i];
  }
#endif
}
