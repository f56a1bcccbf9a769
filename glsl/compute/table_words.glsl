// The component table as words, for passes that add to optional columns.
// needs  uniforms

#ifndef ROW_STRIDE
#error ROW_STRIDE is not defined
#endif

layout(std430, binding = 0) buffer TableWords {
  uint header_words[16];
  uint table_words[];
};

GLCCL_UNIFORM(AT_TABLE_ROWS, uint, table_rows)  // capacity

const uint ROWS_IN_HEADER = 1u;  // the word of the header with the number of rows
const uint ROW_WORDS_OF_TABLE = uint(4 * ROW_STRIDE);
