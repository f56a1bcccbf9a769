// From pixels to bits: the bits of the workgroup's tile in shared memory, with background around them: a word to the
// left and to the right of each row, and a row above.

#ifndef GATHERED
#error GATHERED is not defined
#endif

const int BITS_ACROSS = TILE_WORDS + 2;

shared uint tile_bits[(TILE_ROWS + 1) * BITS_ACROSS];

int index_of_bits(int word, int row) { return (row + 1) * BITS_ACROSS + word + 1; }

// Stores background around the tile.
void clear_frame() {
  for (int i = int(invocation()); i < BITS_ACROSS; i += GROUP_SIZE) tile_bits[i] = 0u;
  for (int row = int(invocation()); row < TILE_ROWS; row += GROUP_SIZE) {
    tile_bits[index_of_bits(-1, row)] = 0u;
    tile_bits[index_of_bits(TILE_WORDS, row)] = 0u;
  }
}

#if CRITERION == FOREGROUND
// Whether a pixel of the tile is foreground. Outside of the image it fetches another pixel, so that no fetch waits for
// a branch.
bool is_set(ivec2 pixel) { return is_foreground(min(pixel, image_size - 1)) && all(lessThan(pixel, image_size)); }

#ifdef SUBGROUPS
const int SUBGROUPS_IN_GROUP = GROUP_SIZE / 32;
#endif

#if GATHERED
const int GATHERS = TILE_WORDS * TILE_ROWS / 4 / SUBGROUPS_IN_GROUP;

// Moves bit i of the lower half to bit 2 i.
uint spread(uint bits) {
  bits = bits & 0xFFFFu;
  bits = (bits | bits << 8) & 0x00FF00FFu;
  bits = (bits | bits << 4) & 0x0F0F0F0Fu;
  bits = (bits | bits << 2) & 0x33333333u;
  return (bits | bits << 1) & 0x55555555u;
}

// The columns of the word that begins at `pixel` that lie in the image.
uint inside_from(ivec2 pixel) { return pixel.y < image_size.y ? first_columns(image_size.x - pixel.x) : 0u; }

// For images of one channel, in level 0. An invocation gets 2x2 pixels by one fetch, and a subgroup two words of two
// rows at a time. All fetches come first, so that they are in flight together. Then each fetch takes four votes, on
// even and odd columns of both rows, which four invocations combine.
void pack_words(ivec2 first) {
  int lane = int(gl_SubgroupInvocationID);
  vec2 texel = 1.0 / vec2(textureSize(source, 0));
  ivec2 pixel = first + ivec2(int(gl_SubgroupID % 2u) * 2 * WORD_COLUMNS + 2 * lane, int(gl_SubgroupID / 2u) * 2);
  vec2 corner = vec2(origin.xy + pixel + 1) * texel;  // between the four
  SOURCE_VECTOR values[GATHERS];
  for (int i = 0; i < GATHERS; ++i) {
    values[i] = SOURCE_VECTOR(textureGather(source, corner + vec2(0.0, float(i * SUBGROUPS_IN_GROUP) * texel.y)));
  }
  int own_word = lane & 1;
  int own_row = lane >> 1 & 1;
  uint even = 0u;
  uint odd = 0u;
  for (int i = 0; i < GATHERS; ++i) {
    uint upper_even = subgroupBallot(is_in_range(values[i].w)).x;
    uint upper_odd = subgroupBallot(is_in_range(values[i].z)).x;
    uint lower_even = subgroupBallot(is_in_range(values[i].x)).x;
    uint lower_odd = subgroupBallot(is_in_range(values[i].y)).x;
    if (lane / 4 == i) {
      even = own_row == 0 ? upper_even : lower_even;
      odd = own_row == 0 ? upper_odd : lower_odd;
    }
  }
  if (lane < 4 * GATHERS) {
    int piece = int(gl_SubgroupID) + lane / 4 * SUBGROUPS_IN_GROUP;
    int word = piece % 2 * 2 + own_word;
    int row = piece / 2 * 2 + own_row;
    uint bits = spread(even >> (16 * own_word)) | spread(odd >> (16 * own_word)) << 1;
    if (inverted) bits = ~bits;
    tile_bits[index_of_bits(word, row)] = bits & inside_from(first + ivec2(WORD_COLUMNS * word, row));
  }
}
#elif defined(SUBGROUPS)
const int AT_ONCE = min(8, TILE_WORDS * TILE_ROWS / SUBGROUPS_IN_GROUP);

// A subgroup takes a word at a time, and an invocation a pixel of it. All fetches come first, so that they are in
// flight together. Then there are as many votes; invocation i keeps the i-th.
void pack_words(ivec2 first) {
  int lane = int(gl_SubgroupInvocationID);
  for (int begin = int(gl_SubgroupID); begin < TILE_WORDS * TILE_ROWS; begin += AT_ONCE * SUBGROUPS_IN_GROUP) {
    bool set[AT_ONCE];
    for (int i = 0; i < AT_ONCE; ++i) {
      int word = begin + i * SUBGROUPS_IN_GROUP;
      set[i] = is_set(first + ivec2(WORD_COLUMNS * (word % TILE_WORDS) + lane, word / TILE_WORDS));
    }
    uint bits = 0u;
    for (int i = 0; i < AT_ONCE; ++i) {
      uint voted = subgroupBallot(set[i]).x;
      if (lane == i) bits = voted;
    }
    int own = begin + lane * SUBGROUPS_IN_GROUP;
    if (lane < AT_ONCE) tile_bits[index_of_bits(own % TILE_WORDS, own / TILE_WORDS)] = bits;
  }
}
#else
void pack_words(ivec2 first) {
  for (int own = int(invocation()); own < TILE_WORDS * TILE_ROWS; own += GROUP_SIZE) {
    ivec2 pixel = first + ivec2(WORD_COLUMNS * (own % TILE_WORDS), own / TILE_WORDS);
    uint bits = 0u;
    for (int bit = 0; bit < WORD_COLUMNS; ++bit) bits |= is_set(pixel + ivec2(bit, 0)) ? 1u << bit : 0u;
    tile_bits[index_of_bits(own % TILE_WORDS, own / TILE_WORDS)] = bits;
  }
}
#endif
#endif
