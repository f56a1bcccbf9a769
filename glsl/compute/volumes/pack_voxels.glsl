// From voxels to bits: the bits of the workgroup's tile in shared memory, with background around them. Each row has a
// word behind it, which is also the one before the next row; the tile has a slice before it, and each slice a row above
// and a row below.

const int FRAMED_ROW = WORDS_X + 1;
const int FRAMED_SLICE = SIDE_Y + 2;
const int FRAMED_WORDS = (SIDE_Z + 1) * FRAMED_SLICE * FRAMED_ROW + 1;

shared uint tile_bits[FRAMED_WORDS];

int index_of_bits(int word, int y, int z) { return ((z + 1) * FRAMED_SLICE + y + 1) * FRAMED_ROW + word + 1; }
int index_of_row_word(uint i) {
  ivec3 at = row_word(i);
  return index_of_bits(at.x, at.y, at.z);
}

// Stores background around the tile.
void clear_frame() {
  for (int i = int(invocation()); i < FRAMED_WORDS; i += GROUP_SIZE) {
    int row = i / FRAMED_ROW;
    int in_slice = row % FRAMED_SLICE;
    bool outside = i % FRAMED_ROW == 0 || row < FRAMED_SLICE || in_slice == 0 || in_slice == FRAMED_SLICE - 1;
    if (outside) tile_bits[i] = 0u;
  }
}

// The first voxel, in the volume, of word i of the tile's rows.
ivec3 voxel_of_word(uint i) { return own_origin() + row_word(i) * ivec3(WORD_COLUMNS, 1, 1); }

// The value of a voxel. Outside of the volume it is that of another voxel, so that no fetch waits for a branch.
SOURCE_VECTOR nearest_value(ivec3 voxel) {
  ivec3 last = ivec3(image_size.x, volume.xy) - 1;
  return SOURCE_VECTOR(texelFetch(source, origin.xyz + clamp(voxel, ivec3(0), last), origin.w));
}

// The columns of the word that begins at a voxel that lie in the volume.
uint inside_from(ivec3 voxel) {
  return voxel.y < volume.x && voxel.z < volume.y ? first_columns(image_size.x - voxel.x) : 0u;
}

#if CRITERION == FOREGROUND
#ifdef SUBGROUPS
const int SUBGROUPS_IN_GROUP = GROUP_SIZE / 32;
const int AT_ONCE = min(8, ROW_WORDS / SUBGROUPS_IN_GROUP);

// A subgroup takes a word at a time, and an invocation a voxel of it. All fetches come first, so that they are in
// flight together. Then there are as many votes, with the comparison inside (link_pixels.glsl); invocation i keeps the
// i-th.
void pack_voxels() {
  uint lane = gl_SubgroupInvocationID;
  for (uint begin = gl_SubgroupID; begin < uint(ROW_WORDS); begin += uint(AT_ONCE * SUBGROUPS_IN_GROUP)) {
    SOURCE_VECTOR values[AT_ONCE];
    for (int i = 0; i < AT_ONCE; ++i) {
      values[i] = nearest_value(voxel_of_word(begin + uint(i * SUBGROUPS_IN_GROUP)) + ivec3(lane, 0, 0));
    }
    uint bits = 0u;
    for (int i = 0; i < AT_ONCE; ++i) {
      uint voted = subgroupBallot(is_foreground(values[i])).x;
      if (lane == uint(i)) bits = voted;
    }
    uint own = begin + lane * uint(SUBGROUPS_IN_GROUP);
    if (lane < uint(AT_ONCE)) tile_bits[index_of_row_word(own)] = bits & inside_from(voxel_of_word(own));
  }
}
#else
void pack_voxels() {
  for (uint own = invocation(); own < uint(ROW_WORDS); own += GROUP_SIZE) {
    ivec3 voxel = voxel_of_word(own);
    uint bits = 0u;
    for (int bit = 0; bit < WORD_COLUMNS; ++bit) {
      bits |= is_foreground(nearest_value(voxel + ivec3(bit, 0, 0))) ? 1u << bit : 0u;
    }
    tile_bits[index_of_row_word(own)] = bits & inside_from(voxel);
  }
}
#endif
#endif
