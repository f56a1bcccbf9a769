// Contacts: links between runs of neighbouring columns. The runs of a contact are those of a pixel and of one in the
// next column, `mask` tells which (find_contacts.frag): 0 beside, 1 above, 2 below.
// needs  shared/ids, ids, neighbors, runs
// reads  binding 0, `ids`: the trees of runs

// The packed place of the run that the run of a pixel pointed to when the contacts were found.
uint root_when_found(ivec2 pixel) { return floatBitsToUint(id_of(unpacked(run_of(pixel)))) - ID_BASE; }

uvec2 roots_of_contact(ivec2 pixel, int mask) {
  return uvec2(root_when_found(pixel), root_when_found(pixel + ivec2(1, mask == 0 ? 0 : mask == 1 ? -1 : 1)));
}
