// From voxels to links as bits, where neighbours are connected by their values: every voxel is compared with the
// neighbours that come before it in raster order.

#if CRITERION != FOREGROUND
// Where the neighbour in a direction lies (shared/volume_bands.h).
const ivec3 neighbors[13] =
    ivec3[](ivec3(-1, 0, 0), ivec3(0, -1, 0), ivec3(0, 0, -1), ivec3(-1, -1, 0), ivec3(1, -1, 0), ivec3(-1, 0, -1),
            ivec3(1, 0, -1), ivec3(0, -1, -1), ivec3(0, 1, -1), ivec3(-1, -1, -1), ivec3(1, -1, -1), ivec3(-1, 1, -1),
            ivec3(1, 1, -1));

shared uint tile_links[DIRECTIONS * ROW_WORDS];  // of word i of the tile's rows at direction * ROW_WORDS + i

uint links_of(int word, int y, int z, int direction) {
  bool inside = word >= 0 && word < WORDS_X && y >= 0 && y < SIDE_Y && z >= 0 && z < SIDE_Z;
  return inside ? tile_links[((direction * SIDE_Z + z) * SIDE_Y + y) * WORDS_X + word] : 0u;
}

#ifdef SUBGROUPS
// A subgroup takes a word, an invocation a voxel. Comparisons stand inside of the votes, as in link_pixels.glsl.
// Invocation i stores the links in direction i.
void link_voxels() {
  uint lane = gl_SubgroupInvocationID;
  for (uint own = gl_SubgroupID; own < uint(ROW_WORDS); own += uint(GROUP_SIZE / 32)) {
    ivec3 first = voxel_of_word(own);
    ivec3 voxel = first + ivec3(lane, 0, 0);
    SOURCE_VECTOR value = nearest_value(voxel);
    uint bits = subgroupBallot(is_foreground(value)).x & inside_from(first);
    uint links = 0u;
    for (int i = 0; i < DIRECTIONS; ++i) {
      uint voted = subgroupBallot(are_linked(value, nearest_value(voxel + neighbors[i]))).x;
      if (lane == uint(i)) links = voted;
    }
    if (lane == 0u) tile_bits[index_of_row_word(own)] = bits;
    if (lane < uint(DIRECTIONS)) tile_links[lane * uint(ROW_WORDS) + own] = links;
  }
}
#else
// An invocation takes a direction of a word; that of direction 0 also its bits.
void link_voxels() {
  for (uint job = invocation(); job < uint(DIRECTIONS * ROW_WORDS); job += GROUP_SIZE) {
    uint own = job % uint(ROW_WORDS);
    ivec3 first = voxel_of_word(own);
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
