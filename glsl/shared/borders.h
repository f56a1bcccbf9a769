// The words at the borders of tiles, and the pairs of voxels that are united across them (crossings.h). Included in the
// way of links.h. What it calls:
//
//   AXES                                     1, 2 or 3 for 6, 18 or 26 neighbours; in a plane 1 or 2 for 4 or 8
//   PLANE                                    whether there is one slice
//   LINKED                                   whether neighbours are connected by their values
//   WORDS_X, SIDE_Y, SIDE_Z                  words of a row of a tile, rows and slices of a tile
//   LINE_ROWS                                rows of a line across x, at most 30: SIDE_Y, or a part of it
//   tiles_in_y(), tiles_in_z()               tiles of the volume
//   stored_row(tile, layer, word, y, z)      a word of a row of a tile
//   stored_column(tile, layer, last, y, z)   LINE_ROWS voxels from row y on of the first or the last column of a slice
//                                            of a tile
//
// A layer is what a word holds: 0 for the bits of voxels, 1 + a direction for their links (bands.h).
// needs  bands, crossings

// Lines of a tile at a border that have one coordinate v.
GLCCL_METHOD int words_across(int across) { return across == ACROSS_X ? SIDE_Y / LINE_ROWS : WORDS_X; }

// Lines of a tile at a border.
GLCCL_METHOD int lines_across(int across) { return words_across(across) * (across == ACROSS_Z ? SIDE_Y : SIDE_Z); }

// The columns that belong to a line across x: a voxel of the row before comes first.
GLCCL_METHOD uint columns_across(int across) {
  return across == ACROSS_X ? ((1u << uint(LINE_ROWS)) - 1u) << 1 : 0xFFFFFFFFu;
}

// The voxel at column 0 of a line.
GLCCL_METHOD Place first_of_line(BorderLine line) {
  Place voxel;
  voxel.x = line.tile.x * WORDS_X * 32;
  voxel.y = line.tile.y * SIDE_Y;
  voxel.z = line.tile.z * SIDE_Z;
  if (line.across == ACROSS_X) {
    voxel.y += line.word * LINE_ROWS - 1;
  } else {
    voxel.x += line.word * 32;
  }
  return moved_along(line.across, voxel, 0, line.v);
}

GLCCL_METHOD BorderWord word_of_row(Place tile, int layer, int word, int y, int z) {
  uint before = word > 0 ? stored_row(tile, layer, word - 1, y, z) : 0u;
  uint behind = word + 1 < WORDS_X ? stored_row(tile, layer, word + 1, y, z) : 0u;
  return border_word(before, stored_row(tile, layer, word, y, z), behind);
}

// A part of a column, from row y on, with the voxels before and behind it in y.
GLCCL_METHOD BorderWord word_of_column(Place tile, int layer, bool last, int y, int z) {
  uint columns = stored_column(tile, layer, last, y, z) << 1;
  Place beside = tile;
  int row = y - LINE_ROWS;
  if (row < 0) {
    --beside.y;
    row = SIDE_Y - LINE_ROWS;
  }
  if (beside.y >= 0) columns |= stored_column(beside, layer, last, row, z) >> uint(LINE_ROWS - 1);
  beside.y = tile.y;
  row = y + LINE_ROWS;
  if (row >= SIDE_Y) {
    ++beside.y;
    row = 0;
  }
  if (beside.y < tiles_in_y()) columns |= (stored_column(beside, layer, last, row, z) & 1u) << uint(LINE_ROWS + 1);
  return border_word(0u, columns, 0u);
}

// A word of the line `dv` behind a line, in its tile or across the border.
GLCCL_METHOD BorderWord word_of_line(BorderLine line, int layer, int dv, bool opposite) {
  Place tile = opposite ? moved_across(line.across, line.tile) : line.tile;
  int v = line.v + dv;
  BorderWord word = border_word(0u, 0u, 0u);
  if (!PLANE && line.across == ACROSS_Z) {
    if (v >= 0 && v < SIDE_Y) word = word_of_row(tile, layer, line.word, v, opposite ? SIDE_Z - 1 : 0);
  } else {
    if (v < 0) --tile.z;
    if (v >= SIDE_Z) ++tile.z;
    v = (v + SIDE_Z) % SIDE_Z;
    if (tile.z >= 0 && tile.z < tiles_in_z()) {
      if (line.across == ACROSS_Y) {
        word = word_of_row(tile, layer, line.word, opposite ? SIDE_Y - 1 : 0, v);
      } else {
        word = word_of_column(tile, layer, opposite, line.word * LINE_ROWS, v);
      }
    }
  }
  return word;
}

GLCCL_METHOD BorderWords words_of_line(BorderLine line, bool opposite) {
  BorderWords words;
  words.own = word_of_line(line, 0, 0, opposite);
  words.before = words.behind = border_word(0u, 0u, 0u);
  if (!PLANE) {
    words.before = word_of_line(line, 0, -1, opposite);
    words.behind = word_of_line(line, 0, 1, opposite);
  }
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
  BorderLinks links = no_links();
  links.opposite = links_of_line(line, opposite, 0, false) & own.own.own & other.own.own;
  links.left_own = links_of_line(line, left, 0, false);
  links.left = links_of_line(line, left, 0, true);
  if (!PLANE) {
    links.opposite_before = links_of_line(line, opposite, -1, false) & own.before.own & other.before.own;
    links.opposite_behind = links_of_line(line, opposite, 1, false) & own.behind.own & other.behind.own;
    links.left_before = links_of_line(line, left, -1, true);
    links.left_behind = links_of_line(line, left, 1, true);
    links.up_own = links_of_line(line, up, 0, false);
    links.up_own_behind = links_of_line(line, up, 1, false);
    links.up = links_of_line(line, up, 0, true);
    links.up_behind = links_of_line(line, up, 1, true);
  }
  return links;
}

// The voxels of a line that are linked with the voxel across the border that is `du` to the right and `dv` lines
// behind, whether or not these are foreground. The later of two voxels in raster order has their link.
GLCCL_METHOD uint pairs_of_line(BorderLine line, int du, int dv) {
  bool other_is_later = false;
  int dx = du;
  int band = dv < 0 ? BEFORE_ABOVE : BEFORE_BELOW;
  if (!PLANE && line.across == ACROSS_Z) {
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
  int layer = 1 + direction_to(band, dx);
  return other_is_later ? bits_at(word_of_line(line, layer, dv, true), du) : word_of_line(line, layer, 0, false).own;
}

// The voxels of a line that are united with the voxel across the border that is `du` to the right and `dv` lines
// behind. `own` and `other` are its words and those opposite, `links` are border_links() if values are compared.
GLCCL_METHOD uint crossings_of_line(BorderLine line, BorderWords own, BorderWords other, BorderLinks links, int du,
                                    int dv) {
  uint united = 0u;
  if (1 + (du == 0 ? 0 : 1) + (dv == 0 ? 0 : 1) <= AXES) {
    if (LINKED) {
      BorderWord beside = other.own;
      if (dv < 0) beside = other.before;
      if (dv > 0) beside = other.behind;
      uint pairs = links.opposite;
      if (du != 0 || dv != 0) pairs = pairs_of_line(line, du, dv) & own.own.own & bits_at(beside, du);
      united = united_by_links(links, pairs, beside.own, du, dv);
    } else {
      united = united_across(own, other, du, dv);
    }
  }
  return united & columns_across(line.across);
}
