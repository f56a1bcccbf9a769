// end_runs (chapter 4): finds the run that the last row of every word belongs to, in log steps as vertical_runs does
// for every pixel.
//
//   first pass: the end of the run, or the last pixel of it that `hops` words have
//   then:       what the word of that pixel has, `hops` times, many times as far each time
//   last pass:  the end becomes the place of the run
//
// needs  locations, shared/ids, raster_layout, ids, parts/runs
// reads  `ends`: the pass before; `foreground`, `links`, `ranks`
// writes ends: R32F, the id of a pixel, in the last pass that of a run; 0.0 where the last row is background

layout(location = AT_ARGUMENT) uniform int which;  // FIRST_OF_RUNS, LAST_OF_RUNS or both
layout(location = AT_HOPS) uniform int hops;
layout(location = 0) out float id;

// The pixel of a run furthest down that the word of `pixel`, which is in the last row of that word, and `hops` words
// below it have.
ivec2 descend(ivec2 pixel, uint here) {
  ivec2 word = ivec2(pixel.x, pixel.y / ROWS_IN_WORD);
  int last = min(word.y + hops, words_down() - 1);
  bool goes_on = (linked_down(word, here) & LAST_ROW) != 0u;
  while (goes_on && word.y < last) {
    ++word.y;
    here = texelFetch(foreground, word, 0).x;
    uint inside = ends_inside(word, here);
    pixel.y = word.y * ROWS_IN_WORD + (inside != 0u ? findLSB(inside) : ROWS_IN_WORD - 1);
    goes_on = inside == 0u && (linked_down(word, here) & LAST_ROW) != 0u;
  }
  return pixel;
}

// Where the pass before leads from a pixel.
ivec2 follow(ivec2 pixel) {
  bool goes_on = true;
  for (int hop = 0; hop < hops && goes_on; ++hop) {
    ivec2 next = pixel;
    if (pixel.y % ROWS_IN_WORD == ROWS_IN_WORD - 1) {
      next = decode(texelFetch(ends, pixel / ivec2(1, ROWS_IN_WORD), 0).x);
    }
    goes_on = next != pixel;
    pixel = next;
  }
  return pixel;
}

void main() {
  ivec2 word = ivec2(gl_FragCoord.xy);
  uint here = texelFetch(foreground, word, 0).x;
  id = 0.0;
  if ((here & LAST_ROW) == 0u) return;
  ivec2 end = word * ivec2(1, ROWS_IN_WORD) + ivec2(0, ROWS_IN_WORD - 1);
  end = (which & FIRST_OF_RUNS) != 0 ? descend(end, here) : follow(end);
  id = (which & LAST_OF_RUNS) != 0 ? uintBitsToFloat(ID_BASE + run_ending_at(end)) : encode(end);
}
