// Unites the nodes that are linked across the borders of tiles of a plane, as tiles are solved. The borders of a tile
// are its upper one, and its left one with the corners. Whichever of the tiles beside them is solved last unites their
// nodes: no workgroup waits for another.
// needs  unite_crossings
// reads  tile_data, record_pairs
// reads and writes nodes, counts

// The tiles beside a tile's borders are those at these offsets from it.
const int NEIGHBORS = 6;
ivec2 neighbor_tile(int i) { return ivec2(-(i & 1), i < 2 ? 0 : i < 4 ? -1 : 1); }
const uint BORDER_JOBS = uint(SIDE_X + BANDS_Y);

shared uint ready;  // bit i: the borders of the tile at -neighbor_tile(i) are ready

bool is_tile(ivec2 tile) {
  return all(greaterThanEqual(tile, ivec2(0))) && all(lessThan(tile, ivec2(gl_NumWorkGroups.xy)));
}

// Counts this tile as solved for the borders of a tile that it is beside. Whether all tiles beside them are solved.
bool is_last_at(ivec2 tile) {
  uint beside = 0u;
  for (int i = 0; i < NEIGHBORS; ++i) beside += uint(is_tile(tile + neighbor_tile(i)));
  uint index = index_of_tile(ivec3(tile, 0));
  bool is_last = atomicAdd(counts[index].arrived, 1u) + 1u == beside;
  if (is_last) counts[index].arrived = 0u;  // for the next labeling
  return is_last;
}

// A column below the upper border of a tile, or a band beside the left one.
void merge_border(ivec2 tile, int job) {
  if (job < SIDE_X && tile.y > 0) {
    unite_columns(line_of_plane(ACROSS_Y, tile, job / WORD_COLUMNS), 1u << (job % WORD_COLUMNS));
  } else if (job >= SIDE_X && tile.x > 0) {
    unite_columns(line_of_plane(ACROSS_X, tile, job - SIDE_X), ALL_COLUMNS);
  }
}

// Unites the nodes at the borders that are ready now that this tile is solved. All invocations must call it.
void merge_ready_borders() {
  if (invocation() == 0u) ready = 0u;
  memoryBarrierBuffer();
  barrier();
  if (invocation() < uint(NEIGHBORS)) {
    ivec2 tile = own_tile().xy - neighbor_tile(int(invocation()));
    if (is_tile(tile) && is_last_at(tile)) atomicOr(ready, 1u << invocation());
  }
  barrier();
  memoryBarrierBuffer();
  uint jobs = BORDER_JOBS * uint(bitCount(ready));
  for (uint i = invocation(); i < jobs; i += GROUP_SIZE) {
    uint rest = ready;
    for (uint skipped = i / BORDER_JOBS; skipped != 0u; --skipped) rest &= rest - 1u;
    merge_border(own_tile().xy - neighbor_tile(findLSB(rest)), int(i % BORDER_JOBS));
  }
}
