// begin_contacts: frees all slots of the hash table.
// needs  jobs, contacts
// writes slot, pair_count, border

void main() {
  uint i = job_index();
  if (i < uint(SLOTS)) {
    for (uint word = 0u; word < 4u; ++word) slot[i][word] = 0u;
  }
  if (i == 0u) {
    pair_count = 0u;
    border[0] = 0u;
    border[1] = 0u;
  }
}
