// key_contacts: entries of the contacts, by one of their labels.
// needs  locations, jobs, contacts, sort
// reads  slot, pair_slot; with by_first entry
// writes sorted_entry: the label, the slot; without by_first the header and entry_count

layout(location = AT_ARGUMENT) uniform int by_first;  // 1: the smaller labels, in the order of the entries

void main() {
  uint i = job_index();
  uint listed = listed_contacts();
  if (i < listed) {
    uint at = by_first == 0 ? pair_slot[i] : entry[i].y;
    sorted_entry[i] = uvec2(slot[at][by_first == 0 ? 1 : 0], at);
  }
  if (i == 0u && by_first == 0) {
    found = min(pair_count, uint(MAX_PAIRS) + 1u);
    contacts = listed;
    overflow = pair_count > uint(MAX_PAIRS) ? 1u : 0u;
    max_contacts = uint(MAX_PAIRS);
    border_low = border[0];
    border_high = border[1];
    unused[0] = 0u;
    unused[1] = 0u;
    entry_count = listed;
  }
}
