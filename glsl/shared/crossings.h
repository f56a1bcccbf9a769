// Which voxels are united across the border of two tiles of a volume: a word of voxels at a time, for a line of voxels
// of the own tile and the three lines of voxels across the border.
//
// A border is a plane. Its coordinates are u along a word and v from line to line; `a` is a line of own voxels and `b`
// is the line opposite, across the border, both with the lines before and behind them in v:
//
//     border      between tiles beside each other in    u   v   voxels beyond the own tile's u and v
//     in z        z                                     x   y   count as background
//     in y        y, whatever their z                   x   z   count as background in x
//     in x        x, whatever their y and z             y   z   are those of the tiles there
//
// So each pair of neighbours in different tiles is looked at in one border. Voxels of a line that are connected by a
// border that comes earlier in this table, or inside of their tile, are connected when all borders are united. That is
// why `a` and `b` count as connected in themselves, and a pair is left out if another pair of the same border implies
// it that comes before it in this order: pairs of opposite voxels, by v and u; pairs that differ in u or in v; pairs
// that differ in both.
#ifndef GLCCL_SHARED_CROSSINGS_H
#define GLCCL_SHARED_CROSSINGS_H
#include "glsl/shared/prelude.h"

GLCCL_SHARED_BEGIN

// The directions of borders, in this order.
const int ACROSS_Z = 0;
const int ACROSS_Y = 1;
const int ACROSS_X = 2;
const int DIRECTIONS_ACROSS = 3;

// A tile, counted in tiles, or a voxel.
struct Place {
  int x;
  int y;
  int z;
};

// A line of a tile at its border with the tile before it: a word of a row, or across x the first column of a slice.
struct BorderLine {
  int across;
  Place tile;
  int word;  // in the tile
  int v;     // across z the row, else the slice, in the tile
};

// A voxel moved along a border, and the one across it.
GLCCL_PURE Place moved_along(int across, Place voxel, int du, int dv) {
  Place moved = voxel;
  if (across == ACROSS_X) {
    moved.y += du;
  } else {
    moved.x += du;
  }
  if (across == ACROSS_Z) {
    moved.y += dv;
  } else {
    moved.z += dv;
  }
  return moved;
}
GLCCL_PURE Place moved_across(int across, Place voxel) {
  Place moved = voxel;
  if (across == ACROSS_X) {
    --moved.x;
  } else if (across == ACROSS_Y) {
    --moved.y;
  } else {
    --moved.z;
  }
  return moved;
}

// A crossing: the voxels at a column, 0 to 31, of line 0 to 127 of a list, and `du` to the right and `dv` lines behind
// it across the border, in 16 bits.
GLCCL_PURE uint crossing_of(uint line, int column, int du, int dv) {
  return line << 9 | uint(column) << 4 | uint(dv + 1) << 2 | uint(du + 1);
}
GLCCL_PURE uint line_of_crossing(uint crossing) { return crossing >> 9; }
GLCCL_PURE int column_of_crossing(uint crossing) { return int(crossing >> 4 & 31u); }
GLCCL_PURE int du_of_crossing(uint crossing) { return int(crossing & 3u) - 1; }
GLCCL_PURE int dv_of_crossing(uint crossing) { return int(crossing >> 2 & 3u) - 1; }

// A word of voxels, and the voxels one to the left and one to the right of each of them.
struct BorderWord {
  uint own;
  uint left;
  uint right;
};

// A word of a line, and the words at its place in the lines before and behind.
struct BorderWords {
  BorderWord before;
  BorderWord own;
  BorderWord behind;
};

GLCCL_PURE BorderWord border_word(uint before, uint own, uint behind) {
  BorderWord word;
  word.own = own;
  word.left = own << 1 | before >> 31;
  word.right = own >> 1 | behind << 31;
  return word;
}

// For each voxel the bit of the voxel `du` to its right.
GLCCL_PURE uint bits_at(BorderWord word, int du) { return du < 0 ? word.left : du > 0 ? word.right : word.own; }

// The voxels of `a` that are united with the voxel of `b` that is `du` to the right and `dv` lines behind.
GLCCL_PURE uint united_across(BorderWords a, BorderWords b, int du, int dv) {
  uint apart = a.own.own & ~b.own.own;  // An opposite voxel touches all others, and the own one touches it.
  uint united;
  if (du == 0 && dv == 0) {
    united = a.own.own & b.own.own & ~(a.own.left & b.own.left) & ~(a.before.own & b.before.own);
  } else if (dv == 0) {
    united = apart & bits_at(b.own, du) & ~bits_at(a.own, du) & ~b.before.own;
  } else {
    BorderWord own = dv < 0 ? a.before : a.behind;
    BorderWord other = dv < 0 ? b.before : b.behind;
    united = apart & bits_at(other, du) & ~bits_at(own, du);
    if (du != 0) {
      united &= ~(own.own | other.own | bits_at(a.own, du) | bits_at(b.own, du));
    } else if (dv > 0) {
      united &= ~(b.own.left | b.own.right);
    }
  }
  return united;
}

// Links of the voxels of a line, where values are compared. A link of `b` counts only where its voxels are foreground.
struct BorderLinks {
  uint opposite;  // a voxel of `a` and the one opposite, both foreground; likewise in the lines before and behind
  uint opposite_before;
  uint opposite_behind;
  uint left_own;  // a voxel of `a` and the one to its left
  uint left;      // the same of `b`, and of the lines before and behind it
  uint left_before;
  uint left_behind;
  uint up_own;         // a voxel of `a` and the one in the line before
  uint up_own_behind;  // the same of the line behind
  uint up;             // the same of `b`
  uint up_behind;
};

GLCCL_PURE BorderLinks no_links() {
  BorderLinks links;
  links.opposite = links.opposite_before = links.opposite_behind = 0u;
  links.left_own = links.left = links.left_before = links.left_behind = 0u;
  links.up_own = links.up_own_behind = links.up = links.up_behind = 0u;
  return links;
}

// The same for links. `pairs` are the voxels of `a` that are linked with that voxel, both foreground, and `b_beside` is
// the line of `b` that is `dv` behind.
GLCCL_PURE uint united_by_links(BorderLinks links, uint pairs, uint b_beside, int du, int dv) {
  uint implied;
  if (du == 0 && dv == 0) {
    implied = (links.opposite << 1 & links.left_own & links.left) | (links.opposite_before & links.up_own & links.up);
  } else if (dv == 0) {
    implied = du < 0 ? (links.opposite & links.left) | (links.opposite << 1 & links.left_own)
                     : (links.opposite & links.left >> 1) | (links.opposite & links.left_own) >> 1;
  } else if (du == 0) {
    implied = dv < 0 ? (links.opposite & links.up) | (links.opposite_before & links.up_own)
                     : (links.opposite & links.up_behind) | (links.opposite_behind & links.up_own_behind);
  } else {
    uint left = dv < 0 ? links.left_before : links.left_behind;
    implied = links.opposite & (dv < 0 ? links.up : links.up_behind) & b_beside & (du < 0 ? left : left >> 1);
  }
  return pairs & ~implied;
}

GLCCL_SHARED_END

#endif
