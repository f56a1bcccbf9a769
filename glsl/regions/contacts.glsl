// Which components touch, with the lengths of their borders.
//
//   count_contacts  counts the pairs of neighbouring elements of each pair of labels
//   sort_contacts   takes the pairs out of the hash table, a chunk of rows at a time, and sorts each chunk
//   merge_contacts  merges sorted runs of rows, CONTACT_RUNS at a time; as often as the capacity needs
//
// Why the contacts do not depend on the order of invocations: the slots of pairs do, but each pair of labels has one
// (add_pair() in label_pairs.glsl), lengths are sums of integers, and the order of the rows is that of their labels,
// which differ. After an overflow there are no rows. Whether there is one depends on the number of pairs alone: a
// search for a pair that has no slot yet ends without one only when MAX_PAIRS + 1 others are counted.
//
// The place of a row is the number of rows before it, found by a binary search in each run.

// `coherent` in passes whose workgroups read what others write.
#ifndef SHARED_BUFFER
#define SHARED_BUFFER
#endif

layout(std430, binding = 0) buffer Contacts {
  uint found, contacts, overflow, max_contacts, border_low, border_high, unused[2];
  uvec4 contact[];  // smaller label, larger label, lower and upper word of the length
};

// A hash table of pairs: smaller label, larger label, lower and upper word of the length. All 0 between calls.
layout(std430, binding = 1) SHARED_BUFFER buffer Slots { uint slot[][4]; };

// The first four words are 0 between calls.
layout(std430, binding = 2) SHARED_BUFFER buffer Pairs {
  uint pair_count;  // pairs so far; the list has no more than MAX_PAIRS of them
  uint border[2];   // the sum of all lengths, lower and upper word
  uint unused_word;
  uint pair_slot[];
};

// Rows take turns here and in `contact` while they are merged.
layout(std430, binding = 3) buffer MergedContacts { uvec4 merged[]; };

void add_to_slot(uint at, uint elements) {
  uint before = atomicAdd(slot[at][2], elements);
  if (before + elements < before) atomicAdd(slot[at][3], 1u);
}

// After count_contacts.
uint listed_contacts() { return pair_count <= uint(MAX_PAIRS) ? pair_count : 0u; }

// Whether rows are in `contact` before this number of merges: they have to be there after the last one.
bool are_in_place(int merges) { return merges % 2 == 0; }

// Whether the labels of a row are before those of another.
bool is_before(uvec2 a, uvec2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }
