// label_tiles: packs a tile of 4 words x 32 bands into bits, solves it in shared memory, and hangs the nodes of its runs right below
// their roots in the tile. An invocation has a word.
// reads  the source
// writes pixel_bits, with value criteria start_bits, and the texels of nodes in `forest`

const int TILE_ROWS = TILE_BANDS * ROWS;

shared uint tile_bits[TILE_WORDS * TILE_ROWS];
shared uint tile_starts[TILE_WORDS * TILE_BANDS];
// An entry is a node's place in raster order above the place of its run's start: key << 12 | start. At a run's start lies
// the entry of its parent.
shared uint tile_forest[TILE_WORDS * TILE_BANDS * 32];

ivec2 tile_first() { return ivec2(gl_WorkGroupID.xy) * ivec2(TILE_WORDS, TILE_BANDS); }  // word and band

uint bits_of(int word, int row) {
  ivec2 at = ivec2(word, row) - tile_first() * ivec2(1, ROWS);
  if (at.x < 0 || at.y < 0 || at.x >= TILE_WORDS || at.y >= TILE_ROWS) return 0u;
  return tile_bits[at.y * TILE_WORDS + at.x];
}

int place_in_tile(int word, int band) {
  ivec2 at = ivec2(word, band) - tile_first();
  return at.y * TILE_WORDS + at.x;
}

Word word_at(int word, int band) {
  Word found;
  found.upper = bits_of(word, band * ROWS);
  found.lower = ROWS == 2 ? bits_of(word, band * ROWS + 1) : 0u;
  found.starts = tile_starts[place_in_tile(word, band)];
  return found;
}

bool is_set(ivec2 pixel) { return all(lessThan(pixel, image_size)) && is_foreground(pixel); }

// Row by row of the tile's words.
void pack_pixels() {
  ivec2 first = tile_first() * ivec2(32, ROWS);
#ifdef SUBGROUPS
  for (uint i = gl_SubgroupID; i < TILE_WORDS * TILE_ROWS; i += gl_NumSubgroups) {
    ivec2 pixel = first + ivec2(32u * (i % TILE_WORDS) + gl_SubgroupInvocationID, i / TILE_WORDS);
    uint bits = subgroupBallot(is_set(pixel)).x;
    if (gl_SubgroupInvocationID == 0u) tile_bits[i] = bits;
  }
#else
  for (uint i = gl_LocalInvocationIndex; i < TILE_WORDS * TILE_ROWS; i += GROUP_SIZE) {
    ivec2 pixel = first + ivec2(32u * (i % TILE_WORDS), i / TILE_WORDS);
    uint bits = 0u;
    for (int bit = 0; bit < 32; ++bit) bits |= is_set(pixel + ivec2(bit, 0)) ? 1u << bit : 0u;
    tile_bits[i] = bits;
  }
#endif
}

uint find_in_tile(uint entry) {
  for (uint parent = tile_forest[entry & 0xFFFu]; parent != entry; parent = tile_forest[entry & 0xFFFu]) entry = parent;
  return entry;
}

// As unite() of forest.glsl.
void unite_in_tile(uint a, uint b) {
  while (true) {
    a = find_in_tile(a);
    b = find_in_tile(b);
    if (a == b) return;
    uint larger = max(a, b);
    uint smaller = min(a, b);
    uint before = atomicMin(tile_forest[larger & 0xFFFu], smaller);
    if (before == larger) return;
    a = before;
    b = smaller;
  }
}

// An ancestor of the run that a column is in.
uint entry_at(int word, int band, int bit) {
  int start = findMSB(tile_starts[place_in_tile(word, band)] & up_to(bit));
  return tile_forest[32 * place_in_tile(word, band) + start];
}

// Unites a word's runs with those they touch to the left and above.
void unite_word(int word, int band) {
  uint contacts[CONTACTS] = uint[](linked_left(word, band) & 1u, 0u, 0u, 0u, 0u);
  if (band > tile_first().y) find_contacts_up(word, band, contacts);
  for (int i = 0; i < CONTACTS; ++i) {
    for (uint rest = contacts[i]; rest != 0u; rest &= rest - 1u) {
      int bit = findLSB(rest);
      int column = 32 * word + bit + OFFSETS[i].x;
      unite_in_tile(entry_at(word, band, bit), entry_at(column >> 5, band + OFFSETS[i].y, column & 31));
    }
  }
}

void main() {
  pack_pixels();
  barrier();

  ivec2 first = tile_first();
  int own = int(gl_LocalInvocationIndex);
  int index = first.x + own % TILE_WORDS;
  int band = first.y + own / TILE_WORDS;
  tile_starts[own] = band_bits(index, band) & ~(linked_left(index, band) & ~1u);
  Word word = word_at(index, band);
  for (uint rest = word.starts; rest != 0u; rest &= rest - 1u) {
    int start = findLSB(rest);
    ivec2 node = ivec2(32 * (own % TILE_WORDS), own / TILE_WORDS * ROWS) + node_of(word, start);
    uint place = uint(32 * own + start);
    tile_forest[place] = uint(node.y * 32 * TILE_WORDS + node.x) << 12 | place;
  }
  barrier();

  unite_word(index, band);
  barrier();

  if (index >= word_count.x || band >= word_count.y) return;
  pixel_bits[band * ROWS * word_count.x + index] = word.upper;
#if ROWS == 2
  pixel_bits[(band * ROWS + 1) * word_count.x + index] = word.lower;
#endif
#if CRITERION != FOREGROUND
  start_bits[band * word_count.x + index] = word.starts;
#endif
  for (uint rest = word.starts; rest != 0u; rest &= rest - 1u) {
    int start = findLSB(rest);
    uint key = find_in_tile(tile_forest[32 * own + start]) >> 12;
    ivec2 root = first * ivec2(32, ROWS) + ivec2(key % (32 * TILE_WORDS), key / (32 * TILE_WORDS));
    imageStore(forest, node_pixel(word, index, band, start), uvec4(label_of(root)));
  }
}
