// From values to links as bits, where neighbours are connected by their values: every element is compared with the
// neighbours that come before it in raster order.
// needs  bands, cells, pack_bits

#if CRITERION != FOREGROUND
// The index of a word of links. `row` counts the rows of all slices of the tile, `place` the directions that it has.
int index_of_links(int word, int row, int place) { return place * ROW_WORDS + row * WORDS_X + word; }
int place_of(int direction) { return PLANE ? direction_in_plane(direction) : direction; }

uint links_of(int word, int y, int z, int direction) {
  bool inside = PLANE || (word >= 0 && word < WORDS_X && y >= 0 && y < SIDE_Y && z >= 0 && z < SIDE_Z);
  uint links = 0u;
  if (inside) links = tile_links[index_of_links(word, z * SIDE_Y + y, place_of(direction))];
  return links;
}

#ifdef VOLUME
// Where the neighbour in a direction lies (shared/bands.h).
const ivec3 neighbors[13] =
    ivec3[](ivec3(-1, 0, 0), ivec3(0, -1, 0), ivec3(0, 0, -1), ivec3(-1, -1, 0), ivec3(1, -1, 0), ivec3(-1, 0, -1),
            ivec3(1, 0, -1), ivec3(0, -1, -1), ivec3(0, 1, -1), ivec3(-1, -1, -1), ivec3(1, -1, -1), ivec3(-1, 1, -1),
            ivec3(1, 1, -1));

// The band that a neighbour lies in, which is none in the same row.
int band_of(ivec3 neighbor) {
  return neighbor.z == 0 ? ABOVE : neighbor.y == 0 ? BEFORE : neighbor.y < 0 ? BEFORE_ABOVE : BEFORE_BELOW;
}
#endif

#ifdef SUBGROUPS
const int ROWS_OF_SUBGROUP = ROW_WORDS * 32 / GROUP_SIZE;  // at most 16, of one slice
const int AT_ONCE = 4;                                     // rows that are fetched together
const int FIRST_BAND = PLANE ? ABOVE : 0;                  // of the bands before: a plane has ABOVE alone
const int BANDS_END = PLANE ? ABOVE + 1 : BANDS_BEFORE;

// A cell of a row and the cell to its right, which the last lane does not have. `plain` says that all cells of the row
// are plain floats; two such rows need no care when they are compared.
struct RowCells {
  COMPARED own;
  COMPARED right;
  bool plain;
};

#if SOURCE_FLOATS && SOURCE_CHANNELS == 1
bool are_plain(CELL cell) { return subgroupBallot(is_plain(cell)).x == ALL_COLUMNS; }
bool are_linked_in_rows(COMPARED a, COMPARED b, bool plain) {
  return plain ? plain_differs_at_most(a, b, largest_difference) : are_cells_linked(a, b);
}
#else
bool are_plain(CELL cell) { return true; }
bool are_linked_in_rows(COMPARED a, COMPARED b, bool plain) { return are_cells_linked(a, b); }
#endif

RowCells row_cells(CELL own) {
  CELL right = subgroupShuffle(own, (gl_SubgroupInvocationID + 1u) % 32u);
  return RowCells(compared(own), compared(right), are_plain(own));
}

// The links of a row with one of the bands before it: straight across, and one column to the left and to the right.
// Links with cells beside the word are missing.
struct RowLinks {
  uint straight;
  uint left;
  uint right;
};

// The number of coordinates in which the elements of a straight link differ. Those of other links differ in one more.
int axes_to(int band) { return band == BEFORE || band == ABOVE ? 1 : 2; }

// Comparisons stand inside of the votes: NVIDIA's driver (580.159.04) counts wrong votes for a flag that a branch has
// set before. A link to the left is one of the column before to the right, so that a row is shuffled once.
RowLinks links_with(int band, RowCells here, RowCells other) {
  bool plain = here.plain && other.plain;
  RowLinks links = RowLinks(0u, 0u, 0u);
  if (axes_to(band) <= AXES) links.straight = subgroupBallot(are_linked_in_rows(here.own, other.own, plain)).x;
  if (axes_to(band) < AXES) {
    links.left = subgroupBallot(are_linked_in_rows(here.right, other.own, plain)).x << 1;
    links.right = subgroupBallot(are_linked_in_rows(here.own, other.right, plain)).x & ~LAST_COLUMN;
  }
  return links;
}

// The links of `inner`, the first or the last cell of a row, with the cell beside the word at `outer`. One vote is for
// all rows: of row i, lane i has the first cell, and lane 16 + i the last one.
uint links_beside(COMPARED inner, ivec3 outer) {
  return subgroupBallot(are_cells_linked(inner, compared(nearest_cell(outer)))).x;
}

// Stores the links of the row of this lane with a band before it.
void store_links(int word, int row, int band, RowLinks links, uint beside) {
  uint lane = gl_SubgroupInvocationID;
  uint left = links.left | (beside >> lane & 1u);
  uint right = links.right | (beside >> (16u + lane) & 1u) << 31;
  if (axes_to(band) <= AXES) tile_links[index_of_links(word, row, place_of(direction_to(band, 0)))] = links.straight;
  if (axes_to(band) < AXES) tile_links[index_of_links(word, row, place_of(direction_to(band, -1)))] = left;
  if (axes_to(band) < AXES) tile_links[index_of_links(word, row, place_of(direction_to(band, 1)))] = right;
}

// A subgroup takes a word and goes down its rows, an invocation a column. Invocation i then stores row i. Compilers
// unroll all loops but the one over rows, so that arrays are registers.
void link_elements() {
  int lane = int(gl_SubgroupInvocationID);
  int word = int(gl_SubgroupID) % WORDS_X;
  int begin = int(gl_SubgroupID) / WORDS_X * ROWS_OF_SUBGROUP;
  ivec3 top = first_of_word(uint(begin * WORDS_X + word));
  int row_of_lane = lane % 16;
  ivec3 end = top + ivec3(lane < 16 ? 0 : WORD_COLUMNS - 1, row_of_lane, 0);
  ivec3 outer = end + ivec3(lane < 16 ? -1 : 1, 0, 0);
  COMPARED inner = compared(nearest_cell(end));
  uint beside = links_beside(inner, outer);
  uint own_bits = 0u;
  uint own_left = 0u;
  uint beside_bands[BANDS_BEFORE];
  RowCells before[BANDS_BEFORE];
  RowLinks own_links[BANDS_BEFORE];
  for (int band = FIRST_BAND; band < BANDS_END; ++band) {
    ivec3 step = ivec3(0, band_dy(band), band_dz(band));
    beside_bands[band] = axes_to(band) < AXES ? links_beside(inner, outer + step) : 0u;
    if (band != BEFORE_BELOW) before[band] = row_cells(nearest_cell(top + step + ivec3(lane, 0, 0)));
    own_links[band] = RowLinks(0u, 0u, 0u);
  }
  for (int first = 0; first < ROWS_OF_SUBGROUP; first += AT_ONCE) {
    CELL cells[AT_ONCE];
    CELL cells_below[AT_ONCE];
    for (int i = 0; i < AT_ONCE; ++i) cells[i] = nearest_cell(top + ivec3(lane, first + i, 0));
#ifdef VOLUME
    for (int i = 0; i < AT_ONCE; ++i) cells_below[i] = nearest_cell(top + ivec3(lane, first + i + 1, -1));
#endif
    for (int i = 0; i < AT_ONCE; ++i) {
      bool is_own = row_of_lane == first + i;
      RowCells here = row_cells(cells[i]);
      uint bits = subgroupBallot(is_set(cells[i])).x;
      uint left = subgroupBallot(are_linked_in_rows(here.own, here.right, here.plain)).x << 1;
      if (is_own) own_bits = bits;
      if (is_own) own_left = left;
#ifdef VOLUME
      before[BEFORE_BELOW] = row_cells(cells_below[i]);
#endif
      for (int band = FIRST_BAND; band < BANDS_END; ++band) {
        RowLinks found = links_with(band, here, before[band]);
        if (is_own) own_links[band] = found;
      }
      before[ABOVE] = here;
#ifdef VOLUME
      before[BEFORE_ABOVE] = before[BEFORE];
      before[BEFORE] = before[BEFORE_BELOW];
#endif
    }
  }
  if (lane < ROWS_OF_SUBGROUP) {
    int row = begin + row_of_lane;
    tile_bits[index_of_row_word(uint(row * WORDS_X + word))] = own_bits & inside_from(top + ivec3(0, row_of_lane, 0));
    tile_links[index_of_links(word, row, LEFT_DIRECTION)] = own_left | (beside >> lane & 1u);
    for (int band = FIRST_BAND; band < BANDS_END; ++band) {
      store_links(word, row, band, own_links[band], beside_bands[band]);
    }
  }
}
#elif defined(VOLUME)
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
#else
// A pixel and the pixels beside it.
struct ThreeCells {
  CELL left;
  CELL own;
  CELL right;
};

// An invocation takes a word.
void link_elements() {
  for (uint own = invocation(); own < uint(ROW_WORDS); own += GROUP_SIZE) {
    ivec3 first = first_of_word(own);
    uint bits = 0u;
    uint links[DIRECTIONS];
    for (int direction = 0; direction < DIRECTIONS; ++direction) links[direction] = 0u;
    ivec3 left = first - ivec3(1, 0, 0);
    ivec3 up = ivec3(0, 1, 0);
    ThreeCells above = ThreeCells(nearest_cell(left - up), nearest_cell(first - up), CELL(0));
    ThreeCells here = ThreeCells(nearest_cell(left), nearest_cell(first), CELL(0));
    for (int bit = 0; bit < WORD_COLUMNS; ++bit) {
      ivec3 right = first + ivec3(bit + 1, 0, 0);
      above.right = nearest_cell(right - up);
      here.right = nearest_cell(right);
      COMPARED own_cell = compared(here.own);
      bits |= uint(is_set(here.own)) << bit;
      links[TO_LEFT] |= uint(are_cells_linked(own_cell, compared(here.left))) << bit;
      links[UP] |= uint(are_cells_linked(own_cell, compared(above.own))) << bit;
#if AXES == 2
      links[UP_LEFT] |= uint(are_cells_linked(own_cell, compared(above.left))) << bit;
      links[UP_RIGHT] |= uint(are_cells_linked(own_cell, compared(above.right))) << bit;
#endif
      above = ThreeCells(above.own, above.right, above.right);
      here = ThreeCells(here.own, here.right, here.right);
    }
    tile_bits[index_of_row_word(own)] = bits & inside_from(first);
    for (int direction = 0; direction < DIRECTIONS; ++direction) {
      tile_links[index_of_links(int(own), 0, direction)] = links[direction];
    }
  }
}
#endif
#endif
