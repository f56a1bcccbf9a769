// Words: 32 pixels side by side as bits, bit 0 the leftmost. A band is a row of words: one row of pixels, or with 8-connected foreground
// two, ROWS of them. Two rows are as good as one there, for pixels in neighbouring columns of a band are linked whichever
// row each of them is in (as in the 2x2 blocks of Grana, Borghesani and Cucchiara 2010):
//
//     upper row   # . . # .
//     lower row   . # . . #
//     occupied    1 1 0 1 1     two runs
//
// A run is a sequence of linked columns in one word; it ends with the word at the latest. A tile is 4 words x 32 bands; its
// words are counted band by band.

#ifndef CRITERION
#error CRITERION is not defined
#endif
#ifndef ROWS
#error ROWS is not defined
#endif
#ifndef GROUP_SIZE
#error GROUP_SIZE is not defined
#endif

layout(local_size_x = GROUP_SIZE) in;

layout(location = AT_IMAGE_SIZE) uniform ivec2 image_size;
layout(location = AT_WORD_COUNT) uniform ivec2 word_count;  // words in a band, bands

const int WORD_COLUMNS = 32;
const int TILE_WORDS = 4;
const int TILE_BANDS = 32;
const int TILE_COLUMNS = TILE_WORDS * WORD_COLUMNS;
const int TILE_ROWS = TILE_BANDS * ROWS;
const int WORDS_IN_TILE = TILE_WORDS * TILE_BANDS;

// Most runs of a tile: every other column of a word can start one, with values every column. Most components of a tile that
// reach its border: every other one of the pixels there; with bands of two rows every other column above and below, and one
// of each band left and right; with values all of these pixels.
#if CRITERION == FOREGROUND
const int MOST_RUNS = WORDS_IN_TILE * WORD_COLUMNS / 2;
const int MOST_NODES = ROWS == 2 ? 192 : 160;
#else
const int MOST_RUNS = WORDS_IN_TILE * WORD_COLUMNS;
const int MOST_NODES = 320;
#endif

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

// The bits below the lowest that is set; all where none is.
uint below_lowest(uint bits) { return bits == 0u ? 0xFFFFFFFFu : (bits & (~bits + 1u)) - 1u; }

// The columns of the run that starts there.
uint run_of(Word word, int start) {
  uint ends = (word.starts | ~occupied(word)) & ~up_to(start);
  return below_lowest(ends) & ~(up_to(start) >> 1);
}

// Of `bits` those from the first run on that starts behind column `bit`.
uint behind_run(uint bits, uint starts, int bit) { return bits & ~below_lowest(starts & ~up_to(bit)); }

// Column and row, in the word, of the first pixel in raster order of the run with these columns.
ivec2 first_pixel_of(Word word, uint columns) {
#if ROWS == 2
  uint upper = word.upper & columns;
  return upper != 0u ? ivec2(findLSB(upper), 0) : ivec2(findLSB(columns), 1);
#else
  return ivec2(findLSB(columns), 0);
#endif
}

// The label of a root at that pixel of the image: in raster order.
uint label_of(ivec2 pixel) { return 1u + (uint(pixel.y) << 15 | uint(pixel.x)); }
ivec2 pixel_of_label(uint label) { return ivec2((label - 1u) & 0x7FFFu, (label - 1u) >> 15); }

// The number of this invocation in its group; subgroups follow one another.
uint invocation() {
#ifdef SUBGROUPS
  return gl_SubgroupID * 32u + gl_SubgroupInvocationID;
#else
  return gl_LocalInvocationIndex;
#endif
}

// The number of this group, and of this invocation, among all that are dispatched, however they are spread over x and y.
uint group_index() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }
uint job_index() { return group_index() * GROUP_SIZE + invocation(); }
