// hook_runs (ours): what gather_neighbor (chapter 5) scatters, gathered for all columns at once: every run takes the
// largest of its own id and those of runs that it touches in the columns beside. Larger runs end further down, so
// one look on each side is enough: at the lowest pixel that is linked with the run. Only the word of the run's end is
// searched; merge_rounds finds the rest.
//
//     x . .
//     x r y     r takes the largest of the runs of r, x and y
//     . r y
//     . . y
//
// Where columns have been swept, every run takes the root that the sweep has found instead.
// needs  locations, shared/ids, raster_layout, ids, parts/lists, parts/neighbors, parts/pyramid, parts/runs
// reads  binding 0, `ids`: after a sweep, of pixels; binding 5, `points`: the ends of runs; the words of runs.glsl
// writes trees: R32F, the list of ids that runs point to

layout(binding = 5) uniform usampler2D points;
layout(location = AT_ARGUMENT) uniform int swept;
layout(location = 0) out float id;

// The run of the lowest of the pixels `touched` of a word and the first pixel of the next word; 0, which is no larger
// than any run, without pixels.
uint lowest_run(ivec2 word, uint touched, bool touched_below) {
  uint lowest = 0u;
  if (touched_below || touched != 0u) {
    lowest = run_of(ivec2(word.x, word.y * ROWS_IN_WORD + (touched_below ? ROWS_IN_WORD : findMSB(touched))));
  }
  return lowest;
}

// The pixels of the run that ends in bit `end` of a word.
uint pixels_of_run(ivec2 word, uint here, int end) {
  uint through_end = 0xFFFFFFFFu >> 31 - end;
  uint above = ends_inside(word, here) & through_end >> 1;
  uint free = ~here | above;  // neither of this run
  free &= through_end >> 1;
  return through_end & ~(free == 0u ? 0u : 0xFFFFFFFFu >> 31 - findMSB(free));
}

#if CRITERION == FOREGROUND
// The run of the column at `word` that touches the run `run` of a column beside.
uint beside(ivec2 word, uint run) {
#if CONNECTIVITY == 8
  bool below = (run & LAST_ROW) != 0u && (foreground_at(word + ivec2(0, 1)) & 1u) != 0u;
  run |= run << 1 | run >> 1;
#else
  bool below = false;
#endif
  return lowest_run(word, foreground_at(word) & run, below);
}

uint largest_beside(ivec2 word, uint run) {
  return max(beside(word - ivec2(1, 0), run), beside(word + ivec2(1, 0), run));
}
#else
uint largest_beside(ivec2 word, uint run) {
  uvec4 right = texelFetch(links, word, 0) & run;
  uint largest =
      lowest_run(word + ivec2(1, 0), right.y | right.z >> 1 | right.w << 1, (right.w & LAST_ROW) != 0u);
  word.x -= 1;
  if (word.x >= 0) {
    uvec4 left = texelFetch(links, word, 0) & uvec4(0u, run, run << 1, run >> 1);
    bool below = (run & LAST_ROW) != 0u && (links_at(word + ivec2(0, 1)).z & 1u) != 0u;
    largest = max(largest, lowest_run(word, left.y | left.z | left.w, below));
  }
  return largest;
}
#endif

void main() {
  uint k = element_at(ivec2(gl_FragCoord.xy));
  if (k >= count_of_all()) {
    discard;
    return;
  }
  ivec2 end = unpacked(texelFetch(points, ivec2(gl_FragCoord.xy), 0).x);
  uint largest = packed_place(k);
  if (swept != 0) {
    largest = run_ending_at(decode(texelFetch(ids, end, 0).x));
  } else {
    ivec2 word = ivec2(end.x, end.y / ROWS_IN_WORD);
    uint run = pixels_of_run(word, texelFetch(foreground, word, 0).x, end.y % ROWS_IN_WORD);
    largest = max(largest, largest_beside(word, run));
  }
  id = uintBitsToFloat(ID_BASE + largest);
}
