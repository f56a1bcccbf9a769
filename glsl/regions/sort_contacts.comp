// sort_contacts: the rows of each chunk of pairs in the order of their labels, and the header. Makes the slots free.
// needs  shared/regions, jobs, contacts
// reads  pair_slot, pair_count, border
// writes contact or merged, slot
//
// A workgroup has a chunk. It merges runs of rows in pairs, from runs of one row on.

const uint CHUNK = uint(CONTACT_CHUNK);
const int ROWS_EACH = CONTACT_CHUNK / GROUP_SIZE;

shared uvec2 chunk_labels[CONTACT_CHUNK];  // smaller label, larger label
shared uint chunk_slot[CONTACT_CHUNK];

// Row `k` of this invocation in the chunk.
uint own_row(int k) { return uint(k * GROUP_SIZE) + invocation(); }

// Merges runs of `width` rows in pairs. All invocations call it.
void merge_in_chunk(uint width) {
  uvec2 labels[ROWS_EACH];
  uint slots[ROWS_EACH];
  uint place[ROWS_EACH];
  for (int k = 0; k < ROWS_EACH; ++k) {
    uint row = own_row(k);
    uint run = (row ^ width) & ~(width - 1u);  // the other run
    uint before = 0u;                          // rows there that are before this one
    labels[k] = chunk_labels[row];
    slots[k] = chunk_slot[row];
    for (uint step = width; step > 0u; step /= 2u) {
      uint next = before + step;
      if (next <= width) before = is_before(chunk_labels[run + next - 1u], labels[k]) ? next : before;
    }
    place[k] = (row & ~width) + before;
  }
  barrier();
  for (int k = 0; k < ROWS_EACH; ++k) {
    chunk_labels[place[k]] = labels[k];
    chunk_slot[place[k]] = slots[k];
  }
  barrier();
}

void write_header(uint listed) {
  found = min(pair_count, uint(MAX_PAIRS) + 1u);
  contacts = listed;
  overflow = pair_count > uint(MAX_PAIRS) ? 1u : 0u;
  max_contacts = uint(MAX_PAIRS);
  border_low = border[0];
  border_high = border[1];
  unused[0] = 0u;
  unused[1] = 0u;
}

void main() {
  uint listed = listed_contacts();
  uint begin = group_index() * CHUNK;
  uint rows = begin < listed ? min(listed - begin, CHUNK) : 0u;
  for (int k = 0; k < ROWS_EACH; ++k) {
    uint row = own_row(k);
    uint at = row < rows ? pair_slot[begin + row] : 0u;
    // Labels behind the last row are larger than all others, and differ.
    chunk_labels[row] = row < rows ? uvec2(slot[at][0], slot[at][1]) : uvec2(0xFFFFFFFFu, row);
    chunk_slot[row] = at;
  }
  barrier();
  uint chunk = rows > 0u ? CHUNK : 0u;  // chunks behind the last row have nothing to sort
  for (uint width = 1u; width < chunk; width *= 2u) merge_in_chunk(width);
  bool in_place = are_in_place(merges_of_contacts(listed));
  for (int k = 0; k < ROWS_EACH; ++k) {
    uint row = own_row(k);
    if (row < rows) {
      uint at = chunk_slot[row];
      uvec4 sorted = uvec4(chunk_labels[row], slot[at][2], slot[at][3]);
      if (in_place) {
        contact[begin + row] = sorted;
      } else {
        merged[begin + row] = sorted;
      }
      for (uint word = 0u; word < 4u; ++word) slot[at][word] = 0u;
    }
  }
  if (pair_count > uint(MAX_PAIRS)) {  // the table has pairs that are not listed
    for (uint at = job_index(); at < uint(SLOTS); at += uint(CHUNKS * GROUP_SIZE)) {
      for (uint word = 0u; word < 4u; ++word) slot[at][word] = 0u;
    }
  }
  if (job_index() == 0u) write_header(listed);
}
