// What label_tiles adds for a filter by limits: while the tile is in shared memory it sums the areas of the tile's
// components. A component that does not reach the tile's border is kept or dropped at once; the areas of the others
// wait for sum_nodes.
// writes node_areas, dropped_roots

#ifndef MEASURES
#error MEASURES is not defined
#endif

#if MEASURES
shared uint tile_areas[MOST_RUNS / 2];  // 16 bits per run: of a root the area of its component in the tile
shared uint roots_at_image_border[MOST_RUNS / 32];  // a bit per run: the root of a component that counts as at it
shared uint dropped_in_tile;

// Clears what sum_tile() and keeps_root() count. The caller needs a barrier after it.
void clear_areas() {
  if (invocation() == 0u) dropped_in_tile = 0u;
  for (uint i = invocation(); i < uint(MOST_RUNS / 2); i += GROUP_SIZE) tile_areas[i] = 0u;
  for (uint i = invocation(); i < uint(MOST_RUNS / 32); i += GROUP_SIZE) roots_at_image_border[i] = 0u;
}

// Sums the areas of the tile's components. Called before survey_runs(), while the place of every run is that of its own
// first pixel: later that of a root may lie in another run. The caller needs a barrier after it.
void sum_tile() {
  for (uint run = invocation(); run < run_count; run += GROUP_SIZE) {
    ivec2 first = pixel_at(run_entries[run] & PLACE, TILE_COLUMNS);
    uint own = uint(first.y / ROWS * TILE_WORDS + first.x / WORD_COLUMNS);
    Word word = word_of(own);
    uint columns = run_of(word, findMSB(word.starts & up_to(first.x % WORD_COLUMNS)));
    uint upper = word.upper & columns;
    uint lower = word.lower & columns;
    uint root = find_in_tile(run);
    atomicAdd(tile_areas[root / 2u], uint(bitCount(upper) + bitCount(lower)) << (16u * (root & 1u)));
    if (!drops_border()) continue;
    int x = own_origin().x + first.x / WORD_COLUMNS * WORD_COLUMNS;
    int y = own_origin().y + first.y / ROWS * ROWS;
    int last = image_size.y - 1;
    bool columns_count = drops_border_of(0);
    bool rows_count = drops_border_of(1);
    if (are_at_border(upper, x, image_size.x, columns_count, rows_count && (y == 0 || y == last)) ||
        are_at_border(lower, x, image_size.x, columns_count, rows_count && y + 1 == last)) {
      atomicOr(roots_at_image_border[root / 32u], 1u << (root & 31u));
    }
  }
}

// The area of a root's component in the tile.
uint area_of_root(uint root) {
  uint area = half_of(tile_areas[root / 2u], root);
  return (roots_at_image_border[root / 32u] >> (root & 31u) & 1u) != 0u ? area | AT_IMAGE_BORDER : area;
}

// Whether the filter keeps the component of a root that no other tile has. Counts those that it drops.
bool keeps_root(uint root) {
  bool keeps = passes_limits(area_of_root(root));
  if (!keeps) atomicAdd(dropped_in_tile, 1u);
  return keeps;
}

void store_area(uint node, uint root) { node_areas[place_of_area(node)] = area_of_root(root); }

// Stores how many of the tile's components are dropped. mark_kept_roots adds them up.
void store_dropped(uint tile) {
  if (invocation() == 0u) node_areas[place_of_dropped(tile)] = dropped_in_tile;
  if (invocation() == 0u && tile == 0u) dropped_roots = 0u;
}
#endif
