// Lists of the elements of each component: a stable sort of runs by label. A run is a sequence of up to 256 successive
// places of one label, which are far fewer than elements.
//
//   count_runs      runs and listed elements in each tile of 1024 successive places
//   sum_runs        sums over the tiles before each; the header
//   list_runs       the runs, in raster order
//   count_digits    for each of 256 digits, runs with that digit in each chunk of 1024 runs
//   sum_digits      sums over the chunks before each
//   sort_runs       the runs in the order of that digit of their labels; of one digit they keep their order
//   count_elements  elements in each chunk of 256 runs
//   sum_elements    sums over the chunks before each
//   write_lists     offsets and places
//
// The three passes of digits are repeated for each 8 bits of labels, the lowest first: a radix sort. Every place in a
// list is a number of elements before it, so that no result depends on the order of invocations.

layout(std430, binding = 1) buffer Lists {
  uint components, lists, elements, runs, overflow, max_components, max_elements, max_runs;
  uint offsets[];
};

layout(std430, binding = 2) writeonly buffer Places { uint places[]; };

layout(std430, binding = 3) buffer Counts {
  uint listed_runs;          // 0 after an overflow
  uint digit_total[DIGITS];  // runs with each digit
  uint count[];              // of one pass for the next ones
};

// Run: run_word(), first place.
layout(std430, binding = 4) readonly buffer Runs { uvec2 run[]; };
layout(std430, binding = 5) writeonly buffer SortedRuns { uvec2 sorted_run[]; };

uint label_of(uint place) { return label_at(place % uint(WIDTH), place / uint(WIDTH)); }

uint chunks_of(uint jobs, uint chunk) { return (jobs + chunk - 1u) / chunk; }
