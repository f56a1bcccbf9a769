// From elements to bits: the bits of the workgroup's tile in shared memory, with background around them: a word before
// each row and a row above. Rows of a plane also have a word behind them. The word before the next row of a volume is
// the one behind a row, and a tile has a row below each slice and a slice before the first.
// needs  words, source_texels, criterion, foreground_vectors, tiles

#ifndef GATHERED
#error GATHERED is not defined
#endif

const int FRAMED_ROW = WORDS_X + (PLANE ? 2 : 1);
const int FRAMED_SLICE = SIDE_Y + (PLANE ? 1 : 2);
const int SLICES_BEFORE = PLANE ? 0 : 1;
const int FRAMED_WORDS = (SIDE_Z + SLICES_BEFORE) * FRAMED_SLICE * FRAMED_ROW + 1;

shared uint tile_bits[FRAMED_WORDS];

int index_of_bits(int word, int y, int z) {
  return ((z + SLICES_BEFORE) * FRAMED_SLICE + y + 1) * FRAMED_ROW + word + 1;
}
int index_of_row_word(uint i) {
  ivec3 at = row_word(i);
  return index_of_bits(at.x, at.y, at.z);
}

// Stores background around the tile.
void clear_frame() {
#ifdef VOLUME
  for (int i = int(invocation()); i < FRAMED_WORDS; i += GROUP_SIZE) {
    int row = i / FRAMED_ROW;
    int in_slice = row % FRAMED_SLICE;
    bool outside = i % FRAMED_ROW == 0 || row < FRAMED_SLICE || in_slice == 0 || in_slice > SIDE_Y;
    if (outside) tile_bits[i] = 0u;
  }
#else
  for (int i = int(invocation()); i < FRAMED_ROW; i += GROUP_SIZE) tile_bits[i] = 0u;
  for (int row = int(invocation()); row < SIDE_Y; row += GROUP_SIZE) {
    tile_bits[index_of_bits(-1, row, 0)] = 0u;
    tile_bits[index_of_bits(WORDS_X, row, 0)] = 0u;
  }
#endif
}

// The first element, in the volume, of word i of the tile's rows.
ivec3 first_of_word(uint i) { return own_origin() + row_word(i) * ivec3(WORD_COLUMNS, 1, 1); }

// The value of an element. Outside of the volume it is that of another element, so that no fetch waits for a branch.
SOURCE_VECTOR nearest_value(ivec3 voxel) {
  return fetched(clamp(voxel, ivec3(0), extent() - 1));
}

// The columns of the word that begins at a voxel that lie in the volume.
uint inside_from(ivec3 voxel) {
  return voxel.y < extent().y && voxel.z < extent().z ? first_columns(image_size.x - voxel.x) : 0u;
}

#if CRITERION == FOREGROUND
#ifdef SUBGROUPS
const int SUBGROUPS_IN_GROUP = GROUP_SIZE / 32;
#endif

#if SOURCE_IN_BUFFER && defined(SUBGROUPS)
const uint TILE_VECTORS = uint(ROW_WORDS * VECTORS_IN_WORD);
const int VECTORS_EACH = ROW_WORDS * VECTORS_IN_WORD / GROUP_SIZE;
const int AT_ONCE = VECTORS_EACH < 1 ? 1 : VECTORS_EACH > 4 ? 4 : VECTORS_EACH;

// Vector i of the tile begins with this element.
ivec3 first_of_vector(uint i) {
  return first_of_word(i / uint(VECTORS_IN_WORD)) + ivec3(int(i % uint(VECTORS_IN_WORD)) * IN_VECTOR, 0, 0);
}
bool is_within(uint i) { return i < TILE_VECTORS && all(lessThan(first_of_vector(i), extent())); }

// An invocation takes a vector of elements of a buffer by one load; neighbours combine them to words. All loads come
// first, so that they are in flight together.
void pack_bits() {
  for (uint begin = 0u; begin < TILE_VECTORS; begin += uint(AT_ONCE * GROUP_SIZE)) {
    uvec4 vectors[AT_ONCE];
    if (has_vectors()) {
      for (int i = 0; i < AT_ONCE; ++i) {
        uint own = begin + uint(i * GROUP_SIZE) + invocation();
        vectors[i] = is_within(own) ? loaded_vector(first_of_vector(own)) : uvec4(0u);
      }
    } else {
      for (int i = 0; i < AT_ONCE; ++i) {
        uint own = begin + uint(i * GROUP_SIZE) + invocation();
        vectors[i] = is_within(own) ? gathered_vector(first_of_vector(own)) : uvec4(0u);
      }
    }
    for (int i = 0; i < AT_ONCE; ++i) {
      uint own = begin + uint(i * GROUP_SIZE) + invocation();
      uint in_word = own % uint(VECTORS_IN_WORD);
      uint bits = foreground_of_vector(vectors[i]) << (in_word * uint(IN_VECTOR));
      for (uint step = 1u; step < uint(VECTORS_IN_WORD); step *= 2u) bits |= subgroupShuffleXor(bits, step);
      if (in_word == 0u && own < TILE_VECTORS) {
        uint word = own / uint(VECTORS_IN_WORD);
        tile_bits[index_of_row_word(word)] = bits & inside_from(first_of_word(word));
      }
    }
  }
}
#elif SOURCE_IN_BUFFER
// An invocation takes a word of a buffer.
void pack_bits() {
  for (uint own = invocation(); own < uint(ROW_WORDS); own += GROUP_SIZE) {
    ivec3 first = first_of_word(own);
    uint inside = inside_from(first);
    tile_bits[index_of_row_word(own)] = inside != 0u ? foreground_of_word(first, image_size.x) & inside : 0u;
  }
}
#elif GATHERED
const int GATHERS = ROW_WORDS / 4 / SUBGROUPS_IN_GROUP;

// Moves bit i of the lower half to bit 2 i.
uint spread(uint bits) {
  bits = bits & 0xFFFFu;
  bits = (bits | bits << 8) & 0x00FF00FFu;
  bits = (bits | bits << 4) & 0x0F0F0F0Fu;
  bits = (bits | bits << 2) & 0x33333333u;
  return (bits | bits << 1) & 0x55555555u;
}

// For images of one channel, in level 0. An invocation gets 2x2 pixels by one fetch, and a subgroup two words of two
// rows at a time. All fetches come first, so that they are in flight together. Then each fetch takes four votes, on
// even and odd columns of both rows, which four invocations combine.
void pack_bits() {
  int lane = int(gl_SubgroupInvocationID);
  ivec2 first = own_origin().xy;
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
    tile_bits[index_of_bits(word, row, 0)] = bits & inside_from(ivec3(first + ivec2(WORD_COLUMNS * word, row), 0));
  }
}
#elif defined(SUBGROUPS)
const int WORDS_OF_SUBGROUP = ROW_WORDS / SUBGROUPS_IN_GROUP;
const int AT_ONCE = WORDS_OF_SUBGROUP < 8 ? WORDS_OF_SUBGROUP : 8;

// A subgroup takes a word at a time, and an invocation an element of it. All fetches come first, so that they are in
// flight together. Then there are as many votes, with the comparison inside (link_elements.glsl); invocation i keeps
// the i-th.
void pack_bits() {
  uint lane = gl_SubgroupInvocationID;
  for (uint begin = gl_SubgroupID; begin < uint(ROW_WORDS); begin += uint(AT_ONCE * SUBGROUPS_IN_GROUP)) {
    SOURCE_VECTOR values[AT_ONCE];
    for (int i = 0; i < AT_ONCE; ++i) {
      values[i] = nearest_value(first_of_word(begin + uint(i * SUBGROUPS_IN_GROUP)) + ivec3(lane, 0, 0));
    }
    uint bits = 0u;
    for (int i = 0; i < AT_ONCE; ++i) {
      uint voted = subgroupBallot(is_foreground(values[i])).x;
      if (lane == uint(i)) bits = voted;
    }
    uint own = begin + lane * uint(SUBGROUPS_IN_GROUP);
    if (lane < uint(AT_ONCE)) tile_bits[index_of_row_word(own)] = bits & inside_from(first_of_word(own));
  }
}
#else
void pack_bits() {
  for (uint own = invocation(); own < uint(ROW_WORDS); own += GROUP_SIZE) {
    ivec3 voxel = first_of_word(own);
    uint bits = 0u;
    for (int bit = 0; bit < WORD_COLUMNS; ++bit) {
      bits |= is_foreground(nearest_value(voxel + ivec3(bit, 0, 0))) ? 1u << bit : 0u;
    }
    tile_bits[index_of_row_word(own)] = bits & inside_from(voxel);
  }
}
#endif
#endif
