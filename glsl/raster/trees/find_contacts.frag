// find_contacts (ours): finds the links between runs of neighbouring columns that merge_rounds has to look at. Links
// whose runs hook_runs has brought into one tree are left out, and links that others imply:
//
//     u a      link     implied if all links of one chain exist
//     p b      p - b    p - u, u - a, a - b
//     d c      p - a    p - u, u - a          or  p - b, b - a
//              p - c    p - d, d - c          or  p - b, b - c
//
// A chain has vertical links, whose pixels are of one run, and one link between the columns. A horizontal link is left
// out only for the horizontal link above it, a diagonal link only for a horizontal one. So no two links are left out
// for one another.
//
// A fragment looks at 32 pixels of a column: bit i of its words is pixel p in row i.
// needs  raster_layout, ids, parts/neighbors, parts/runs
// reads  binding 0, `ids`: the trees of runs, flat; the words of runs.glsl
// writes contacts: RGBA32UI, x: p - b, y: p - a, z: p - c

layout(location = 0) out uvec4 contacts;

// The links of the pixels of a word: x down, y to b, z to a, w to c.
uvec4 all_links(ivec2 word) {
#if CRITERION == FOREGROUND
  uint here = foreground_at(word);
  ivec2 next = word + ivec2(1, 0);
  uint beside = foreground_at(next);
  uvec4 all = here & uvec4(here >> 1 | foreground_at(word + ivec2(0, 1)) << 31, beside, 0u, 0u);
#if CONNECTIVITY == 8
  all.z = here & (beside << 1 | foreground_at(next - ivec2(0, 1)) >> 31);
  all.w = here & (beside >> 1 | foreground_at(next + ivec2(0, 1)) << 31);
#endif
  return all;
#else
  return links_at(word);
#endif
}

// Without those that others imply.
uvec3 needed_links(ivec2 word) {
  uvec4 here = all_links(word);
  uvec3 needed = here.yzw;
  if ((here.y | here.z | here.w) != 0u) {
    ivec2 next = word + ivec2(1, 0);
    uvec4 above = all_links(word - ivec2(0, 1));
    uint down_next = all_links(next).x;
    uint up = here.x << 1 | above.x >> 31;                                    // p - u
    uint up_next = down_next << 1 | all_links(next - ivec2(0, 1)).x >> 31;    // b - a
    uint beside_above = here.y << 1 | above.y >> 31;                          // u - a
    uint beside_below = here.y >> 1 | all_links(word + ivec2(0, 1)).y << 31;  // d - c
    needed.x &= ~(up & beside_above & up_next);
    needed.y &= ~(up & beside_above | here.y & up_next);
    needed.z &= ~(here.x & beside_below | here.y & down_next);
  }
  return needed;
}

float tree_of(ivec2 pixel) { return id_of(unpacked(run_of(pixel))); }

// Of links to the next column and `dy` rows down, those between different trees.
uint between_trees(uint bits, ivec2 word, int dy) {
  uint between = 0u;
  for (; bits != 0u; bits &= bits - 1u) {
    ivec2 pixel = ivec2(word.x, word.y * ROWS_IN_WORD + findLSB(bits));
    if (tree_of(pixel) != tree_of(pixel + ivec2(1, dy))) between |= bits & ~bits + 1u;
  }
  return between;
}

void main() {
  ivec2 word = ivec2(gl_FragCoord.xy);
  uvec3 needed = needed_links(word);
  contacts = uvec4(between_trees(needed.x, word, 0), between_trees(needed.y, word, -1),
                   between_trees(needed.z, word, 1), 0u);
}
