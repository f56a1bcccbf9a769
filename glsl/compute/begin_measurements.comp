// begin_measurements: clears the optional columns that measure_labels adds to, in the rows of the component table.
// reads  the header of the component table
// writes its rows

void main() {
  const uint words = ROW_WORDS_OF_TABLE - MEASURED_AT;
  uint count = header_words[ROWS_IN_HEADER] * words;
  uint all = gl_NumWorkGroups.x * gl_NumWorkGroups.y * uint(GROUP_SIZE);
  for (uint i = job_index(); i < count; i += all) {
    table_words[i / words * ROW_WORDS_OF_TABLE + MEASURED_AT + i % words] = 0u;
  }
}
