// Counting pairs of labels in hash tables, without atomics of 64 bits. A slot has two labels. Each is 0 at first and is
// set once, by atomicCompSwap: first the one, by whoever comes first; then the other, by whoever of those with this
// first label comes first. From then on the slot is that pair's. A search goes from slot to slot until it has met or
// made its own.
//
// Why a pair has one slot: two searches for one pair begin at the same slot, and at each slot both come to the same
// decision, as it depends on labels alone that are set by then and stay. So the second finds the slot of the first. A
// first label whose second is still 0 holds nobody up: the search that meets it tries to set that itself.
//
// A workgroup counts in a small table of its own first, which passes on what it has no room for.
//
// The files before this one have the table of all workgroups: `slot` (two labels, and what add_to_slot(at, count) adds
// to), `pair_count`, `pair_slot` (the slots of the first MAX_PAIRS pairs), and as defines SLOTS and MAX_PAIRS.
// needs  shared/label_pairs, jobs

const uint NO_SLOT = 0xFFFFFFFFu;
const uint GROUP_SLOTS = 512u;                           // of the workgroup's table
const uint SLOTS_EACH = GROUP_SLOTS / uint(GROUP_SIZE);  // of each invocation

shared uint group_first[GROUP_SLOTS];
shared uint group_second[GROUP_SLOTS];
shared uint group_count[GROUP_SLOTS];
shared uint group_made;        // slots that the workgroup has made in the table of all workgroups
shared uint group_first_slot;  // the number of the first of them

void clear_group_pairs() {
  if (invocation() == 0u) group_made = 0u;
  for (uint i = invocation(); i < GROUP_SLOTS; i += uint(GROUP_SIZE)) {
    group_first[i] = 0u;
    group_second[i] = 0u;
    group_count[i] = 0u;
  }
}

// Adds to a pair in the table of all workgroups. When there are more pairs than MAX_PAIRS, nothing is counted any more.
// The table has more slots than that, so a search that comes round to its begin also means too many pairs. Returns the
// pair's slot if it was free, for list_slot(); NO_SLOT otherwise.
uint add_to_table(uint first, uint second, uint count) {
  uint made = NO_SLOT;
  bool searches = pair_count <= uint(MAX_PAIRS);
  uint at = hash_of_pair(first, second) & uint(SLOTS - 1);
  for (int probe = 0; probe < SLOTS && searches; ++probe) {
    uint found = slot[at][0];
    if (found == 0u) found = atomicCompSwap(slot[at][0], 0u, first);
    if (found == 0u || found == first) {
      found = slot[at][1];
      if (found == 0u) found = atomicCompSwap(slot[at][1], 0u, second);
      if (found == 0u) made = at;
      if (found == 0u || found == second) {
        add_to_slot(at, count);
        searches = false;
      }
    }
    at = (at + 1u) & uint(SLOTS - 1);
  }
  return made;
}

// Makes a slot number `number` of the used ones.
void list_slot(uint number, uint at) {
  if (at != NO_SLOT && number < uint(MAX_PAIRS)) pair_slot[number] = at;
}

// Adds to a pair in the table of all workgroups, and lists its slot.
void add_pair(uint first, uint second, uint count) {
  uint made = add_to_table(first, second, count);
  if (made != NO_SLOT) list_slot(atomicAdd(pair_count, 1u), made);
}

void add_group_pair(uint first, uint second, uint count) {
  bool searches = true;
  uint at = hash_of_pair(first, second) & (GROUP_SLOTS - 1u);
  for (int probe = 0; probe < GROUP_PROBES && searches; ++probe) {
    uint found = group_first[at];
    if (found == 0u) found = atomicCompSwap(group_first[at], 0u, first);
    if (found == 0u || found == first) {
      found = group_second[at];
      if (found == 0u) found = atomicCompSwap(group_second[at], 0u, second);
      if (found == 0u || found == second) {
        atomicAdd(group_count[at], count);
        searches = false;
      }
    }
    at = (at + 1u) & (GROUP_SLOTS - 1u);
  }
  if (searches) add_pair(first, second, count);
}

// Behind a barrier. All invocations call it. The workgroup numbers the slots that it has made at once: noise has a
// million pairs, and their number is one word of memory.
void pass_on_group_pairs() {
  uint made[SLOTS_EACH];
  uint own = 0u;
  for (uint k = 0u; k < SLOTS_EACH; ++k) {
    uint i = k * uint(GROUP_SIZE) + invocation();
    made[k] = NO_SLOT;
    if (group_count[i] != 0u) made[k] = add_to_table(group_first[i], group_second[i], group_count[i]);
    if (made[k] != NO_SLOT) ++own;
  }
  uint number = own != 0u ? atomicAdd(group_made, own) : 0u;
  barrier();
  if (invocation() == 0u && group_made != 0u) group_first_slot = atomicAdd(pair_count, group_made);
  barrier();
  number += group_first_slot;
  for (uint k = 0u; k < SLOTS_EACH; ++k) {
    if (made[k] != NO_SLOT) list_slot(number++, made[k]);
  }
}

// The pair that this invocation met last.
uint met_first = 0u;
uint met_second = 0u;
uint met_count = 0u;

// Counts a pair `count` times.
void meet(uint first, uint second, uint count) {
  if (first != met_first || second != met_second) {
    if (met_count != 0u) add_group_pair(met_first, met_second, met_count);
    met_first = first;
    met_second = second;
    met_count = 0u;
  }
  met_count += count;
}

// Counts what this invocation met last, and passes on the pairs of the workgroup. All invocations call it.
void end_meeting() {
  if (met_count != 0u) add_group_pair(met_first, met_second, met_count);
  barrier();
  pass_on_group_pairs();
}
