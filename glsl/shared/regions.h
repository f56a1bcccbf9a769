// What a caller asks of labels: selections by seeds, boundaries, lists of elements, contacts. What glsl/regions,
// cuda/regions and host/regions share. engine/include/glccl/region_results.hpp has the rules and describes rows and
// bits.
#ifndef GLCCL_SHARED_REGIONS_H
#define GLCCL_SHARED_REGIONS_H
#include "glsl/shared/prelude.h"

GLCCL_SHARED_BEGIN

const int REGION_GROUP = 256;   // invocations of a workgroup
const int REGION_COLUMNS = 32;  // columns of a workgroup that goes through all elements
const int SELECTED_ROWS = 8;    // rows of each of its invocations in write_selection
const int SEEDS_HEADER_WORDS = 4;
const uint NO_SEED = 0xFFFFFFFFu;

const uint LIST_TOO_MANY_COMPONENTS = 1u;
const uint LIST_TOO_MANY_ELEMENTS = 2u;
const uint LIST_TOO_MANY_RUNS = 4u;

const int LISTS_HEADER_WORDS = 8;
const int LIST_TILE = 1024;  // successive elements in which a workgroup finds runs
const uint LONGEST_RUN = 256u;
const int LENGTH_BITS = 8;  // of a run's first word, for its length - 1; label - 1 is above them
const int DIGIT_BITS = 8;
const int DIGITS = 256;
const int SORT_CHUNK = 1024;  // entries that a workgroup sorts

const int CONTACTS_HEADER_WORDS = 8;
const int CONTACT_CHUNK = 1024;  // contacts that a workgroup sorts
const int CONTACT_RUNS = 4;      // sorted runs of contacts that are merged at once

// Whether two elements `x`, `y` and `z` steps apart are neighbours, of which at most `hops` coordinates differ: 1 of
// connectivity 4 and 6, 2 of 8 and 18, 3 of 26.
GLCCL_PURE bool are_neighbors(int x, int y, int z, int hops) {
  return (x == 0 ? 0 : 1) + (y == 0 ? 0 : 1) + (z == 0 ? 0 : 1) <= hops;
}

// The 27 steps to the elements around one, in raster order. From FIRST_STEP_BEHIND on they lead to elements behind it,
// so that each pair of neighbours has one such step.
const int FIRST_STEP_BEHIND = 14;
const int STEPS_OF_IMAGE = 18;  // those that stay in the slice or lead before it
const int STEPS_OF_VOLUME = 27;
GLCCL_PURE int x_of_step(int step) { return step % 3 - 1; }
GLCCL_PURE int y_of_step(int step) { return step / 3 % 3 - 1; }
GLCCL_PURE int z_of_step(int step) { return step / 9 - 1; }

// How often sorted runs of contacts are merged, after chunks are sorted.
GLCCL_PURE int merges_of_contacts(uint contacts) {
  int merges = 0;
  for (uint width = uint(CONTACT_CHUNK); width < contacts; width *= uint(CONTACT_RUNS)) ++merges;
  return merges;
}

// Whether elements of these labels are a part of a common border.
GLCCL_PURE bool are_in_contact(uint a, uint b) { return a != b && a != 0u && b != 0u; }

// Whether an element of this label is in a list.
GLCCL_PURE bool is_listed(uint label, uint components) { return label - 1u < components; }

// Whether a run of equal labels begins at a place, and whether it ends there, by the labels before it and behind it. A
// run also ends before each multiple of LONGEST_RUN, where these labels are not asked for.
GLCCL_PURE bool begins_run(uint place, uint label, uint before) { return place % LONGEST_RUN == 0u || label != before; }
GLCCL_PURE bool ends_run(uint place, uint label, uint behind) {
  return place % LONGEST_RUN == LONGEST_RUN - 1u || label != behind;
}

// A run's first word. Sorting by it sorts by labels.
GLCCL_PURE uint run_word(uint label, uint length) { return (label - 1u) << LENGTH_BITS | (length - 1u); }
GLCCL_PURE uint length_of_run(uint word) { return (word & (LONGEST_RUN - 1u)) + 1u; }
GLCCL_PURE uint list_of_run(uint word) { return word >> LENGTH_BITS; }

// Why there are no lists: a set of LIST_TOO_MANY_..., 0 if there are.
GLCCL_PURE uint list_overflow(uint components, uint most_components, uint elements, uint most_elements, uint runs,
                              uint most_runs) {
  return (components > most_components ? LIST_TOO_MANY_COMPONENTS : 0u) |
         (elements > most_elements ? LIST_TOO_MANY_ELEMENTS : 0u) | (runs > most_runs ? LIST_TOO_MANY_RUNS : 0u);
}

GLCCL_SHARED_END

#endif
