// Lists of the elements of each component: a stable sort of runs by label. A run is a sequence of up to 256 successive
// places of one label, which are far fewer than elements.
//
//   count_runs      runs and listed elements in each tile of 1024 successive places
//   sum_runs        sums over the tiles before each; the header
//   list_runs       the runs, in raster order
//   sort.glsl       sorts the runs by label
//   count_elements  elements in each chunk of 256 runs
//   sum_elements    sums over the chunks before each
//   write_lists     offsets and places
//
// Entries of sort.glsl are runs: run_word(), first place. Every place in a list is a number of elements before it, so
// that no result depends on the order of invocations.
// needs  regions

layout(std430, binding = 1) buffer Lists {
  uint components, lists, elements, runs, overflow, max_components, max_elements, max_runs;
  uint offsets[];
};

layout(std430, binding = 2) writeonly buffer Places { uint places[]; };

uint label_of(uint place) { return label_at(place % uint(WIDTH), place / uint(WIDTH)); }
