// The areas of a tile's components in shared memory, for measure_tile.glsl. The sums of a component are one number.
// needs  words, filter, limits, areas, tiles/tiles, ranks

// Components that are summed at a time.
const uint SUMMED = 1024u;

const int VECTORS = 1;

struct TileSums {
  uint area;
  bool at_border;  // of the image
};

shared uint sum_area[SUMMED];    // | AT_IMAGE_BORDER
shared uint sum_record[SUMMED];  // the record, which all runs of a component share that ends in the tile

uint area_of(uint i) { return sum_area[i]; }

void clear_sums(uint i) { sum_area[i] = 0u; }

TileSums no_pixels() { return TileSums(0u, false); }

// Adds the run with these columns of word `own` of the tile's bands.
void add_run_of(inout TileSums sums, BandBits word, uint own, uint columns) {
  for (int i = 0; i < BAND_ROWS; ++i) {
    ivec3 first = own_origin() + row_of_band(band_word(own), i) * ivec3(WORD_COLUMNS, 1, 1);
    uint bits = word.rows[i] & columns;
    sums.area += uint(bitCount(bits));
    sums.at_border = sums.at_border ||
                     are_at_border(bits, first.x, image_size.x, limits.w, is_row_at_border(first.yz));
  }
}

// Adds an invocation's part of a component to the component's sums.
void add_sums(uint i, uint record, TileSums sums) {
  atomicAdd(sum_area[i], sums.area);
  if (sums.at_border) atomicOr(sum_area[i], AT_IMAGE_BORDER);
  sum_record[i] = record;
}

// Adds to the area of a component of several tiles, which begin_areas has begun.
void add_to_vector(uint i, uint label, int vector) {
  uint component = number_of(pixel_of_label(label)) - 1u;
  uint area = sum_area[i];
  if (drops_border()) {
    atomicAdd(areas[component], area & ~AT_IMAGE_BORDER);
    if ((area & AT_IMAGE_BORDER) != 0u) atomicOr(areas[component], AT_IMAGE_BORDER);
  } else {
    atomicAdd(areas[component], area);
  }
}

// Writes the area of a component that no other tile has pixels of.
void write_vector(uint i, int vector) {
  areas[number_of(pixel_in_tile(sum_record[i])) - 1u] = sum_area[i];
}
