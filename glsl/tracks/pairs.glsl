// Counting pairs of labels in hash tables, without atomics of 64 bits. A slot has two labels. Each is 0 at first and is
// set once, by atomicCompSwap: first `now`, by whoever comes first; then `before`, by whoever of those with this `now`
// comes first. From then on the slot is that pair's. A search goes from slot to slot until it has met or made its own.
//
// Why a pair has one slot: two searches for one pair begin at the same slot, and at each slot both come to the same
// decision, as it depends on labels alone that are set by then and stay. So the second finds the slot of the first.
// A `now` whose `before` is still 0 holds nobody up: the search that meets it tries to set that itself.
//
// A workgroup counts in a small table of its own first, which passes on what it has no room for.

shared uint group_now[GROUP_SLOTS];
shared uint group_before[GROUP_SLOTS];
shared uint group_count[GROUP_SLOTS];

void clear_group_pairs() {
  for (uint i = invocation(); i < GROUP_SLOTS; i += uint(GROUP_SIZE)) {
    group_now[i] = 0u;
    group_before[i] = 0u;
    group_count[i] = 0u;
  }
}

// Adds elements to a pair in the table of all workgroups. When there are more pairs than MAX_PAIRS, nothing is counted
// any more. The table has more slots than that, so a search that comes round to its begin also means too many pairs.
void add_pair(uint now, uint before, uint elements) {
  bool searches = pair_count <= uint(MAX_PAIRS);
  uint at = hash_of_pair(now, before) & uint(SLOTS - 1);
  for (int probe = 0; probe < SLOTS && searches; ++probe) {
    uint found = slot[at][0];
    if (found == 0u) found = atomicCompSwap(slot[at][0], 0u, now);
    if (found == 0u || found == now) {
      found = slot[at][1];
      if (found == 0u) found = atomicCompSwap(slot[at][1], 0u, before);
      if (found == 0u) {
        uint number = atomicAdd(pair_count, 1u);
        if (number < uint(MAX_PAIRS)) pair_slot[number] = at;
      }
      if (found == 0u || found == before) {
        atomicAdd(slot[at][2], elements);
        searches = false;
      }
    }
    at = (at + 1u) & uint(SLOTS - 1);
  }
}

void add_group_pair(uint now, uint before, uint elements) {
  bool searches = true;
  uint at = hash_of_pair(now, before) & (GROUP_SLOTS - 1u);
  for (int probe = 0; probe < GROUP_PROBES && searches; ++probe) {
    uint found = group_now[at];
    if (found == 0u) found = atomicCompSwap(group_now[at], 0u, now);
    if (found == 0u || found == now) {
      found = group_before[at];
      if (found == 0u) found = atomicCompSwap(group_before[at], 0u, before);
      if (found == 0u || found == before) {
        atomicAdd(group_count[at], elements);
        searches = false;
      }
    }
    at = (at + 1u) & (GROUP_SLOTS - 1u);
  }
  if (searches) add_pair(now, before, elements);
}

// Behind a barrier.
void pass_on_group_pairs() {
  for (uint i = invocation(); i < GROUP_SLOTS; i += uint(GROUP_SIZE)) {
    if (group_count[i] != 0u) add_pair(group_now[i], group_before[i], group_count[i]);
  }
}
