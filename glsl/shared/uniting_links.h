// The links of voxels by their values that unite the runs of a tile, a word of voxels at a time. There is no include
// guard: C++ and CUDA include this file in a class after links.h. A band is one row here, and a row of the tile one
// word.
//
// Links are ranked: those inside of a row first, which a run has anyway, then those to faces, to edges and to corners.
// A link is left out if a chain of links of smaller ranks implies it. One to a face is also left out if others to faces
// imply it that begin before it in raster order. So each link that is left out is a chain of links that are not.
// With KEEPS_LINKS, links_to() is defined elsewhere.
// needs  words, bands, links

#ifndef KEEPS_LINKS
// The links of a word's voxels with those `dx` to the right in a row before.
GLCCL_METHOD uint links_to(int word, int y, int z, int band, int dx) {
  return linked_to(word, y, z, band, dx, ALL_COLUMNS);
}
#endif

// The voxels of a word whose link with the voxel `dx` to the right in a row before is not left out.
GLCCL_METHOD uint uniting_links(int word, int y, int z, int band, int dx) {
  uint linked = links_to(word, y, z, band, dx);
  uint implied = 0u;
  if (linked != 0u) {
    uint left = linked_left(word, y, z, ~FIRST_COLUMN);
    uint above = links_to(word, y, z, ABOVE, 0);
    uint before = links_to(word, y, z, BEFORE, 0);
    int other_y = y + band_dy(band);
    int other_z = z + band_dz(band);
    uint other_left = linked_left(word, other_y, other_z, ~FIRST_COLUMN);
    bool faces = band == BEFORE || band == ABOVE;
    if (dx == 0 && faces) {
      implied = left & linked << 1 & other_left;
      if (band == BEFORE) implied |= above & links_to(word, y - 1, z, BEFORE, 0) & links_to(word, y, z - 1, ABOVE, 0);
    } else if (dx == 0 && band == BEFORE_ABOVE) {
      implied = (above & links_to(word, y - 1, z, BEFORE, 0)) | (before & links_to(word, y, z - 1, ABOVE, 0));
    } else if (dx == 0) {
      implied = (before & links_to(word, y + 1, z - 1, ABOVE, 0)) |
                (links_to(word, y + 1, z, ABOVE, 0) & links_to(word, y + 1, z, BEFORE, 0));
    } else {
      uint straight = links_to(word, y, z, band, 0);
      implied = straight & (dx < 0 ? other_left : other_left >> 1);       // beside the other voxel
      implied |= dx < 0 ? left & straight << 1 : (left & straight) >> 1;  // beside the own voxel
      if (!faces) {  // through the voxel `dx` to the right in the row before, or in the slice before
        uint by_slice =
            band == BEFORE_ABOVE ? links_to(word, y, z - 1, ABOVE, 0) : links_to(word, y + 1, z - 1, ABOVE, 0);
        implied |= links_to(word, y, z, BEFORE, dx) & (dx < 0 ? by_slice << 1 : by_slice >> 1);
        if (band == BEFORE_ABOVE) {
          uint by_row = links_to(word, y - 1, z, BEFORE, 0);
          implied |= links_to(word, y, z, ABOVE, dx) & (dx < 0 ? by_row << 1 : by_row >> 1);
        }
      }
    }
  }
  return linked & ~implied;
}
