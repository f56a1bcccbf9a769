// write_labels: writes the label of every element, also of background, once. One workgroup per tile; it looks up the
// labels of the tile's nodes, then the labels of a part's runs, and then writes the part's elements.
// needs  uniforms, tiles, record_labels, label_image
// reads  tile_data, record_pairs, counts, nodes; with NUMBERED root_bits, ranks and sums
// writes the labels; without NUMBERED also nodes, whose paths it shortens

// Parts of a tile that are written one after another. The labels of a part's runs lie in shared memory: less of it lets
// a multiprocessor work on more tiles at once.
const int PARTS = MOST_RUNS > 2048 ? 4 : 1;

shared uvec2 words[BAND_WORDS];                 // starts, and the number of runs in the words before
shared uint tile_rows[ROW_WORDS];                    // the bits of rows
shared uint run_labels[MOST_RUNS / PARTS + 1];  // the label of the part's run r, counted from 0, at r + 1

// The number of runs of the tile before a part.
uint runs_before_part(int part) {
  uvec2 word = words[min(part * (BAND_WORDS / PARTS), BAND_WORDS - 1)];
  return word.y + (part < PARTS ? 0u : uint(bitCount(word.x)));
}

// Looks up the labels of the runs from `begin` to `end`.
void look_up_runs(uint tile, uint begin, uint end) {
  for (uint pair = begin / 2u + invocation(); 2u * pair < end; pair += GROUP_SIZE) {
    uint records = stored_pair(tile, pair);
    uint run = 2u * pair;
    if (run >= begin) run_labels[run - begin + 1u] = label_of_record(half_of(records, 0u));
    if (run + 1u < end) run_labels[run - begin + 2u] = label_of_record(half_of(records, 1u));
  }
}

#if LABELS_IN_BUFFER
const int IN_WORD = WORD_COLUMNS / 4;  // stores for a word

// An invocation writes four labels at a time, in all rows of a band.
void write_part(int part, uint first_run) {
  const int band_words = BAND_WORDS / PARTS;
  for (int i = int(invocation()); i < band_words * IN_WORD; i += GROUP_SIZE) {
    int own = part * band_words + i / IN_WORD;
    int column = i % IN_WORD * 4;
    uvec2 found = words[own];
    uint run = found.y - first_run + uint(bitCount(found.x & up_to(column)));
    uvec4 four;
    for (int c = 0; c < 4; ++c) {
      if (c > 0) run += found.x >> (column + c) & 1u;
      four[c] = run_labels[run];
    }
    for (int row = 0; row < BAND_ROWS; ++row) {
      ivec3 at = row_of_band(band_word(uint(own)), row);
      ivec3 voxel = own_origin() + at * ivec3(WORD_COLUMNS, 1, 1) + ivec3(column, 0, 0);
      if (all(lessThan(voxel, extent()))) {
        uint bits = tile_rows[(at.z * SIDE_Y + at.y) * WORDS_X + at.x] >> column;
        bvec4 is_set = notEqual(uvec4(bits) & uvec4(1u, 2u, 4u, 8u), uvec4(0u));
        store_labels(voxel, mix(uvec4(0u), four, is_set), image_size.x - voxel.x);
      }
    }
  }
}
#else
void store_within(ivec3 voxel, uint label) {
  if (all(lessThan(voxel, extent()))) store_label(voxel, label);
}

// 32 invocations write words below one another: two rows of a word at a time, first the left half of its columns, then
// the right half. Textures keep such elements close together.
void write_part(int part, uint first_run) {
  int lane = int(invocation()) % 32;
  int column = lane % 16;
  uint left = up_to(column);
  uint right = up_to(column + 16);
  const int pairs = ROW_WORDS / 2 / PARTS;
  for (int i = int(invocation()) / 32; i < pairs; i += GROUP_SIZE / 32) {
    int pair = part * pairs + i;
    ivec3 at = row_word(uint(2 * (pair / WORDS_X) + lane / 16) * uint(WORDS_X) + uint(pair % WORDS_X));
    uvec2 found = words[(at.z / ROWS_Z * BANDS_Y + at.y / ROWS_Y) * WORDS_X + at.x];
    uint before = found.y - first_run;
    uint bits = tile_rows[(at.z * SIDE_Y + at.y) * WORDS_X + at.x] >> column;
    uint label_left = run_labels[before + uint(bitCount(found.x & left))];
    uint label_right = run_labels[before + uint(bitCount(found.x & right))];
    ivec3 voxel = own_origin() + at * ivec3(WORD_COLUMNS, 1, 1) + ivec3(column, 0, 0);
    store_within(voxel, (bits & 1u) != 0u ? label_left : 0u);
    store_within(voxel + ivec3(16, 0, 0), (bits >> 16 & 1u) != 0u ? label_right : 0u);
  }
}
#endif

void main() {
  uint tile = index_of_tile(own_tile());
  uint own = invocation();
  for (uint i = own; i < uint(ROW_WORDS); i += GROUP_SIZE) tile_rows[i] = stored(tile, i);
  if (own < uint(BAND_WORDS)) {
    words[own] = uvec2(stored_word(tile, int(own)).starts, stored_runs_before(tile, int(own)));
  }
  look_up_nodes(tile);
  barrier();

  for (int part = 0; part < PARTS; ++part) {
    uint begin = runs_before_part(part);
    look_up_runs(tile, begin, runs_before_part(part + 1));
    barrier();
    write_part(part, begin);
    if (part + 1 < PARTS) barrier();
  }
}
