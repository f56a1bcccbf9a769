// The sums of a tile's components (shared/sums.h) in shared memory.

// Components that are summed at a time.
const uint SUMMED = 384u;

// Area << AREA_AT | the sum of y: at most 8192 pixels, in rows up to 63.
const int AREA_AT = 18;
shared uint sum_area_and_y[SUMMED];
shared uint sum_x[SUMMED];
shared uint sum_x0[SUMMED];
shared uint sum_x1[SUMMED];
shared uint sum_last[SUMMED];  // y1 << 16 | the record, which all runs of a component share that ends in the tile

uint area_of(uint i) { return sum_area_and_y[i] >> AREA_AT; }
uint sum_y_of(uint i) { return sum_area_and_y[i] & (1u << AREA_AT) - 1u; }

void clear_sums(uint i) {
  sum_area_and_y[i] = sum_x[i] = sum_x1[i] = sum_last[i] = 0u;
  sum_x0[i] = 0xFFFFFFFFu;
}

// Adds an invocation's part of a component to the component's sums.
void add_sums(uint i, uint record, TileSums sums) {
  atomicAdd(sum_area_and_y[i], sums.area << AREA_AT | sums.y);
  atomicAdd(sum_x[i], sums.x);
  atomicMin(sum_x0[i], sums.x0);
  atomicMax(sum_x1[i], sums.x1);
  atomicMax(sum_last[i], sums.y1 << 16 | record);
}
