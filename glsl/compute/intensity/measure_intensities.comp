// measure_intensities: adds the values of a second image to the rows of the component table. It passes over components
// with small boxes, because begin_intensities has measured them.
// needs  measurements/small_boxes, values, group_columns, group_sums
// reads  the image of intensities; the labels; the bits of large components; the component table
// writes the component table
//
// An invocation goes down a column of 32 rows and keeps the sums of the component that it met last. When it meets
// another one they go to the workgroup's sums. At the end a subgroup adds up the sums of one component that its
// invocations keep, so that a large component costs few atomics on shared memory, and fewer on the table.

const int SUBGROUP_COMPONENTS = 2;  // that a subgroup adds up

ValueSums met = no_values(0u);  // of the component that this invocation met last
int met_bits = fraction_bits;   // of the fraction of its values

// Adds the sums of this invocation to those of the workgroup.
void leave() {
  met.x = multiply_low(met.sum, own_column());
  add_to_group(met);
}

// Makes the sums of this invocation those of a component.
void meet(uint label) {
  if (label != met.label) {
    leave();
    met = no_values(label);
    if (OWN_FRACTIONS != 0) met_bits = bits_of_component(label);
  }
}

void measure_column() {
  uint top = own_top();
  uint slice = gl_WorkGroupID.z;
  ivec2 pixel = ivec2(group_origin().xy + uvec2(own_column(), top));
  ivec2 last = slice_size() - 1;
  bool boxes = measures_boxes();
  LargeLabel own = LargeLabel(0u, 0u);
  for (uint begin = 0u; begin < OWN_ROWS; begin += uint(ROWS_AT_ONCE)) {
    uvec4 read;
    for (int i = 0; i < ROWS_AT_ONCE; ++i) read[i] = label_at(pixel + ivec2(0, i), slice);
    if (read != uvec4(0u)) {
      uvec4 values;
      for (int i = 0; i < ROWS_AT_ONCE; ++i) values[i] = stored_at(min(pixel + ivec2(0, i), last), int(slice));
      if (read == read.xxxx) {
        own = next_label(boxes, own, read.x);
        if (own.kept != 0u) {
          meet(own.kept);
          for (int i = 0; i < ROWS_AT_ONCE; ++i) values[i] = value_of(values[i], met_bits);
          met = with_values(met, values, top + begin);
        }
      } else {
        for (int i = 0; i < ROWS_AT_ONCE; ++i) {
          own = next_label(boxes, own, read[i]);
          if (own.kept != 0u) {
            meet(own.kept);
            met = with_value(met, value_of(values[i], met_bits), top + begin + uint(i));
          }
        }
      }
    }
    pixel.y += ROWS_AT_ONCE;
  }
}

void main() {
  clear_slots();
  barrier();
  measure_column();
  barrier();

#ifdef SUBGROUPS
  for (int i = 0; i < SUBGROUP_COMPONENTS; ++i) {
    // The smallest label tends to be that of a large component. 0, which is none, becomes the largest.
    uint label = subgroupMin(met.label - 1u) + 1u;
    if (label != 0u) {
      ValueSums added = no_values(label);
      if (met.label == label) {
        added = met;
        added.x = multiply_low(met.sum, own_column());
        met.label = 0u;
      }
      added = sum_of_subgroup(added);
      if (gl_SubgroupInvocationID == 0u) add_to_group(added);
    }
    barrier();
  }
#endif
  leave();
  barrier();

  if (invocation() < SLOTS) add_slot_to_row(invocation());
}
