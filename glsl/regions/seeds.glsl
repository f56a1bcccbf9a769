// The buffers of a selection: regions.hpp describes the first.
// needs  shared/label_pairs

layout(std430, binding = 0) buffer Seeds {
  uint seeds, selected, unused[2];
  uvec2 seed_row[];  // label, number; until report_seeds: label, slot
};

// A hash table of the labels under seeds: label (0: free), first seed, number.
layout(std430, binding = 1) buffer Slots { uint slot[][3]; };

layout(std430, binding = 2) readonly buffer Positions {
  uint seed_count;
  int seed_position[][3];
};

// Where the search for a label begins.
uint first_slot(uint label) { return hash_of_pair(label, 0u) & uint(SLOTS - 1); }

// The slot of a label other than 0, or a free one.
uint find_slot(uint label) {
  uint at = first_slot(label);
  while (slot[at][0] != 0u && slot[at][0] != label) at = (at + 1u) & uint(SLOTS - 1);
  return at;
}
