// What the passes at seams of periodic axes share (shared/seams.h).

layout(location = AT_PERIODIC) uniform int periodic_axes;  // a set

// The record of the run of an element.
uint record_of_element(uint tile, ivec3 at) {
  int word = word_of_element(at);
  uint starts = starts_in_word(tile, word) & up_to(at.x % WORD_COLUMNS);
  return stored_record(tile, stored_runs_before(tile, word) + uint(bitCount(starts)) - 1u);
}
