// Clears the bits of the workgroup's tile that the mask leaves out. Their links do not count, for their bits are 0.

#if MASKED
void mask_tile() {
  for (uint i = invocation(); i < uint(ROW_WORDS); i += GROUP_SIZE) {
#ifdef VOLUME
    int own = index_of_row_word(i);
#else
    int own = index_of_bits(int(i) % TILE_WORDS, int(i) / TILE_WORDS);
#endif
    uint word = root_word_in_tile(i);
    if (word != NO_WORD) tile_bits[own] &= mask_words[word];
  }
}
#endif
