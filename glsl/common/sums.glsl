// Adding to the 64-bit sums of the component table, by 32-bit additions that carry. A term is given by its low and its high word.
// Needs table.glsl.

void add_to_sum_x(uint row, uint low, uint high) {
  uint before = atomicAdd(component[row][SUMS].x, low);
  high += before + low < low ? 1u : 0u;
  if (high != 0u) atomicAdd(component[row][SUMS].y, high);
}

void add_to_sum_y(uint row, uint low, uint high) {
  uint before = atomicAdd(component[row][SUMS].z, low);
  high += before + low < low ? 1u : 0u;
  if (high != 0u) atomicAdd(component[row][SUMS].w, high);
}
