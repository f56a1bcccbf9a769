// The words at the borders of tiles of a volume, and the pairs of voxels that are united across them
// (volume_crossings.h). Included in the way of volume_links.h. What it calls:
//
//   AXES                                          1, 2 or 3 for 6, 18 or 26 neighbours
//   LINKED                                        whether neighbours are connected by their values
//   WORDS_X, SIDE_Y, SIDE_Z                       words of a row of a tile, rows and slices of a tile
//   tiles_in_y(), tiles_in_z()                    tiles of the volume
//   stored_row(tile, plane, word, y, z)           a word of a row of a tile
//   stored_column(tile, plane, last, z)           SIDE_Y voxels: the first or the last column of a slice of a tile
//
// A plane is what a word holds: 0 for the bits of voxels, 1 + a direction for their links (volume_bands.h).

// Lines of a tile at a border.
GLCCL_METHOD int lines_across(int across) {
  return across == ACROSS_X ? SIDE_Z : WORDS_X * (across == ACROSS_Y ? SIDE_Z : SIDE_Y);
}

// Of a line across x, the columns that belong to its tile: a voxel of the tile before in y comes first.
GLCCL_METHOD uint columns_across(int across) {
  return across == ACROSS_X ? ((1u << uint(SIDE_Y)) - 1u) << 1 : 0xFFFFFFFFu;
}

// The voxel at column 0 of a line.
GLCCL_METHOD Place first_of_line(BorderLine line) {
  Place voxel;
  voxel.x = (line.tile.x * WORDS_X + line.word) * 32;
  voxel.y = line.tile.y * SIDE_Y - (line.across == ACROSS_X ? 1 : 0);
  voxel.z = line.tile.z * SIDE_Z;
  return moved_along(line.across, voxel, 0, line.v);
}

GLCCL_METHOD BorderWord word_of_row(Place tile, int plane, int word, int y, int z) {
  uint before = word > 0 ? stored_row(tile, plane, word - 1, y, z) : 0u;
  uint behind = word + 1 < WORDS_X ? stored_row(tile, plane, word + 1, y, z) : 0u;
  return border_word(before, stored_row(tile, plane, word, y, z), behind);
}

// A column with the voxels before and behind it in y.
GLCCL_METHOD BorderWord word_of_column(Place tile, int plane, bool last, int z) {
  uint columns = stored_column(tile, plane, last, z) << 1;
  Place beside = tile;
  beside.y = tile.y - 1;
  if (beside.y >= 0) columns |= stored_column(beside, plane, last, z) >> uint(SIDE_Y - 1);
  beside.y = tile.y + 1;
  if (beside.y < tiles_in_y()) columns |= (stored_column(beside, plane, last, z) & 1u) << uint(SIDE_Y + 1);
  return border_word(0u, columns, 0u);
}

// A word of the line `dv` behind a line, in its tile or across the border.
GLCCL_METHOD BorderWord word_of_line(BorderLine line, int plane, int dv, bool opposite) {
  Place tile = opposite ? moved_across(line.across, line.tile) : line.tile;
  int v = line.v + dv;
  if (line.across == ACROSS_Z) {
    if (v < 0 || v >= SIDE_Y) return border_word(0u, 0u, 0u);
    return word_of_row(tile, plane, line.word, v, opposite ? SIDE_Z - 1 : 0);
  }
  if (v < 0) --tile.z;
  if (v >= SIDE_Z) ++tile.z;
  if (tile.z < 0 || tile.z >= tiles_in_z()) return border_word(0u, 0u, 0u);
  v = (v + SIDE_Z) % SIDE_Z;
  if (line.across == ACROSS_Y) return word_of_row(tile, plane, line.word, opposite ? SIDE_Y - 1 : 0, v);
  return word_of_column(tile, plane, opposite, v);
}

GLCCL_METHOD BorderWords words_of_line(BorderLine line, bool opposite) {
  BorderWords words;
  words.before = word_of_line(line, 0, -1, opposite);
  words.own = word_of_line(line, 0, 0, opposite);
  words.behind = word_of_line(line, 0, 1, opposite);
  return words;
}

GLCCL_METHOD uint links_of_line(BorderLine line, int direction, int dv, bool opposite) {
  return word_of_line(line, 1 + direction, dv, opposite).own;
}

GLCCL_METHOD BorderLinks border_links(BorderLine line, BorderWords own, BorderWords other) {
  bool across_x = line.across == ACROSS_X;
  bool across_z = line.across == ACROSS_Z;
  int opposite = across_x ? LEFT_DIRECTION : direction_to(across_z ? BEFORE : ABOVE, 0);
  int left = across_x ? direction_to(ABOVE, 0) : LEFT_DIRECTION;
  int up = direction_to(across_z ? ABOVE : BEFORE, 0);
  BorderLinks links;
  links.opposite = links_of_line(line, opposite, 0, false) & own.own.own & other.own.own;
  links.opposite_before = links_of_line(line, opposite, -1, false) & own.before.own & other.before.own;
  links.opposite_behind = links_of_line(line, opposite, 1, false) & own.behind.own & other.behind.own;
  links.left_own = links_of_line(line, left, 0, false);
  links.left = links_of_line(line, left, 0, true);
  links.left_before = links_of_line(line, left, -1, true);
  links.left_behind = links_of_line(line, left, 1, true);
  links.up_own = links_of_line(line, up, 0, false);
  links.up_own_behind = links_of_line(line, up, 1, false);
  links.up = links_of_line(line, up, 0, true);
  links.up_behind = links_of_line(line, up, 1, true);
  return links;
}

// Of a line, the voxels that are linked with the voxel across the border that is `du` to the right and `dv` lines
// behind, whether or not these are foreground. The later of two voxels in raster order has their link.
GLCCL_METHOD uint pairs_of_line(BorderLine line, int du, int dv) {
  bool other_is_later = false;
  int dx = du;
  int band = dv < 0 ? BEFORE_ABOVE : BEFORE_BELOW;
  if (line.across == ACROSS_Z) {
    if (dv == 0) band = BEFORE;
  } else if (line.across == ACROSS_Y) {
    other_is_later = dv > 0;
    if (other_is_later) dx = -du;
    if (dv == 0) band = ABOVE;
  } else {
    other_is_later = dv > 0 || (dv == 0 && du > 0);
    dx = other_is_later ? 1 : -1;
    int dy = other_is_later ? -du : du;
    band = dv == 0 ? ABOVE : dy == 0 ? BEFORE : dy < 0 ? BEFORE_ABOVE : BEFORE_BELOW;
  }
  int plane = 1 + direction_to(band, dx);
  return other_is_later ? bits_at(word_of_line(line, plane, dv, true), du) : word_of_line(line, plane, 0, false).own;
}

// Of a line, the voxels that are united with the voxel across the border that is `du` to the right and `dv` lines
// behind. `own` and `other` are its words and those opposite, `links` are border_links() if values are compared.
GLCCL_METHOD uint crossings_of_line(BorderLine line, BorderWords own, BorderWords other, BorderLinks links, int du,
                                    int dv) {
  if (1 + (du == 0 ? 0 : 1) + (dv == 0 ? 0 : 1) > AXES) return 0u;
  uint columns = columns_across(line.across);
  if (!LINKED) return united_across(own, other, du, dv) & columns;
  BorderWord beside = other.own;
  if (dv < 0) beside = other.before;
  if (dv > 0) beside = other.behind;
  uint pairs = links.opposite;
  if (du != 0 || dv != 0) pairs = pairs_of_line(line, du, dv) & own.own.own & bits_at(beside, du);
  return united_by_links(links, pairs, beside.own, du, dv) & columns;
}
