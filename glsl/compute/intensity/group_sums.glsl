// The sums that a workgroup adds up in shared memory before they go to the table. A component has the slot of its
// number, unless another one of the workgroup came first.
// needs  group_columns, values, table_words

// Words of a slot. A sum has two words.
const uint LABEL_IN_SLOT = 0u;    // 0: free
const uint LEAST_IN_SLOT = 1u;    // the complement of the minimum
const uint LARGEST_IN_SLOT = 2u;  // the maximum
const uint SUM_IN_SLOT = 3u;
const uint X_IN_SLOT = 5u;
const uint Y_IN_SLOT = 7u;
const uint LOWER_SQUARES_IN_SLOT = 9u;   // the sum of the lowest words of squares
const uint UPPER_SQUARES_IN_SLOT = 11u;  // the sum of their other words
const uint SLOT_WORDS = 13u;             // odd, for the banks of shared memory

shared uint slots[SLOTS * SLOT_WORDS];

void clear_slots() {
  for (uint i = invocation(); i < SLOTS * SLOT_WORDS; i += uint(GROUP_SIZE)) slots[i] = 0u;
}

// Adds sums to the row of their component. Columns and rows are counted from the workgroup's first.
void add_to_row(ValueSums sums) {
  uint row = row_at(sums.label);
  uint at = row + INTENSITY_AT;
  uvec3 from = group_origin();
  add_to_table(at, extend(sums.sum));
  add_to_table(at + SQUARES_WORD, uvec4(sums.squares, 0u));
  add_to_table(at + SUM_X_WORD, add_signed(multiply_wide(sums.sum, from.x), sums.x));
  add_to_table(at + SUM_Y_WORD, add_signed(multiply_wide(sums.sum, from.y), sums.y));
  if (INTENSITY_Z_AT != 0u) add_to_table(row + INTENSITY_Z_AT, multiply_wide(sums.sum, from.z));
  if (OWN_FRACTIONS != 0) {
    table_words[at + FRACTION_BITS_WORD] = bits_in_row(bits_of_component(sums.label));  // all write the same
  } else {
    atomicMin(table_words[at + MINIMUM_WORD], sums.minimum);
    atomicMax(table_words[at + MAXIMUM_WORD], sums.maximum);
  }
}

void add_to_slot(uint word, uvec2 value) {
  uint before = atomicAdd(slots[word], value.x);
  uint high = value.y + (before + value.x < before ? 1u : 0u);
  if (high != 0u) atomicAdd(slots[word + 1u], high);
}

// Adds sums to the slot of their component, or to its row if the slot is another's.
void add_to_group(ValueSums sums) {
  if (sums.label != 0u) {
    uint slot = sums.label % SLOTS * SLOT_WORDS;
    uint owner = atomicCompSwap(slots[slot + LABEL_IN_SLOT], 0u, sums.label);
    if (owner == 0u || owner == sums.label) {
      atomicMax(slots[slot + LEAST_IN_SLOT], ~sums.minimum);
      atomicMax(slots[slot + LARGEST_IN_SLOT], sums.maximum);
      add_to_slot(slot + SUM_IN_SLOT, sums.sum);
      add_to_slot(slot + X_IN_SLOT, sums.x);
      add_to_slot(slot + Y_IN_SLOT, sums.y);
      add_to_slot(slot + LOWER_SQUARES_IN_SLOT, uvec2(sums.squares.x, 0u));
      add_to_slot(slot + UPPER_SQUARES_IN_SLOT, sums.squares.yz);
    } else {
      add_to_row(sums);
    }
  }
}

uvec2 words_in_slot(uint word) { return uvec2(slots[word], slots[word + 1u]); }

// Adds the sums of a slot to the row of its component.
void add_slot_to_row(uint number) {
  uint slot = number * SLOT_WORDS;
  if (slots[slot + LABEL_IN_SLOT] != 0u) {
    uvec2 upper = words_in_slot(slot + UPPER_SQUARES_IN_SLOT);
    uvec3 squares = add(uvec3(0u, upper), words_in_slot(slot + LOWER_SQUARES_IN_SLOT));
    add_to_row(ValueSums(slots[slot + LABEL_IN_SLOT], ~slots[slot + LEAST_IN_SLOT], slots[slot + LARGEST_IN_SLOT],
                         words_in_slot(slot + SUM_IN_SLOT), words_in_slot(slot + X_IN_SLOT),
                         words_in_slot(slot + Y_IN_SLOT), squares));
  }
}

#ifdef SUBGROUPS

// The lower 24 bits of a word: of 32 of them a sum has no carry.
const uint PIECE = 0xFFFFFFu;

// The sum over a subgroup of integers with a sign, of 47 bits at most.
uvec2 sum_of_subgroup(uvec2 a) {
  uint low = subgroupAdd(a.x & PIECE);
  uint high = subgroupAdd(a.x >> 24 | a.y << 8);
  return add(uvec2(low, 0u), uvec2(high << 24, uint(int(high) >> 8)));
}

// The same of integers without a sign, of 72 bits at most.
uvec3 sum_of_subgroup(uvec3 a) {
  uint low = subgroupAdd(a.x & PIECE);
  uint middle = subgroupAdd((a.x >> 24 | a.y << 8) & PIECE);
  uint high = subgroupAdd(a.y >> 16 | a.z << 16);
  uvec3 sum = add(uvec3(low, 0u, high >> 16), uvec2(middle << 24, middle >> 8));
  return add(sum, uvec2(0u, high << 16));
}

// The sums of one component over a subgroup.
ValueSums sum_of_subgroup(ValueSums sums) {
  sums.minimum = subgroupMin(sums.minimum);
  sums.maximum = subgroupMax(sums.maximum);
  sums.sum = sum_of_subgroup(sums.sum);
  sums.x = sum_of_subgroup(sums.x);
  sums.y = sum_of_subgroup(sums.y);
  sums.squares = sum_of_subgroup(sums.squares);
  return sums;
}

#endif
