// Words: 32 pixels side by side as bits, bit 0 the leftmost. A band is a row of words: one row of pixels, or with 8-connected foreground
// two, ROWS of them. Two rows are as good as one there, for pixels in neighbouring columns of a band are linked whichever
// row each of them is in (as in the 2x2 blocks of Grana, Borghesani and Cucchiara 2010):
//
//     upper row   # . . # .                   # # . # #
//     lower row   . # . . #     occupied      1 1 0 1 1     two runs
//
// A run is a sequence of linked columns in one word; it ends with the word at the latest. Its first pixel in raster order
// stands for it: its node.

#ifndef ROWS
#error ROWS is not defined
#endif
#ifndef GROUP_SIZE
#error GROUP_SIZE is not defined
#endif

layout(local_size_x = GROUP_SIZE) in;

layout(location = 10) uniform ivec2 image_size;
layout(location = 15) uniform ivec2 word_count;  // words in a band, bands

// Words in a tile's band, bands in a tile.
const int TILE_WORDS = 4;
const int TILE_BANDS = 32;

// The pixels of a word of a band, and where its runs start.
struct Word {
  uint upper;
  uint lower;  // 0 where a band is one row
  uint starts;
};

uint occupied(Word word) { return word.upper | word.lower; }

// The columns that are linked with the one to their left, in the same word.
uint continued(Word word) { return occupied(word) & ~word.starts; }

// The bits from 0 to `bit`.
uint up_to(int bit) { return 0xFFFFFFFFu >> (31 - bit); }

// The start of the run that a column is in.
int start_of(Word word, int bit) { return findMSB(word.starts & up_to(bit)); }

// The columns of the run that starts there.
uint run_of(Word word, int start) {
  uint ends = (word.starts | ~occupied(word)) & ~up_to(start);
  uint before_end = ends == 0u ? 0xFFFFFFFFu : (ends & (~ends + 1u)) - 1u;
  return before_end & ~(up_to(start) >> 1);
}

// Column and row, in the word, of the node of the run that starts there.
ivec2 node_of(Word word, int start) {
#if ROWS == 2
  uint upper = word.upper & run_of(word, start);
  return upper != 0u ? ivec2(findLSB(upper), 0) : ivec2(start, 1);
#else
  return ivec2(start, 0);
#endif
}

// The number of this invocation among all that are dispatched, however they are spread over x and y.
uint job_index() {
  return (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * GROUP_SIZE + gl_LocalInvocationIndex;
}
