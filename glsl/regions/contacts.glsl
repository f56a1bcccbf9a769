// Which components touch, with the lengths of their borders.
//
//   begin_contacts  frees all slots of the hash table
//   count_contacts  counts the pairs of neighbouring elements of each pair of labels
//   key_contacts    first: an entry for each pair, with the larger label; then, in their order, with the smaller label
//   sort.glsl       sorts the entries by the larger, then by the smaller label
//   write_contacts  the rows
//
// Why the contacts do not depend on the order of invocations: the slots of pairs do, but each pair of labels has one
// (add_pair() in label_pairs.glsl), lengths are sums of integers, and the order of the rows is that of their labels,
// which differ. After an overflow there are no rows. Whether there is one depends on the number of pairs alone: a
// search for a pair that has no slot yet ends without one only when MAX_PAIRS + 1 others are counted.

// `coherent` in passes whose workgroups read what others write.
#ifndef SHARED_BUFFER
#define SHARED_BUFFER
#endif

layout(std430, binding = 0) writeonly buffer Contacts {
  uint found, contacts, overflow, max_contacts, border_low, border_high, unused[2];
  uvec4 contact[];  // smaller label, larger label, lower and upper word of the length
};

// A hash table of pairs: smaller label, larger label, lower and upper word of the length.
layout(std430, binding = 1) SHARED_BUFFER buffer Slots { uint slot[][4]; };

layout(std430, binding = 2) SHARED_BUFFER buffer Pairs {
  uint pair_count;  // pairs so far; the list has no more than MAX_PAIRS of them
  uint border[2];   // the sum of all lengths, lower and upper word
  uint unused_word;
  uint pair_slot[];
};

void add_to_slot(uint at, uint elements) {
  uint before = atomicAdd(slot[at][2], elements);
  if (before + elements < before) atomicAdd(slot[at][3], 1u);
}

// After count_contacts.
uint listed_contacts() { return pair_count <= uint(MAX_PAIRS) ? pair_count : 0u; }
