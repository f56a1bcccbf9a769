// write_labels: writes the label of every pixel, also of background, once. One workgroup per tile; it looks up the
// labels of the tile's nodes, then the labels of a part's runs, and then writes the part's pixels.
// reads  tile_data, record_pairs, counts, nodes; with NUMBERED root_bits, ranks and sums
// writes image binding 0: the labels; without NUMBERED also nodes, whose paths it shortens

layout(r32ui, binding = 0) writeonly uniform uimage2D labels;

// Parts of a tile that are written one after another. The labels of a part's runs lie in shared memory: less of it lets
// a multiprocessor work on more tiles at once.
const int PARTS = MOST_RUNS > MOST_RUNS_OF_FOREGROUND ? 4 : 1;

shared uvec4 words[BAND_WORDS];  // upper, lower, starts, and the number of runs in the words before
shared uint run_labels[MOST_RUNS / PARTS + 1];  // the label of the part's run r, counted from 0, at r + 1

void store_label(ivec2 pixel, uint label) {
  if (all(lessThan(pixel, image_size))) imageStore(labels, pixel, uvec4(label));
}

// The number of runs of the tile before a part.
uint runs_before_part(int part) {
  if (part < PARTS) return words[part * (BAND_WORDS / PARTS)].w;
  return words[BAND_WORDS - 1].w + uint(bitCount(words[BAND_WORDS - 1].z));
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
// the right half. Textures keep such pixels close together.
void write_pixels(int part, uint first_run) {
  int lane = int(invocation()) % 32;
  int first = int(invocation()) / 32;
  int word = first % TILE_WORDS;
  int column = lane % 16;
  uint left = up_to(column);
  uint right = up_to(column + 16);
  ivec2 pixel = own_origin() + ivec2(word * WORD_COLUMNS + column, 0);
  const int pairs = TILE_ROWS / 2 / PARTS;
  for (int pair = first / TILE_WORDS; pair < pairs; pair += GROUP_SIZE / 32 / TILE_WORDS) {
    int row = 2 * (part * pairs + pair) + lane / 16;
    uvec4 found = words[row / ROWS * TILE_WORDS + word];
    uint before = found.w - first_run;
    uint bits = (row % ROWS == 0 ? found.x : found.y) >> column;
    uint label_left = run_labels[before + uint(bitCount(found.z & left))];
    uint label_right = run_labels[before + uint(bitCount(found.z & right))];
    store_label(pixel + ivec2(0, row), (bits & 1u) != 0u ? label_left : 0u);
    store_label(pixel + ivec2(16, row), (bits >> 16 & 1u) != 0u ? label_right : 0u);
  }
}

void main() {
  uint tile = index_of_tile(own_tile());
  uint own = invocation();
  if (own < uint(BAND_WORDS)) {
    Word word = stored_word(tile, int(own));
    words[own] = uvec4(word.upper, word.lower, word.starts, stored_runs_before(tile, int(own)));
  }
  look_up_nodes(tile);
  barrier();

  for (int part = 0; part < PARTS; ++part) {
    uint begin = runs_before_part(part);
    look_up_runs(tile, begin, runs_before_part(part + 1));
    barrier();
    write_pixels(part, begin);
    if (part + 1 < PARTS) barrier();
  }
}
