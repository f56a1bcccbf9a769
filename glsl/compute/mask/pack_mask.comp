// pack_mask: packs the mask into bits, which label_tiles combines with those of its tile. An invocation stores a word
// of 32 pixels of a row.
// needs  words, tile_geometry, source_texels, criterion, foreground_vectors, tiles/tiles, mask_words
// reads  the mask, as the source
// writes mask_words

// Whether a pixel is in the mask. Outside of the image it fetches another pixel, so that no fetch waits for a branch.
bool is_in_mask(ivec2 pixel) {
  return is_foreground(min(pixel, image_size - 1)) && all(lessThan(pixel, image_size));
}

ivec2 first_pixel_of(uint word) { return pixel_at(word, word_count.x) * ivec2(WORD_COLUMNS, 1); }

void main() {
  uint own = job_index();
  uint bits = 0u;
#if SOURCE_IN_BUFFER
  ivec2 pixel = first_pixel_of(own);
  if (all(lessThan(pixel, image_size))) {
    bits = foreground_of_word(voxel_of(pixel), image_size.x) & first_columns(image_size.x - pixel.x);
  }
#elif defined(SUBGROUPS)
  // A subgroup takes its 32 words one after another, and an invocation a pixel.
  uint first = own - gl_SubgroupInvocationID;
  for (uint i = 0u; i < 32u; ++i) {
    uint voted = subgroupBallot(is_in_mask(first_pixel_of(first + i) + ivec2(gl_SubgroupInvocationID, 0))).x;
    if (i == gl_SubgroupInvocationID) bits = voted;
  }
#else
  ivec2 pixel = first_pixel_of(own);
  for (int bit = 0; bit < WORD_COLUMNS; ++bit) bits |= is_in_mask(pixel + ivec2(bit, 0)) ? 1u << bit : 0u;
#endif
  if (own < uint(word_count.x * word_count.y)) mask_words[own] = bits;
}
