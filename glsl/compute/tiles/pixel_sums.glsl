// The sums of the components of a tile of a plane (shared/sums.h) in shared memory, and their rows of the table.
// needs  tiles, ranks, begin_rows, sums, shared/sums

#ifndef VOLUME
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

// Adds the run with these columns of word `own` of the tile's bands.
void add_run_of(inout TileSums sums, BandBits word, uint own, uint columns) {
  uint left = own % uint(WORDS_X) * uint(WORD_COLUMNS);
  uint top = own / uint(WORDS_X) * uint(ROWS_Y);
  add_ends(sums, left, columns);
  for (int i = 0; i < BAND_ROWS; ++i) add_row(sums, left, top + uint(i), word.rows[i] & columns, BAND_ROWS == 1);
}

// Adds to one of the vectors of the row of a component of several tiles, which begin_rows has begun. Sums of at most
// 8192 pixels times 32767 stay below 2^32.
void add_to_vector(uint i, uint label, int vector) {
  uint row = number_of(pixel_of_label(label)) - 1u;
  if (row < table_rows) {
    uvec2 origin = uvec2(own_origin().xy);
    uint area = area_of(i);
    if (vector == ROW_HEAD) add_to_area(row, area);
    if (vector == ROW_SUMS) {
      add_to_sum_x(row, sum_x[i] + area * origin.x, 0u);
      add_to_sum_y(row, sum_y_of(i) + area * origin.y, 0u);
    }
    if (vector == ROW_BOX) {
      atomicMin(table_vectors[vector_at(row, ROW_BOX)].x, origin.x + sum_x0[i]);
      atomicMax(table_vectors[vector_at(row, ROW_BOX)].z, origin.x + sum_x1[i]);
      atomicMax(table_vectors[vector_at(row, ROW_BOX)].w, origin.y + (sum_last[i] >> 16));
    }
  }
}

// Writes one of the vectors of the row of a component that no other tile has pixels of.
void write_vector(uint i, int vector) {
  uvec2 origin = uvec2(own_origin().xy);
  ivec2 first = pixel_in_tile(sum_last[i] & 0xFFFFu);
  uint row = number_of(first) - 1u;
  if (row < table_rows) {
    uint area = area_of(i);
    uvec4 values = first_of(first);
    uint y1 = origin.y + (sum_last[i] >> 16);
    if (vector == ROW_HEAD) values = head_of(row, area, packed_value(first));
    if (vector == ROW_BOX) values = uvec4(origin.x + sum_x0[i], first.y, origin.x + sum_x1[i], y1);
    if (vector == ROW_SUMS) values = uvec4(sum_x[i] + area * origin.x, 0u, sum_y_of(i) + area * origin.y, 0u);
    table_vectors[vector_at(row, vector)] = values;
  }
}
#endif
