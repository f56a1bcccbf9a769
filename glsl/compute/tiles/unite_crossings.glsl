// Unites elements across the borders of tiles (shared/borders.h).
// needs  borders, shared/borders, nodes

// Unites the elements of a crossing of the line that begins at `line`.
void unite_crossing(int across, Place line, int column, int du, int dv) {
  Place own = moved_along(across, line, column, 0);
  Place other = moved_along(across, line, column + du, dv);
  unite(node_at(own), node_at(moved_across(across, other)));
}

BorderLinks links_at(BorderLine line, BorderWords own, BorderWords other) {
#if CRITERION == FOREGROUND
  return no_links();
#else
  return border_links(line, own, other);
#endif
}

// Unites columns of a line of a plane with those across the border, in one loop: invocations that run together wait for
// that with most crossings, and not for that of each direction.
void unite_columns(BorderLine line, uint columns) {
  BorderWords own = words_of_line(line, false);
  if ((own.own.own & columns) != 0u) {
    BorderWords other = words_of_line(line, true);
    BorderLinks links = links_at(line, own, other);
    Place first = first_of_line(line);
    uint opposite = 0u;
    uint left = 0u;
    uint right = 0u;
    for (int du = -1; du <= 1; ++du) {
      uint united = crossings_of_line(line, own, other, links, du, 0) & columns;
      if (du == 0) opposite = united;
      if (du < 0) left = united;
      if (du > 0) right = united;
    }
    while ((opposite | left | right) != 0u) {
      int du = opposite != 0u ? 0 : left != 0u ? -1 : 1;
      uint rest = opposite != 0u ? opposite : left != 0u ? left : right;
      unite_crossing(line.across, first, findLSB(rest), du, 0);
      rest &= rest - 1u;
      if (du == 0) opposite = rest;
      if (du < 0) left = rest;
      if (du > 0) right = rest;
    }
  }
}

// The line of a plane below the upper border of a tile, or beside its left border.
BorderLine line_of_plane(int across, ivec2 tile, int word) {
  BorderLine line;
  line.across = across;
  line.tile.x = tile.x;
  line.tile.y = tile.y;
  line.tile.z = 0;
  line.word = word;
  line.v = 0;
  return line;
}
