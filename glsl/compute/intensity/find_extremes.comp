// find_extremes: finds the smallest and the largest float of each component, from which follow the bits of the fraction
// of its values. It passes over components with small boxes, because begin_intensities has measured them.
// needs  measurements/small_boxes, values, group_columns
// reads  the image of intensities; the labels; the bits of large components
// writes keys of floats (shared/fixed_point.h) to the component table
//
// An invocation goes down its column and keeps the extremes of the component that it met last. When it meets another
// one they go to the workgroup's slots.

// Words of a slot.
const uint LABEL_IN_SLOT = 0u;    // 0: free
const uint LEAST_IN_SLOT = 1u;    // the complement of the smallest key
const uint LARGEST_IN_SLOT = 2u;  // the largest one
const uint SLOT_WORDS = 3u;

shared uint slots[SLOTS * SLOT_WORDS];

void widen_row(uint label, uint least, uint largest) {
  uint at = row_at(label) + INTENSITY_AT;
  if (least < table_words[at + MINIMUM_WORD]) atomicMin(table_words[at + MINIMUM_WORD], least);
  if (largest > table_words[at + MAXIMUM_WORD]) atomicMax(table_words[at + MAXIMUM_WORD], largest);
}

// Widens the range of a slot, or that of the row if the slot is another component's.
void widen_group(uint label, uint least, uint largest) {
  if (label != 0u) {
    uint slot = label % SLOTS * SLOT_WORDS;
    uint owner = atomicCompSwap(slots[slot + LABEL_IN_SLOT], 0u, label);
    if (owner == 0u || owner == label) {
      atomicMax(slots[slot + LEAST_IN_SLOT], ~least);
      atomicMax(slots[slot + LARGEST_IN_SLOT], largest);
    } else {
      widen_row(label, least, largest);
    }
  }
}

void find_in_column() {
  uint slice = gl_WorkGroupID.z;
  ivec2 pixel = ivec2(group_origin().xy + uvec2(own_column(), own_top()));
  ivec2 last = slice_size() - 1;
  bool boxes = measures_boxes();
  LargeLabel own = LargeLabel(0u, 0u);
  uint met = 0u;
  uint least = 0xFFFFFFFFu;
  uint largest = 0u;
  for (uint begin = 0u; begin < OWN_ROWS; begin += uint(ROWS_AT_ONCE)) {
    uvec4 read;
    for (int i = 0; i < ROWS_AT_ONCE; ++i) read[i] = label_at(pixel + ivec2(0, i), slice);
    if (read != uvec4(0u)) {
      uvec4 keys;
      for (int i = 0; i < ROWS_AT_ONCE; ++i) {
        keys[i] = key_of_float(int(stored_at(min(pixel + ivec2(0, i), last), int(slice))));
      }
      for (int i = 0; i < ROWS_AT_ONCE; ++i) {
        own = next_label(boxes, own, read[i]);
        if (own.kept != 0u) {
          if (own.kept != met) {
            widen_group(met, least, largest);
            met = own.kept;
            least = 0xFFFFFFFFu;
            largest = 0u;
          }
          least = min(least, keys[i]);
          largest = max(largest, keys[i]);
        }
      }
    }
    pixel.y += ROWS_AT_ONCE;
  }
  widen_group(met, least, largest);
}

void main() {
  for (uint i = invocation(); i < SLOTS * SLOT_WORDS; i += uint(GROUP_SIZE)) slots[i] = 0u;
  barrier();
  find_in_column();
  barrier();
  if (invocation() < SLOTS) {
    uint slot = invocation() * SLOT_WORDS;
    uint label = slots[slot + LABEL_IN_SLOT];
    if (label != 0u) widen_row(label, ~slots[slot + LEAST_IN_SLOT], slots[slot + LARGEST_IN_SLOT]);
  }
}
