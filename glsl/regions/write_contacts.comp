// write_contacts: the rows.
// needs  jobs, contacts, sort
// reads  slot, entry
// writes contact

void main() {
  uint i = job_index();
  if (i < entry_count) {
    uint at = entry[i].y;
    contact[i] = uvec4(slot[at][0], slot[at][1], slot[at][2], slot[at][3]);
  }
}
