// measure_components: areas, boxes and sums of coordinates. An invocation has a word and measures its runs by their bits; what a tile has of a
// component is gathered in shared memory before it is added to the table. Where a tile has more components than there is
// room, the runs of those that are left over go to the table themselves.
// reads  pixel_bits, start_bits, the labels
// writes the component table: area, x0, x1, y1, sum_x, sum_y; y0 is the first pixel's

const uint SLOTS = 256u;
const int TRIES = 8;

// Pixels of one component.
struct Part {
  uint area, sum_x, sum_y;  // coordinates in the tile
  uint x0, x1, y1;
};

shared uint slot_label[SLOTS];  // 0: free
shared uint slot_area[SLOTS];
shared uint slot_sum_x[SLOTS];
shared uint slot_sum_y[SLOTS];
shared uint slot_x0[SLOTS];
shared uint slot_x1[SLOTS];
shared uint slot_y1[SLOTS];

// The sum of the places of the bits.
uint sum_of_places(uint bits) {
  return uint(bitCount(bits & 0xAAAAAAAAu) + 2 * bitCount(bits & 0xCCCCCCCCu) + 4 * bitCount(bits & 0xF0F0F0F0u) +
              8 * bitCount(bits & 0xFF00FF00u) + 16 * bitCount(bits & 0xFFFF0000u));
}

// The run that starts there in the word whose first pixel is `at` in the tile.
Part measure_run(Word word, int start, uvec2 at) {
  uint run = run_of(word, start);
  uint upper = word.upper & run;
  uint lower = word.lower & run;
  uint in_upper = uint(bitCount(upper));
  uint in_lower = uint(bitCount(lower));
  Part part;
  part.area = in_upper + in_lower;
  part.sum_x = part.area * at.x + sum_of_places(upper) + sum_of_places(lower);
  part.sum_y = part.area * at.y + in_lower;
  part.x0 = at.x + uint(start);
  part.x1 = at.x + uint(findMSB(run));
  part.y1 = lower != 0u ? at.y + 1u : at.y;
  return part;
}

// `corner` is the tile's first pixel: at most 8192 pixels times 32767 stay below 2^32.
void add_to_table(uint label, Part part, uvec2 corner) {
  uint row = label - 1u;
  if (row >= table_rows) return;
  atomicAdd(component[row].area, part.area);
  add_to_sum_x(row, part.sum_x + part.area * corner.x, 0u);
  add_to_sum_y(row, part.sum_y + part.area * corner.y, 0u);
  atomicMin(component[row].x0, part.x0 + corner.x);
  atomicMax(component[row].x1, part.x1 + corner.x);
  atomicMax(component[row].y1, part.y1 + corner.y);
}

// A label's slot, or SLOTS where there is none to be had.
uint slot_of(uint label) {
  uint slot = label * 2654435769u >> 24;
  for (int i = 0; i < TRIES; ++i) {
    uint found = atomicCompSwap(slot_label[slot], 0u, label);
    if (found == 0u || found == label) return slot;
    slot = (slot + 1u) % SLOTS;
  }
  return SLOTS;
}

void add_to_slot(uint slot, Part part) {
  atomicAdd(slot_area[slot], part.area);
  atomicAdd(slot_sum_x[slot], part.sum_x);
  atomicAdd(slot_sum_y[slot], part.sum_y);
  atomicMin(slot_x0[slot], part.x0);
  atomicMax(slot_x1[slot], part.x1);
  atomicMax(slot_y1[slot], part.y1);
}

void main() {
  for (uint slot = gl_LocalInvocationIndex; slot < SLOTS; slot += GROUP_SIZE) {
    slot_label[slot] = slot_area[slot] = slot_sum_x[slot] = slot_sum_y[slot] = slot_x1[slot] = slot_y1[slot] = 0u;
    slot_x0[slot] = 0xFFFFFFFFu;
  }
  barrier();

  ivec2 first = ivec2(gl_WorkGroupID.xy) * ivec2(TILE_WORDS, TILE_BANDS);
  uvec2 corner = uvec2(first * ivec2(32, ROWS));
  ivec2 in_tile = ivec2(gl_LocalInvocationIndex % TILE_WORDS, gl_LocalInvocationIndex / TILE_WORDS);
  ivec2 at = first + in_tile;
  if (all(lessThan(at, word_count))) {
    Word word = stored_word(at.x, at.y);
    for (uint rest = word.starts; rest != 0u; rest &= rest - 1u) {
      int start = findLSB(rest);
      Part part = measure_run(word, start, uvec2(in_tile * ivec2(32, ROWS)));
      uint label = imageLoad(forest, node_pixel(word, at.x, at.y, start)).r;
      uint slot = slot_of(label);
      if (slot < SLOTS) {
        add_to_slot(slot, part);
      } else {
        add_to_table(label, part, corner);
      }
    }
  }
  barrier();

  for (uint slot = gl_LocalInvocationIndex; slot < SLOTS; slot += GROUP_SIZE) {
    if (slot_label[slot] == 0u) continue;
    Part part = Part(slot_area[slot], slot_sum_x[slot], slot_sum_y[slot], slot_x0[slot], slot_x1[slot], slot_y1[slot]);
    add_to_table(slot_label[slot], part, corner);
  }
}
