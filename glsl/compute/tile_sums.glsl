// The sums of a tile's components (shared/sums.h) in shared memory.

// Components that are summed at a time.
const uint SUMMED = 320u;

shared uint sum_area[SUMMED];
shared uint sum_x[SUMMED];
shared uint sum_y[SUMMED];
shared uint sum_x0[SUMMED];
shared uint sum_x1[SUMMED];
shared uint sum_last[SUMMED];  // y1 << 16 | the record, which all runs of a component share that ends in the tile

// Adds an invocation's part of a component to the component's sums.
void add_sums(uint i, uint record, TileSums sums) {
  atomicAdd(sum_area[i], sums.area);
  atomicAdd(sum_x[i], sums.x);
  atomicAdd(sum_y[i], sums.y);
  atomicMin(sum_x0[i], sums.x0);
  atomicMax(sum_x1[i], sums.x1);
  atomicMax(sum_last[i], sums.y1 << 16 | record);
}
