// Bands. A band is a row of words that stands for ROWS_Y rows of voxels in each of ROWS_Z slices. The voxels of a
// column of a band are connected, so a band has one row of runs:
//
//     neighbours   differ in   rows of a band (y x z)    neighbouring columns are connected
//     26           3 axes      2 x 2                     whichever rows their voxels are in
//     18           2 axes      2 x 2, or 2 x 1           unless the rows differ in y and z
//     6            1 axis      2 x 1, or 1 x 1           if their voxels are in one row
//     values       1 to 3      1 x 1                     if their values are
//
// An image is a volume of one slice, a plane: with 8 neighbours they differ in 2 axes, with 4 in 1 axis, and a band of
// foreground is 2 x 1.
//
// Bands are counted in y and z. Runs are numbered slice by slice of bands, then band by band, word by word and column
// by column, and a run is linked with runs of smaller numbers only: those of the word to the left, and of the words
// beside, above and below in four bands before its own.
#ifndef GLCCL_SHARED_BANDS_H
#define GLCCL_SHARED_BANDS_H
#include "glsl/shared/prelude.h"

GLCCL_SHARED_BEGIN

// The bands before a band. `BEFORE` is a slice of bands before.
//
//     BEFORE_ABOVE   ABOVE        y
//     BEFORE         (own)        |
//     BEFORE_BELOW                v    z ->
const int BEFORE = 0;
const int ABOVE = 1;
const int BEFORE_ABOVE = 2;
const int BEFORE_BELOW = 3;
const int BANDS_BEFORE = 4;

// How far away a band before is, in bands.
GLCCL_PURE int band_dy(int band) { return band == BEFORE ? 0 : band == BEFORE_BELOW ? 1 : -1; }
GLCCL_PURE int band_dz(int band) { return band == ABOVE ? 0 : -1; }

// The number of a direction of links, from a voxel to a neighbour before it in raster order, `dx` columns to the right
// in a band before. Those to faces come first, then those to edges and corners, so that 6, 18 and 26 neighbours have
// the first 3, 9 and 13 directions. Number 0 is the neighbour to the left.
const int LEFT_DIRECTION = 0;
GLCCL_PURE int direction_to(int band, int dx) {
  int straight = band == BEFORE ? 2 : band == ABOVE ? 1 : 5 + band;
  int first = band == BEFORE ? 5 : band == ABOVE ? 3 : 5 + 2 * band;
  return dx == 0 ? straight : dx < 0 ? first : first + 1;
}
GLCCL_PURE int directions_of(int axes) { return axes == 1 ? 3 : axes == 2 ? 9 : 13; }

// The same of a plane, where direction 2, to the slice before, does not exist: 4 and 8 neighbours have the first 2 and
// 4 of these.
const int TO_LEFT = 0;
const int UP = 1;
const int UP_LEFT = 2;
const int UP_RIGHT = 3;
GLCCL_PURE int direction_in_plane(int direction) { return direction > 2 ? direction - 1 : direction; }

GLCCL_SHARED_END

#endif
