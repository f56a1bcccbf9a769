// From voxels to links as bits, where neighbours are connected by their values: every voxel is compared with the
// neighbours that come before it in raster order. A row of the tile is one word.
// needs  bands, cells, pack_bits

#if CRITERION != FOREGROUND && defined(VOLUME)
// Where the neighbour in a direction lies (shared/bands.h).
const ivec3 neighbors[13] =
    ivec3[](ivec3(-1, 0, 0), ivec3(0, -1, 0), ivec3(0, 0, -1), ivec3(-1, -1, 0), ivec3(1, -1, 0), ivec3(-1, 0, -1),
            ivec3(1, 0, -1), ivec3(0, -1, -1), ivec3(0, 1, -1), ivec3(-1, -1, -1), ivec3(1, -1, -1), ivec3(-1, 1, -1),
            ivec3(1, 1, -1));

uint links_of(int word, int y, int z, int direction) {
  bool inside = word >= 0 && word < WORDS_X && y >= 0 && y < SIDE_Y && z >= 0 && z < SIDE_Z;
  if (!inside) return 0u;
  return tile_links[((direction * SIDE_Z + z) * SIDE_Y + y) * WORDS_X + word];
}

#ifdef SUBGROUPS
// A cell and those beside it in its row.
struct ThreeCells {
  CELL left;
  CELL own;
  CELL right;
};

// What a subgroup has of the slice that begins at voxel `first`, an invocation a column. The cells to the left and to
// the right of the tile in row y are those of invocation y + 1, y from -1 to SIDE_Y.
struct SliceRows {
  ivec3 first;
  CELL left;
  CELL right;
};

SliceRows slice_rows(ivec3 first) {
  int row = int(gl_SubgroupInvocationID) - 1;
  return SliceRows(first, nearest_cell(first + ivec3(-1, row, 0)), nearest_cell(first + ivec3(SIDE_X, row, 0)));
}

CELL cell_in_row(SliceRows rows, int y) {
  return nearest_cell(rows.first + ivec3(gl_SubgroupInvocationID, y, 0));
}

ThreeCells three_cells(SliceRows rows, int y, CELL own) {
  uint lane = gl_SubgroupInvocationID;
  CELL left = subgroupShuffle(own, (lane + 31u) % 32u);
  CELL right = subgroupShuffle(own, (lane + 1u) % 32u);
  CELL beside_first = subgroupShuffle(rows.left, uint(y + 1));
  CELL beside_last = subgroupShuffle(rows.right, uint(y + 1));
  return ThreeCells(lane == 0u ? beside_first : left, own, lane == 31u ? beside_last : right);
}

const int AT_ONCE = 4;  // rows that are fetched together

// A subgroup takes a slice and goes down its rows, an invocation a column. Comparisons stand inside of the votes, as in
// link_pixels.glsl. Invocation i stores the links in direction i.
void link_elements() {
  int lane = int(gl_SubgroupInvocationID);
  for (int z = int(gl_SubgroupID); z < SIDE_Z; z += GROUP_SIZE / 32) {
    ivec3 first = own_origin() + ivec3(0, 0, z);
    SliceRows own_rows = slice_rows(first);
    SliceRows rows_before = slice_rows(first - ivec3(0, 0, 1));
    ThreeCells above = three_cells(own_rows, -1, cell_in_row(own_rows, -1));
    ThreeCells before_above = three_cells(rows_before, -1, cell_in_row(rows_before, -1));
    ThreeCells before = three_cells(rows_before, 0, cell_in_row(rows_before, 0));
    for (int begin = 0; begin < SIDE_Y; begin += AT_ONCE) {
      CELL own_cells[AT_ONCE];
      CELL cells_below[AT_ONCE];
      for (int i = 0; i < AT_ONCE; ++i) own_cells[i] = cell_in_row(own_rows, begin + i);
      for (int i = 0; i < AT_ONCE; ++i) cells_below[i] = cell_in_row(rows_before, begin + i + 1);
      for (int i = 0; i < AT_ONCE; ++i) {
        int y = begin + i;
        ThreeCells here = three_cells(own_rows, y, own_cells[i]);
        ThreeCells before_below = three_cells(rows_before, y + 1, cells_below[i]);
        COMPARED own = compared(here.own);
        uint votes[13];
        votes[0] = subgroupBallot(are_cells_linked(own, compared(here.left))).x;
        votes[1] = subgroupBallot(are_cells_linked(own, compared(above.own))).x;
        votes[2] = subgroupBallot(are_cells_linked(own, compared(before.own))).x;
#if AXES > 1
        votes[3] = subgroupBallot(are_cells_linked(own, compared(above.left))).x;
        votes[4] = subgroupBallot(are_cells_linked(own, compared(above.right))).x;
        votes[5] = subgroupBallot(are_cells_linked(own, compared(before.left))).x;
        votes[6] = subgroupBallot(are_cells_linked(own, compared(before.right))).x;
        votes[7] = subgroupBallot(are_cells_linked(own, compared(before_above.own))).x;
        votes[8] = subgroupBallot(are_cells_linked(own, compared(before_below.own))).x;
#endif
#if AXES > 2
        votes[9] = subgroupBallot(are_cells_linked(own, compared(before_above.left))).x;
        votes[10] = subgroupBallot(are_cells_linked(own, compared(before_above.right))).x;
        votes[11] = subgroupBallot(are_cells_linked(own, compared(before_below.left))).x;
        votes[12] = subgroupBallot(are_cells_linked(own, compared(before_below.right))).x;
#endif
        uint bits = subgroupBallot(is_set(here.own)).x;
        uint links = 0u;
        for (int direction = 0; direction < DIRECTIONS; ++direction) {
          if (lane == direction) links = votes[direction];
        }
        uint word = uint(z * SIDE_Y + y);
        if (lane == 0) tile_bits[index_of_row_word(word)] = bits & inside_from(first + ivec3(0, y, 0));
        if (lane < DIRECTIONS) tile_links[lane * ROW_WORDS + int(word)] = links;
        above = here;
        before_above = before;
        before = before_below;
      }
    }
  }
}
#else
// An invocation takes a direction of a word; that of direction 0 also its bits.
void link_elements() {
  for (uint job = invocation(); job < uint(DIRECTIONS * ROW_WORDS); job += GROUP_SIZE) {
    uint own = job % uint(ROW_WORDS);
    ivec3 first = first_of_word(own);
    ivec3 neighbor = neighbors[job / uint(ROW_WORDS)];
    uint bits = 0u;
    uint links = 0u;
    for (int bit = 0; bit < WORD_COLUMNS; ++bit) {
      ivec3 voxel = first + ivec3(bit, 0, 0);
      SOURCE_VECTOR value = nearest_value(voxel);
      bits |= is_foreground(value) ? 1u << bit : 0u;
      links |= are_linked(value, nearest_value(voxel + neighbor)) ? 1u << bit : 0u;
    }
    tile_links[job] = links;
    if (job < uint(ROW_WORDS)) tile_bits[index_of_row_word(own)] = bits & inside_from(first);
  }
}
#endif
#endif
