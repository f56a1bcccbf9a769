// Vertical runs of the turned image as bits. A word stands for 32 pixels of a column; bit 0 is the topmost. A run is
// known by its end, its bottom pixel; runs are listed in raster order of their ends, and the run's place in that list
// (lists.glsl) is where its tree is kept.
//
//     word 0   # . # #       a run's end is the first pixel from a pixel downwards that is not linked with the one
//              # # # .       below. Runs that reach the last row of a word may go on in the next one: `ends` has the
//     word 1   . # # #       run that the last row of each word belongs to.
//
// needs  shared/ids, raster_layout, image_size, lists
// reads  binding 4, `ranks`: RG32UI, the ends of runs before a mask, and the mask that marks ends; binding 8,
//        `foreground`: R32UI; binding 9, `links`: RGBA32UI, of a pixel with the pixel below, and with those beside,
//        above and below in the next column; binding 10, `ends`: R32F, ids of runs

layout(binding = 4) uniform usampler2D ranks;
layout(binding = 8) uniform usampler2D foreground;
#if CRITERION != FOREGROUND
layout(binding = 9) uniform usampler2D links;
#endif
layout(binding = 10) uniform sampler2D ends;

const uint LAST_ROW = 0x80000000u;

int words_down() { return (image_size.y + ROWS_IN_WORD - 1) / ROWS_IN_WORD; }

// The foreground pixels of a word, none outside the image.
uint foreground_at(ivec2 word) {
  bool inside = all(lessThan(uvec2(word), uvec2(image_size.x, words_down())));
  return inside ? texelFetch(foreground, word, 0).x : 0u;
}

#if CRITERION != FOREGROUND
uvec4 links_at(ivec2 word) {
  bool inside = all(lessThan(uvec2(word), uvec2(image_size.x, words_down())));
  return inside ? texelFetch(links, word, 0) : uvec4(0u);
}
#endif

// The pixels of `here`, of a word, that are linked with the pixel below.
uint linked_down(ivec2 word, uint here) {
#if CRITERION == FOREGROUND
  return here & (here >> 1 | foreground_at(word + ivec2(0, 1)) << 31);
#else
  return texelFetch(links, word, 0).x;
#endif
}

// The pixels of `here`, of a word, that are ends of runs; the last row is left out.
uint ends_inside(ivec2 word, uint here) {
#if CRITERION == FOREGROUND
  return here & ~(here >> 1) & ~LAST_ROW;
#else
  return here & ~texelFetch(links, word, 0).x & ~LAST_ROW;
#endif
}

// The packed place of the run that ends at a pixel.
uint run_ending_at(ivec2 pixel) {
  uvec2 rank = texelFetch(ranks, ivec2(pixel.x / PIXELS_IN_MASK, pixel.y), 0).xy;
  return packed_place(rank.x + uint(bitCount(rank.y & (1u << pixel.x % PIXELS_IN_MASK) - 1u)));
}

// The packed place of the run of a foreground pixel; `here` are the foreground pixels of its word.
uint run_of(ivec2 pixel, uint here) {
  ivec2 word = ivec2(pixel.x, pixel.y / ROWS_IN_WORD);
  uint below = ends_inside(word, here) >> pixel.y % ROWS_IN_WORD;
  uint run;
  if (below == 0u) {
    run = floatBitsToUint(texelFetch(ends, word, 0).x) - ID_BASE;
  } else {
    run = run_ending_at(ivec2(pixel.x, pixel.y + findLSB(below)));
  }
  return run;
}

uint run_of(ivec2 pixel) { return run_of(pixel, texelFetch(foreground, pixel / ivec2(1, ROWS_IN_WORD), 0).x); }
