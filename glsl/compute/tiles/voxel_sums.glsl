// The sums of the components of a tile of a volume in shared memory, and their rows of the table. The columns, rows and
// slices with a voxel of a component are bits, so that no extreme has to be compared. Coordinates are counted from the
// tile's first voxel.
// needs  words, tiles, ranks, begin_rows, sums

#ifdef VOLUME
// Components that are summed at a time.
const uint SUMMED = 256u;

struct TileSums {
  uint area;
  uvec3 places;          // sums of x, y and z
  uint columns[WORDS_X]; // a bit per column
  uint lines;            // a bit per row, and a bit per slice << 16
};

shared uint sum_area[SUMMED];
shared uint sum_x[SUMMED];
shared uint sum_y[SUMMED];
shared uint sum_z[SUMMED];
shared uint sum_columns[WORDS_X][SUMMED];
shared uint sum_lines[SUMMED];
shared uint sum_record[SUMMED];  // the record, which all runs of a component share that ends in the tile

uint area_of(uint i) { return sum_area[i]; }

void clear_sums(uint i) {
  sum_area[i] = sum_x[i] = sum_y[i] = sum_z[i] = sum_lines[i] = 0u;
  for (int word = 0; word < WORDS_X; ++word) sum_columns[word][i] = 0u;
}

TileSums no_pixels() {
  TileSums sums;
  sums.area = 0u;
  sums.places = uvec3(0u);
  for (int word = 0; word < WORDS_X; ++word) sums.columns[word] = 0u;
  sums.lines = 0u;
  return sums;
}

// Adds the run with these columns of word `own` of the tile's bands.
void add_run_of(inout TileSums sums, BandBits word, uint own, uint columns) {
  for (int i = 0; i < BAND_ROWS; ++i) {
    ivec3 row = row_of_band(band_word(own), i);
    uint bits = word.rows[i] & columns;
    uint area = uint(bitCount(bits));
    sums.area += area;
    sums.places += uvec3(sum_of_places(bits), 0u, 0u) + area * uvec3(row * ivec3(WORD_COLUMNS, 1, 1));
    if (area != 0u) sums.lines |= 1u << row.y | 1u << (16 + row.z);
  }
  sums.columns[band_word(own).x] |= columns;
}

// Adds an invocation's part of a component to the component's sums.
void add_sums(uint i, uint record, TileSums sums) {
  atomicAdd(sum_area[i], sums.area);
  atomicAdd(sum_x[i], sums.places.x);
  atomicAdd(sum_y[i], sums.places.y);
  atomicAdd(sum_z[i], sums.places.z);
  atomicOr(sum_lines[i], sums.lines);
  for (int word = 0; word < WORDS_X; ++word) atomicOr(sum_columns[word][i], sums.columns[word]);
  sum_record[i] = record;
}

// First and last x, y and z of a component in the volume.
uvec3 begin_of(uint i) {
  uvec3 first = uvec3(0u, findLSB(sum_lines[i] & 0xFFFFu), findLSB(sum_lines[i] >> 16));
  for (int word = WORDS_X - 1; word >= 0; --word) {
    if (sum_columns[word][i] != 0u) first.x = uint(word * WORD_COLUMNS + findLSB(sum_columns[word][i]));
  }
  return uvec3(own_origin()) + first;
}

uvec3 end_of(uint i) {
  uvec3 last = uvec3(0u, findMSB(sum_lines[i] & 0xFFFFu), findMSB(sum_lines[i] >> 16));
  for (int word = 0; word < WORDS_X; ++word) {
    if (sum_columns[word][i] != 0u) last.x = uint(word * WORD_COLUMNS + findMSB(sum_columns[word][i]));
  }
  return uvec3(own_origin()) + last;
}

// The sums of x, y and z in the volume: at most 16384 voxels times 32767.
uvec3 sums_of(uint i) { return uvec3(sum_x[i], sum_y[i], sum_z[i]) + area_of(i) * uvec3(own_origin()); }

// Adds to one of the vectors of the row of a component of several tiles, which begin_rows has begun: z0 is the slice of
// the first voxel.
void add_to_vector(uint i, uint label, int vector) {
  uint row = number_of(pixel_of_label(label)) - 1u;
  if (row < table_rows) {
    uvec3 begin = begin_of(i);
    uvec3 end = end_of(i);
    uvec3 sums = sums_of(i);
    if (vector == ROW_HEAD) add_to_area(row, area_of(i));
    if (vector == ROW_SUMS) {
      add_to_sum_x(row, sums.x, 0u);
      add_to_sum_y(row, sums.y, 0u);
    }
    if (vector == ROW_SUM_Z) add_to_sum_z(row, sums.z);
    if (vector == ROW_FIRST) atomicMax(table_vectors[vector_at(row, ROW_FIRST)].w, end.z);
    if (vector == ROW_BOX) {
      atomicMin(table_vectors[vector_at(row, ROW_BOX)].x, begin.x);
      atomicMin(table_vectors[vector_at(row, ROW_BOX)].y, begin.y);
      atomicMax(table_vectors[vector_at(row, ROW_BOX)].z, end.x);
      atomicMax(table_vectors[vector_at(row, ROW_BOX)].w, end.y);
    }
  }
}

// Writes one of the vectors of the row of a component that no other tile has voxels of.
void write_vector(uint i, int vector) {
  ivec2 first = pixel_in_tile(sum_record[i]);
  uint row = number_of(first) - 1u;
  if (row < table_rows) {
    uvec3 begin = begin_of(i);
    uvec3 end = end_of(i);
    uvec3 sums = sums_of(i);
    uvec4 values = first_of(first);
    values.w = end.z;
    if (vector == ROW_HEAD) values = head_of(row, area_of(i), packed_value(first));
    if (vector == ROW_BOX) values = uvec4(begin.xy, end.xy);
    if (vector == ROW_SUMS) values = uvec4(sums.x, 0u, sums.y, 0u);
    if (vector == ROW_SUM_Z) values = uvec4(sums.z, 0u, 0u, 0u);
    table_vectors[vector_at(row, vector)] = values;
  }
}
#endif
