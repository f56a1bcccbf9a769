// A stable radix sort by words. Its passes are repeated for each 8 bits of the words, the lowest first:
//
//   count_digits  for each of 256 digits, entries with that digit in each chunk of 1024 entries
//   sum_digits    sums over the chunks before each
//   sort_entries  the entries in the order of that digit; of one digit they keep their order
//
// Every place is a number of entries before it, so that no result depends on the order of invocations.
// needs  shared/regions

layout(std430, binding = 3) buffer Counts {
  uint entry_count;          // entries that are sorted
  uint digit_total[DIGITS];  // entries with each digit
  uint count[];              // of one pass for the next ones
};

// Word, and what goes with it.
layout(std430, binding = 4) readonly buffer Entries { uvec2 entry[]; };
layout(std430, binding = 5) writeonly buffer SortedEntries { uvec2 sorted_entry[]; };

uint chunks_of(uint jobs, uint chunk) { return (jobs + chunk - 1u) / chunk; }
