// Links between voxels of equal or similar value that are both occupied, kept in shared memory. uniting_links() asks
// for twenty of them, and SwiftShader, WebGPU on the CPU, needs minutes to compile twenty copies of linked_to(). Other
// devices compute a link where they need it, and keep their shared memory for workgroups.
// needs  links, link_elements

#if defined(WEBGPU) && defined(VOLUME) && CRITERION != FOREGROUND
#define KEEPS_LINKS

const uint KEPT_LINKS = uint(DIRECTIONS * ROW_WORDS);

shared uint kept_links[KEPT_LINKS];

// The caller needs a barrier before and after it.
void keep_links() {
  for (uint i = invocation(); i < KEPT_LINKS; i += GROUP_SIZE) {
    ivec3 at = row_word(i % uint(ROW_WORDS));
    ivec3 neighbor = neighbors[i / uint(ROW_WORDS)];
    kept_links[i] = i < uint(ROW_WORDS) ? 0u : linked_to(at.x, at.y, at.z, band_of(neighbor), neighbor.x, ALL_COLUMNS);
  }
}

uint links_to(int word, int y, int z, int band, int dx) {
  int direction = direction_to(band, dx);
  bool inside = word >= 0 && word < WORDS_X && y >= 0 && y < SIDE_Y && z >= 0 && z < SIDE_Z;
  uint links = 0u;
  if (inside) {
    if (direction < DIRECTIONS) links = kept_links[index_of_links(word, z * SIDE_Y + y, direction)];
  }
  return links;
}
#endif
