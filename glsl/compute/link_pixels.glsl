// From pixels to links as bits, where neighbours are connected by their values: every pixel is fetched once, and
// compared with the neighbours that come before it in raster order.

#if CRITERION != FOREGROUND
const int DIRECTIONS = CONNECTIVITY == 8 ? 4 : 2;

shared uint tile_links[DIRECTIONS * TILE_ROWS * TILE_WORDS];

int index_of_links(int word, int row, int direction) { return (direction * TILE_ROWS + row) * TILE_WORDS + word; }

// A pixel and the pixels beside it.
struct ThreeCells {
  CELL left;
  CELL own;
  CELL right;
};

// The cell of the image's nearest pixel: where there is no pixel, another one is fetched, so that no fetch waits for a
// branch. Links with it do not count, for its bit is 0.
CELL nearest_cell(int x, int y) { return cell_of(value_of(clamp(ivec2(x, y), ivec2(0), image_size - 1))); }

#ifdef SUBGROUPS
const int ROWS_OF_SUBGROUP = TILE_ROWS * TILE_WORDS * 32 / GROUP_SIZE;  // at most 16
const int AT_ONCE = 4;                                                  // rows that are fetched together

// The cells of a row. The first and the last lane get the one beside the word from where it was fetched.
ThreeCells three_cells(CELL own, CELL beside, uint lane) {
  ThreeCells found;
  found.left = subgroupShuffle(own, (lane + 31u) % 32u);
  found.own = own;
  found.right = subgroupShuffle(own, (lane + 1u) % 32u);
  if (lane == 0u) found.left = beside;
  if (lane == 31u) found.right = beside;
  return found;
}

// A subgroup takes a word and goes down its rows, an invocation a column.
void link_words(ivec2 first) {
  uint lane = gl_SubgroupInvocationID;
  int word = int(gl_SubgroupID) % TILE_WORDS;
  int begin = int(gl_SubgroupID) / TILE_WORDS * ROWS_OF_SUBGROUP;
  ivec2 top = first + ivec2(WORD_COLUMNS * word, begin);
  int x = top.x + int(lane);
  // Of row i below the top, lane i has the cell left of the word, and lane 16 + i the one right of it.
  CELL sides = nearest_cell(lane < 16u ? top.x - 1 : top.x + WORD_COLUMNS, top.y + int(lane % 16u));
  uint side = lane == 0u ? 0u : 16u;
  uint columns = first_columns(image_size.x - top.x);
  ThreeCells above =
      three_cells(nearest_cell(x, top.y - 1), nearest_cell(lane == 0u ? x - 1 : x + 1, top.y - 1), lane);
  for (int begin_row = 0; begin_row < ROWS_OF_SUBGROUP; begin_row += AT_ONCE) {
    CELL own[AT_ONCE];
    for (int i = 0; i < AT_ONCE; ++i) own[i] = nearest_cell(x, top.y + begin_row + i);
    for (int i = 0; i < AT_ONCE; ++i) {
      int row = begin_row + i;
      ThreeCells here = three_cells(own[i], subgroupShuffle(sides, side + uint(row)), lane);
      uint bits = subgroupBallot(is_set(here.own)).x;
      uint to_left = subgroupBallot(are_cells_linked(here.own, here.left)).x;
      uint up = subgroupBallot(are_cells_linked(here.own, above.own)).x;
#if CONNECTIVITY == 8
      uint up_left = subgroupBallot(are_cells_linked(here.own, above.left)).x;
      uint up_right = subgroupBallot(are_cells_linked(here.own, above.right)).x;
#endif
      if (lane == 0u) {
        tile_bits[index_of_bits(word, begin + row)] = top.y + row < image_size.y ? bits & columns : 0u;
        tile_links[index_of_links(word, begin + row, TO_LEFT)] = to_left;
        tile_links[index_of_links(word, begin + row, UP)] = up;
#if CONNECTIVITY == 8
        tile_links[index_of_links(word, begin + row, UP_LEFT)] = up_left;
        tile_links[index_of_links(word, begin + row, UP_RIGHT)] = up_right;
#endif
      }
      above = here;
    }
  }
}
#else
// Whether a pixel is foreground (bit 0), and its links (bit 1 + direction).
uint compare(ThreeCells above, ThreeCells here) {
  uint found = uint(is_set(here.own)) | uint(are_cells_linked(here.own, here.left)) << (1 + TO_LEFT) |
               uint(are_cells_linked(here.own, above.own)) << (1 + UP);
#if CONNECTIVITY == 8
  found |= uint(are_cells_linked(here.own, above.left)) << (1 + UP_LEFT) |
           uint(are_cells_linked(here.own, above.right)) << (1 + UP_RIGHT);
#endif
  return found;
}

// An invocation takes a word.
void link_words(ivec2 first) {
  for (int own = int(invocation()); own < TILE_WORDS * TILE_ROWS; own += GROUP_SIZE) {
    int word = own % TILE_WORDS;
    int row = own / TILE_WORDS;
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
    tile_bits[index_of_bits(word, row)] = y < image_size.y ? bits & first_columns(image_size.x - x) : 0u;
    for (int direction = 0; direction < DIRECTIONS; ++direction) {
      tile_links[index_of_links(word, row, direction)] = links[direction];
    }
  }
}
#endif

// A word of the tile's border links (shared/border_links.h).
uint border_links(int place) {
  if (place < LINKS_OF_FIRST) {
    int direction = UP + place / TILE_WORDS;
    return direction < DIRECTIONS ? tile_links[index_of_links(place % TILE_WORDS, 0, direction)] : 0u;
  }
  int direction = direction_at(place);
  if (direction >= DIRECTIONS) return 0u;
  bool first = place < LINKS_OF_LAST;
  uint found = 0u;
  for (int row = 0; row < TILE_ROWS; ++row) {
    uint links = tile_links[index_of_links(first ? 0 : TILE_WORDS - 1, row, direction)];
    found |= (first ? links & FIRST_COLUMN : links >> 31) << row;
  }
  return found;
}
#endif
