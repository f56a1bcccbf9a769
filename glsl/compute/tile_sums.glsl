// What a tile has of its components, summed in shared memory from the bits of runs.

// Components that are summed at a time.
const uint SUMMED = 320u;

// Sums over pixels of the tile, places counted from its first pixel.
shared uint sum_area[SUMMED];
shared uint sum_x[SUMMED];  // at most 127 * 8192
shared uint sum_y[SUMMED];
shared uint sum_x0[SUMMED];
shared uint sum_x1[SUMMED];
shared uint sum_last[SUMMED];  // y1 << 16 | the record, which all runs of a component share that ends in the tile

// The sum of the places of the bits.
uint sum_of_places(uint bits) {
  return uint(bitCount(bits & 0xAAAAAAAAu) + 2 * bitCount(bits & 0xCCCCCCCCu) + 4 * bitCount(bits & 0xF0F0F0F0u) +
              8 * bitCount(bits & 0xFF00FF00u) + 16 * bitCount(bits & 0xFFFF0000u));
}

struct TileSums {
  uint area, x, y, x0, x1, y1;
};

const TileSums NO_PIXELS = TileSums(0u, 0u, 0u, 0xFFFFFFFFu, 0u, 0u);

// Adds a run of word `own` with these columns.
void add_run(inout TileSums sums, Word word, uint own, uint columns) {
  uint left = own % uint(TILE_WORDS) * 32u;
  uint top = own / uint(TILE_WORDS) * ROWS;
  uint upper = word.upper & columns;
  uint lower = word.lower & columns;
  uint area = uint(bitCount(upper) + bitCount(lower));
  sums.area += area;
  sums.x += sum_of_places(upper) + sum_of_places(lower) + left * area;
  sums.y += top * area + uint(bitCount(lower));
  sums.x0 = min(sums.x0, left + uint(findLSB(columns)));
  sums.x1 = max(sums.x1, left + uint(findMSB(columns)));
  sums.y1 = max(sums.y1, top + (lower != 0u ? 1u : 0u));
}

// Adds what an invocation has of a component to what all have.
void add_sums(uint i, uint record, TileSums sums) {
  atomicAdd(sum_area[i], sums.area);
  atomicAdd(sum_x[i], sums.x);
  atomicAdd(sum_y[i], sums.y);
  atomicMin(sum_x0[i], sums.x0);
  atomicMax(sum_x1[i], sums.x1);
  atomicMax(sum_last[i], sums.y1 << 16 | record);
}
