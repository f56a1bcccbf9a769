// Elements of an image for compute/seams. An image has one slice there. `at` is counted in a tile.

const ivec3 TILE_SIDES = ivec3(TILE_COLUMNS, TILE_ROWS, 1);

ivec3 element_count() { return ivec3(image_size, 1); }
uint tile_of(ivec3 element) { return index_of_tile(element.xy / TILE_SIDES.xy); }
ivec2 pixel_of_element(ivec3 element) { return element.xy; }

bool is_occupied(uint tile, ivec3 at) {
  return (stored_bits(tile, at.x / WORD_COLUMNS, at.y) >> (at.x % WORD_COLUMNS) & 1u) != 0u;
}

uint starts_in_word(uint tile, int word) { return stored_word(tile, word).starts; }
int word_of_element(ivec3 at) { return at.y / ROWS * TILE_WORDS + at.x / WORD_COLUMNS; }
