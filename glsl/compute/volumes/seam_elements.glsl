// Elements of a volume for compute/seams, in the place of compute/images/seam_elements.glsl.

const ivec3 TILE_SIDES = ivec3(SIDE_X, SIDE_Y, SIDE_Z);

ivec3 element_count() { return ivec3(image_size.x, volume.xy); }
uint tile_of(ivec3 element) { return index_of_tile(element / TILE_SIDES); }
ivec2 pixel_of_element(ivec3 element) { return pixel_of(element); }

bool is_occupied(uint tile, ivec3 at) {
  return (stored_bits(tile, at.x / WORD_COLUMNS, at.y, at.z) >> (at.x % WORD_COLUMNS) & 1u) != 0u;
}

uint starts_in_word(uint tile, int word) { return stored_starts(tile, word); }
int word_of_element(ivec3 at) {
  return (at.z / ROWS_Z * BANDS_Y + at.y / ROWS_Y) * WORDS_X + at.x / WORD_COLUMNS;
}
