// What label_tiles adds for a filter by limits: while the tile is in shared memory it sums the areas of the tile's
// components. A component that does not reach the tile's border is kept or dropped at once; the areas of the others
// wait for sum_nodes.
// needs  filter, limits, node_areas, ranks, tiles/tile_links, tiles/tile_components
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
    Run own = run_of_place(run_entries[run] & PLACE, true);
    uint area = 0u;
    bool at_border = false;
    for (int i = 0; i < BAND_ROWS; ++i) {
      ivec3 row = row_of_band(band_word(own.own), i);
      ivec3 first = own_origin() + row * ivec3(WORD_COLUMNS, 1, 1);
      uint bits = bits_of(row.x, row.y, row.z) & own.columns;
      area += uint(bitCount(bits));
      at_border = at_border || (drops_border() && are_at_border(bits, first.x, image_size.x, limits.w,
                                                                is_row_at_border(first.yz)));
    }
    uint root = find_in_tile(run);
    atomicAdd(tile_areas[root / 2u], area << (16u * (root & 1u)));
    if (at_border) atomicOr(roots_at_image_border[root / 32u], 1u << (root & 31u));
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
