// write_labels: writes the label of every element, also of background, once. One workgroup per tile; it looks up the
// labels of the tile's nodes, then the labels of a part's runs, and then writes the part's elements.
// needs  uniforms, tiles, record_labels
// reads  tile_data, record_pairs, counts, nodes; with NUMBERED root_bits, ranks and sums
// writes image binding 0: the labels; without NUMBERED also nodes, whose paths it shortens

#ifdef VOLUME
layout(r32ui, GLCCL_IMAGE(0)) writeonly uniform uimage3D labels;
#else
layout(r32ui, GLCCL_IMAGE(0)) writeonly uniform uimage2D labels;
#endif

// Parts of a tile that are written one after another. The labels of a part's runs lie in shared memory: less of it lets
// a multiprocessor work on more tiles at once.
const int PARTS = MOST_RUNS > 2048 ? 4 : 1;

shared uvec2 words[BAND_WORDS];                 // starts, and the number of runs in the words before
shared uint tile_rows[ROW_WORDS];                    // the bits of rows
shared uint run_labels[MOST_RUNS / PARTS + 1];  // the label of the part's run r, counted from 0, at r + 1

void store_label(ivec3 voxel, uint label) {
  if (all(lessThan(voxel, extent()))) {
#ifdef VOLUME
    imageStore(labels, voxel, uvec4(label));
#else
    imageStore(labels, voxel.xy, uvec4(label));
#endif
  }
}

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
    store_label(voxel, (bits & 1u) != 0u ? label_left : 0u);
    store_label(voxel + ivec3(16, 0, 0), (bits >> 16 & 1u) != 0u ? label_right : 0u);
  }
}

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
