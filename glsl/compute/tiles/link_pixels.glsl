// From pixels to links as bits, where neighbours are connected by their values: every pixel is fetched once, and
// compared with the neighbours that come before it in raster order. Directions are those in the plane (shared/bands.h).
// needs  bands, cells, pack_bits

#if CRITERION != FOREGROUND && !defined(VOLUME)
int index_of_links(int word, int row, int direction) { return direction * ROW_WORDS + row * WORDS_X + word; }

uint links_of(int word, int y, int z, int direction) {
  return tile_links[index_of_links(word, y, direction_in_plane(direction))];
}

CELL nearest_cell(int x, int y) { return nearest_cell(ivec3(x, y, 0)); }

#ifdef SUBGROUPS
const int ROWS_OF_SUBGROUP = SIDE_Y * WORDS_X * 32 / GROUP_SIZE;  // at most 16
const int AT_ONCE = 4;                                                  // rows that are fetched together

// A cell and the one to its right, which the last lane of a word does not have.
struct TwoCells {
  COMPARED own;
  COMPARED right;
};

TwoCells two_cells(CELL own) {
  CELL right = subgroupShuffle(own, (gl_SubgroupInvocationID + 1u) % 32u);
  return TwoCells(compared(own), compared(right));
}

// Whether all cells of a row are plain floats. Where those of two rows are, comparing them takes no care.
#if SOURCE_FLOATS && SOURCE_CHANNELS == 1
bool are_plain(CELL cell) { return subgroupBallot(is_plain(cell)).x == ALL_COLUMNS; }
bool are_linked_in_rows(COMPARED a, COMPARED b, bool plain) {
  return plain ? plain_differs_at_most(a, b, largest_difference) : are_cells_linked(a, b);
}
#else
bool are_plain(CELL cell) { return true; }
bool are_linked_in_rows(COMPARED a, COMPARED b, bool plain) { return are_cells_linked(a, b); }
#endif

// A subgroup takes a word and goes down its rows, an invocation a column. Invocation i then stores row i. Comparisons
// stand inside of the votes: NVIDIA's driver (580.159.04) counts wrong votes for a flag that a branch has set before.
void link_elements() {
  ivec2 first = own_origin().xy;
  uint lane = gl_SubgroupInvocationID;
  int word = int(gl_SubgroupID) % WORDS_X;
  int begin = int(gl_SubgroupID) / WORDS_X * ROWS_OF_SUBGROUP;
  ivec2 top = first + ivec2(WORD_COLUMNS * word, begin);
  int x = top.x + int(lane);
  // Of row i, lane i has the first cell of the word and those to its left, and lane 16 + i the last cell and those to
  // its right.
  int row_of_lane = int(lane % 16u);
  bool at_first = lane < 16u;
  int y = top.y + row_of_lane;
  COMPARED inner = compared(nearest_cell(at_first ? top.x : top.x + WORD_COLUMNS - 1, y));
  int outer = at_first ? top.x - 1 : top.x + WORD_COLUMNS;
  uint beside = subgroupBallot(are_cells_linked(inner, compared(nearest_cell(outer, y)))).x;
  uint above_beside = subgroupBallot(are_cells_linked(inner, compared(nearest_cell(outer, y - 1)))).x;

  CELL first_above = nearest_cell(x, top.y - 1);
  TwoCells above = two_cells(first_above);
  bool plain_above = are_plain(first_above);
  uint own_bits = 0u;
  uvec4 own_links = uvec4(0u);
  for (int begin_row = 0; begin_row < ROWS_OF_SUBGROUP; begin_row += AT_ONCE) {
    CELL cells[AT_ONCE];
    for (int i = 0; i < AT_ONCE; ++i) cells[i] = nearest_cell(x, top.y + begin_row + i);
    for (int i = 0; i < AT_ONCE; ++i) {
      TwoCells here = two_cells(cells[i]);
      bool plain_here = are_plain(cells[i]);
      bool plain = plain_here && plain_above;
      uint bits = subgroupBallot(is_set(cells[i])).x;
      uint level = subgroupBallot(are_linked_in_rows(here.own, here.right, plain)).x;
      uint up = subgroupBallot(are_linked_in_rows(here.own, above.own, plain)).x;
      uint falling = 0u;
      uint rising = 0u;
#if AXES == 2
      falling = subgroupBallot(are_linked_in_rows(here.right, above.own, plain)).x;
      rising = subgroupBallot(are_linked_in_rows(here.own, above.right, plain)).x;
#endif
      if (row_of_lane == begin_row + i) {
        own_bits = bits;
        own_links = uvec4(level, up, falling, rising);
      }
      above = here;
      plain_above = plain_here;
    }
  }
  if (lane >= uint(ROWS_OF_SUBGROUP)) return;
  int row = begin + row_of_lane;
  tile_bits[index_of_bits(word, row, 0)] = y < image_size.y ? own_bits & first_columns(image_size.x - top.x) : 0u;
  tile_links[index_of_links(word, row, TO_LEFT)] = own_links.x << 1 | (beside >> lane & 1u);
  tile_links[index_of_links(word, row, UP)] = own_links.y;
#if AXES == 2
  tile_links[index_of_links(word, row, UP_LEFT)] = own_links.z << 1 | (above_beside >> lane & 1u);
  tile_links[index_of_links(word, row, UP_RIGHT)] =
      own_links.w & ~LAST_COLUMN | (above_beside >> (16u + lane) & 1u) << 31;
#endif
}
#else
// A pixel and the pixels beside it.
struct ThreeCells {
  CELL left;
  CELL own;
  CELL right;
};

// Whether a pixel is foreground (bit 0), and its links (bit 1 + direction).
uint compare(ThreeCells above, ThreeCells here) {
  COMPARED own = compared(here.own);
  uint found = uint(is_set(here.own)) | uint(are_cells_linked(own, compared(here.left))) << (1 + TO_LEFT) |
               uint(are_cells_linked(own, compared(above.own))) << (1 + UP);
#if AXES == 2
  found |= uint(are_cells_linked(own, compared(above.left))) << (1 + UP_LEFT) |
           uint(are_cells_linked(own, compared(above.right))) << (1 + UP_RIGHT);
#endif
  return found;
}

// An invocation takes a word.
void link_elements() {
  ivec2 first = own_origin().xy;
  for (int own = int(invocation()); own < WORDS_X * SIDE_Y; own += GROUP_SIZE) {
    int word = own % WORDS_X;
    int row = own / WORDS_X;
    int x = first.x + WORD_COLUMNS * word;
    int y = first.y + row;
    uint bits = 0u;
    uint links[DIRECTIONS];
    for (int direction = 0; direction < DIRECTIONS; ++direction) links[direction] = 0u;
    ThreeCells above = ThreeCells(nearest_cell(x - 1, y - 1), nearest_cell(x, y - 1), CELL(0));
    ThreeCells here = ThreeCells(nearest_cell(x - 1, y), nearest_cell(x, y), CELL(0));
    for (int bit = 0; bit < WORD_COLUMNS; ++bit) {
      above.right = nearest_cell(x + bit + 1, y - 1);
      here.right = nearest_cell(x + bit + 1, y);
      uint found = compare(above, here);
      bits |= (found & 1u) << bit;
      for (int direction = 0; direction < DIRECTIONS; ++direction) {
        links[direction] |= (found >> (1 + direction) & 1u) << bit;
      }
      above = ThreeCells(above.own, above.right, above.right);
      here = ThreeCells(here.own, here.right, here.right);
    }
    tile_bits[index_of_bits(word, row, 0)] = y < image_size.y ? bits & first_columns(image_size.x - x) : 0u;
    for (int direction = 0; direction < DIRECTIONS; ++direction) {
      tile_links[index_of_links(word, row, direction)] = links[direction];
    }
  }
}
#endif
#endif
