// Windows of 2x2x2 voxels: what each adds to the counts of glccl::Cubes for a component.
//
// The voxel at (x, y, z) of a window, each 0 or 1, is the bit x + 2 y + 4 z of a word: set if the component has it. The
// windows of a volume have their last voxel, bit 7, in each of its voxels, and one place beyond it along each axis.
//
// Why the sums are Euler numbers. Each cell of a complex is counted in one window.
//
//   26  The closed voxels: corners - edges + faces - voxels. A corner, an edge or a face belongs to the complex if one
//       of the 8, 4 or 2 voxels around it does. In the window around the cell's first corner these are all bits, the
//       bits with x = 1 (an edge along x), and bits 3 and 7 (a face along x and y); likewise for the other axes.
//   6   The complex between the centres: voxels - pairs + squares of 4 - cubes of 8. A pair, a square or a cube belongs
//       to it if all of its voxels do. In the window with the cell's last voxel as bit 7 these are the same sets of
//       bits. So a window adds as much for 6 as its complement does for 26 (J. Toriwaki and T. Yonekura, Euler number
//       and connectivity indexes of a three dimensional digital picture, 2002).
//   18  The closed voxels, glued along faces and edges, but not where two of them share a corner alone: a corner counts
//       once for each part of its window that faces and edges connect. A voxel of a window shares a face or an edge
//       with all others but the opposite one, and a third voxel does so with both of two opposite ones. So only a
//       window of exactly two opposite voxels has two parts; it adds one corner more than for 26.
#ifndef GLCCL_SHARED_CUBES_H
#define GLCCL_SHARED_CUBES_H
#include "glsl/shared/prelude.h"

GLCCL_SHARED_BEGIN

const uint ALL_VOXELS = 0xFFu;

// What windows add to the members of glccl::Cubes.
struct CubeSums {
  int faces_x;
  int faces_y;
  int faces_z;
  int euler_6;
  int euler_18;
  int euler_26;
};

// 1 if the window has all of these voxels, else 0.
GLCCL_PURE int has_all(uint voxels, uint these) { return (voxels & these) == these ? 1 : 0; }

// 1 if the window has one of two voxels and not the other, else 0.
GLCCL_PURE int has_one(uint voxels, uint two) { return (voxels & two) != 0u && (voxels & two) != two ? 1 : 0; }

// Voxels less pairs, plus squares, less cubes.
GLCCL_PURE int inner_euler(uint voxels) {
  return has_all(voxels, 0x80u) - has_all(voxels, 0xC0u) - has_all(voxels, 0xA0u) - has_all(voxels, 0x88u) +
         has_all(voxels, 0xF0u) + has_all(voxels, 0xCCu) + has_all(voxels, 0xAAu) - has_all(voxels, ALL_VOXELS);
}

// Whether a window has two opposite voxels alone.
GLCCL_PURE bool is_opposite(uint voxels) {
  return voxels == 0x81u || voxels == 0x42u || voxels == 0x24u || voxels == 0x18u;
}

// What a window adds.
GLCCL_PURE CubeSums cube_sums(uint voxels) {
  CubeSums sums;
  sums.faces_x = has_one(voxels, 0xC0u);
  sums.faces_y = has_one(voxels, 0xA0u);
  sums.faces_z = has_one(voxels, 0x88u);
  sums.euler_6 = inner_euler(voxels);
  sums.euler_26 = inner_euler(voxels ^ ALL_VOXELS);
  sums.euler_18 = sums.euler_26 + (is_opposite(voxels) ? 1 : 0);
  return sums;
}

// The voxels of 32 windows that lie one below another, a bit for each window: v5 has those of bit 5 of the windows.
struct CubeWords {
  uint v0;
  uint v1;
  uint v2;
  uint v3;
  uint v4;
  uint v5;
  uint v6;
  uint v7;
};

// The voxels of a component in two neighbouring columns of a slice, a bit for each of 32 rows, and in the row above.
struct TwoColumns {
  uint left;
  uint right;
  uint above_left;  // 0 or 1
  uint above_right;
};

// The windows whose last voxel is in the right column of the slice `here`; the slice `before` comes before it.
GLCCL_PURE CubeWords cube_words(TwoColumns before, TwoColumns here) {
  CubeWords words;
  words.v0 = before.left << 1 | before.above_left;
  words.v1 = before.right << 1 | before.above_right;
  words.v2 = before.left;
  words.v3 = before.right;
  words.v4 = here.left << 1 | here.above_left;
  words.v5 = here.right << 1 | here.above_right;
  words.v6 = here.left;
  words.v7 = here.right;
  return words;
}

// The windows with the other voxels.
GLCCL_PURE CubeWords complement_of(CubeWords words) {
  words.v0 = ~words.v0;
  words.v1 = ~words.v1;
  words.v2 = ~words.v2;
  words.v3 = ~words.v3;
  words.v4 = ~words.v4;
  words.v5 = ~words.v5;
  words.v6 = ~words.v6;
  words.v7 = ~words.v7;
  return words;
}

// The sum of inner_euler() over the windows.
GLCCL_PURE int inner_euler(CubeWords words) {
  uint pair_x = words.v7 & words.v6;
  uint pair_y = words.v7 & words.v5;
  uint pair_z = words.v7 & words.v3;
  uint square_z = pair_x & words.v5 & words.v4;
  uint square_y = pair_x & words.v3 & words.v2;
  uint square_x = pair_y & words.v3 & words.v1;
  uint cube = square_z & words.v3 & words.v2 & words.v1 & words.v0;
  return bitCount(words.v7) - bitCount(pair_x) - bitCount(pair_y) - bitCount(pair_z) + bitCount(square_z) +
         bitCount(square_y) + bitCount(square_x) - bitCount(cube);
}

// The number of windows that have two opposite voxels alone.
GLCCL_PURE int opposite_windows(CubeWords words) {
  uint outer = words.v0 & words.v7;  // both of the opposite voxels
  uint inner = words.v3 & words.v4;
  uint other = words.v1 & words.v6;
  uint last = words.v2 & words.v5;
  uint any_outer = words.v0 | words.v7;
  uint any_inner = words.v3 | words.v4;
  uint any_other = words.v1 | words.v6;
  uint any_last = words.v2 | words.v5;
  return bitCount((outer & ~(any_inner | any_other | any_last)) | (inner & ~(any_outer | any_other | any_last)) |
                  (other & ~(any_outer | any_inner | any_last)) | (last & ~(any_outer | any_inner | any_other)));
}

// What the windows add.
GLCCL_PURE CubeSums cube_sums(CubeWords words) {
  CubeSums sums;
  sums.faces_x = bitCount(words.v7 ^ words.v6);
  sums.faces_y = bitCount(words.v7 ^ words.v5);
  sums.faces_z = bitCount(words.v7 ^ words.v3);
  sums.euler_6 = inner_euler(words);
  sums.euler_26 = inner_euler(complement_of(words));
  sums.euler_18 = sums.euler_26 + opposite_windows(words);
  return sums;
}

GLCCL_PURE CubeSums add_cubes(CubeSums a, CubeSums b) {
  a.faces_x += b.faces_x;
  a.faces_y += b.faces_y;
  a.faces_z += b.faces_z;
  a.euler_6 += b.euler_6;
  a.euler_18 += b.euler_18;
  a.euler_26 += b.euler_26;
  return a;
}

GLCCL_SHARED_END

#endif
