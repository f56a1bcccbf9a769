// Additions to areas and 64-bit sums of the component table.
// needs  table_layout, table

// No carry: images and volumes have less than 2^32 elements, so an area's high word stays 0. `pixels` may stand for a
// negative number, for areas are exact modulo 2^32.
void add_to_area(uint row, uint pixels) { atomicAdd(table_vectors[vector_at(row, ROW_HEAD)].z, pixels); }

// A 64-bit addition is a 32-bit addition to the low word that carries into the high word. A term is given by its low
// and its high word.
void add_to_sum_x(uint row, uint low, uint high) {
  uint before = atomicAdd(table_vectors[vector_at(row, ROW_SUMS)].x, low);
  high += before + low < low ? 1u : 0u;
  if (high != 0u) atomicAdd(table_vectors[vector_at(row, ROW_SUMS)].y, high);
}

void add_to_sum_y(uint row, uint low, uint high) {
  uint before = atomicAdd(table_vectors[vector_at(row, ROW_SUMS)].z, low);
  high += before + low < low ? 1u : 0u;
  if (high != 0u) atomicAdd(table_vectors[vector_at(row, ROW_SUMS)].w, high);
}

#ifdef VOLUME
void add_to_sum_z(uint row, uint low) {
  uint before = atomicAdd(table_vectors[vector_at(row, ROW_SUM_Z)].x, low);
  if (before + low < low) atomicAdd(table_vectors[vector_at(row, ROW_SUM_Z)].y, 1u);
}
#endif
