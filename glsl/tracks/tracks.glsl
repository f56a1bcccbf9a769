// The buffers of a Tracker, and what all of its passes share. Sizes are defines: a Tracker's are fixed.
//
// The passes are
//
//   begin_tracks    keeps the ids of the last frame, clears what the others write
//   count_pairs     counts the elements that each pair of components has in common
//   find_overlaps   of each component, and of each id of the last frame: the largest overlap
//   choose_parents  of each component: its parent's id; of each id: its heir
//   claim_ids       of each component: its parent's label; of each id: the largest overlap of those whose parent it is
//   keep_ids        of each id: its keeper
//   count_births    births and deaths in each chunk of 1024 components, and ids of the last frame; merges
//   name_tracks     ids, ages and events; the list of deaths
//   write_ids       ids for labels, if they are asked for
//
// Why the results do not depend on the order in which invocations run: the hash table's slots do, but no pass after
// count_pairs asks for the place of a pair, only for the set of pairs and their counts. The set is that of the frame's
// pairs, each once (add_pair() in label_pairs.glsl), and the counts are sums of integers. Every later value is a
// maximum, a minimum or a sum of integers over a set that earlier passes have finished, or it has one writer: `before`
// of a component, since its parent's id belongs to one label of the last frame, and each pair is there once. Ids and
// places in the list of deaths are numbers of births and deaths before a label, which are sums again.
// needs  shared/tracks, component_count

#ifndef MAX_COMPONENTS
#error MAX_COMPONENTS is not defined
#endif
// `coherent` in passes whose workgroups read what others write.
#ifndef SHARED_BUFFER
#define SHARED_BUFFER
#endif

struct Track {
  uint id, age, overlap, events, parent, before;
};

// A component of the last frame.
struct Earlier {
  uint id, age;
  uint overlap;  // the largest
  uint heir;     // the smallest label with this overlap
  uint claim;    // the largest overlap of those whose parent it is
  uint claims;   // their number
  uint keeper;   // the smallest of their labels with this overlap
};

layout(std430, binding = 1) SHARED_BUFFER buffer Tracks {
  uint frame, components, rows, births, deaths, pairs, overflow, last_id, capacity, deaths_at, row_bytes, unused[5];
  Track track[];
};
// The same buffer as words, for the deaths behind the rows. Arrays of structures get no size: Mesa's linker takes time
// for each element of a sized one.
layout(std430, binding = 5) writeonly buffer TracksAsWords { uint track_words[]; };

layout(std430, binding = 2) SHARED_BUFFER buffer Last {
  uint last_rows;     // components of the last frame
  uint last_id_then;  // last_id of the last frame
  uint pair_count;    // pairs so far; the list has no more than MAX_PAIRS of them
  uint unused_word;
  uvec2 chunk[MOST_CHUNKS];  // births and deaths
  Earlier earlier[];
};

// A hash table of pairs: label, label in the last frame, elements in common. A slot is free while a label is 0.
layout(std430, binding = 3) SHARED_BUFFER buffer Slots { uint slot[][3]; };

void add_to_slot(uint at, uint elements) { atomicAdd(slot[at][2], elements); }

layout(std430, binding = 4) SHARED_BUFFER buffer Pairs { uint pair_slot[]; };

// After count_pairs: why the frame cannot be followed, the number of its rows, and that of its pairs. A frame that is
// not followed has none, and so no keepers and no heirs.
uint found_overflow() {
  return overflow_of(component_count(), uint(MAX_COMPONENTS), pair_count, uint(MAX_PAIRS), last_id_then);
}
uint row_count() { return found_overflow() == 0u ? component_count() : 0u; }
uint listed_pairs() { return found_overflow() == 0u ? pair_count : 0u; }
