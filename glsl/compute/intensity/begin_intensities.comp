// begin_intensities: starts the column of intensities in the rows of the component table.
// reads  the header of the component table
// writes its rows

void main() {
  uint all = gl_NumWorkGroups.x * gl_NumWorkGroups.y * uint(GROUP_SIZE);
  uint count = header_words[ROWS_IN_HEADER];
  for (uint i = job_index(); i < count; i += all) {
    uint row = i * ROW_WORDS_OF_TABLE;
    // Behind the column are that of z and padding.
    for (uint word = INTENSITY_AT; word < ROW_WORDS_OF_TABLE; ++word) table_words[row + word] = 0u;
    table_words[row + INTENSITY_AT + MINIMUM_WORD] = 0xFFFFFFFFu;
    table_words[row + INTENSITY_AT + IS_SIGNED_WORD] = VALUES_SIGNED ? 1u : 0u;
    table_words[row + INTENSITY_AT + FRACTION_BITS_WORD] = SOURCE_FLOATS != 0 ? uint(fraction_bits) : 0u;
  }
}
