// Clears the bits of the workgroup's tile that the mask leaves out. Their links do not count, for their bits are 0.
// needs  mask_words, tiles/pack_bits

#if !MEASURES
void mask_tile() {
  for (uint i = invocation(); i < uint(ROW_WORDS); i += GROUP_SIZE) {
    uint word = root_word_in_tile(i);
    if (word != NO_WORD) tile_bits[index_of_row_word(i)] &= mask_words[word];
  }
}
#else
void mask_tile() {}
#endif
