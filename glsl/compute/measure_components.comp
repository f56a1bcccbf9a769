// measure_components: areas, boxes and sums of coordinates. A group has a tile and an invocation a word of it, whose runs it measures by
// their bits. What a tile has of a component is summed in shared memory. The row of a component that lies in one tile is
// then written as a whole; components of several tiles meet in their rows by atomics, once for each tile.
// reads  tile_data, record_pairs, node_counts, nodes, root_bits, ranks, sums; with EQUAL the source
// writes the rows of the component table

// Components that are summed at a time.
const uint SUMMED = 512u;

// The tile's components in a row: first its nodes, then those that end in it, in raster order, by the bits of its roots.
shared uint tile_roots[TILE_WORDS * TILE_ROWS];
shared uint roots_before[TILE_WORDS * TILE_ROWS];

// Sums over pixels of the tile, places counted from its first pixel.
shared uint sum_record[SUMMED];
shared uint sum_area[SUMMED];
shared uint sum_x[SUMMED];  // at most 127 * 8192
shared uint sum_y[SUMMED];
shared uint sum_x0[SUMMED];
shared uint sum_x1[SUMMED];
shared uint sum_y1[SUMMED];

// Finds the roots of the tile, among them those of nodes, and returns how many. To be called by all; a barrier has to follow.
uint order_components() {
  int own = int(invocation());
  ivec2 pixel = own_origin() + ivec2(own % TILE_WORDS * WORD_COLUMNS, own / TILE_WORDS);
  bool inside = own < TILE_WORDS * TILE_ROWS && all(lessThan(pixel, image_size));
  uint roots = inside ? root_bits[root_word_of(pixel)] : 0u;
  uint all_roots;
  uint before = sum_before(uint(bitCount(roots)), all_roots);
  if (own < TILE_WORDS * TILE_ROWS) {
    tile_roots[own] = roots;
    roots_before[own] = before;
  }
  return all_roots;
}

// Where the component with that record comes among the tile's `node_count` nodes and what follows.
uint index_of_component(uint record, uint node_count) {
  if ((record & AT_BORDER) != 0u) return record & ~AT_BORDER;
  uint word = record / 32u;
  return node_count + roots_before[word] + uint(bitCount(tile_roots[word] & up_to(int(record % 32u)))) - 1u;
}

// The sum of the places of the bits.
uint sum_of_places(uint bits) {
  return uint(bitCount(bits & 0xAAAAAAAAu) + 2 * bitCount(bits & 0xCCCCCCCCu) + 4 * bitCount(bits & 0xF0F0F0F0u) +
              8 * bitCount(bits & 0xFF00FF00u) + 16 * bitCount(bits & 0xFFFF0000u));
}

// Adds a run of word `own` with these columns to the sums at i.
void add_run(uint i, Word word, uint own, uint columns) {
  uint left = own % uint(TILE_WORDS) * 32u;
  uint top = own / uint(TILE_WORDS) * ROWS;
  uint upper = word.upper & columns;
  uint lower = word.lower & columns;
  uint area = uint(bitCount(upper) + bitCount(lower));
  atomicAdd(sum_area[i], area);
  atomicAdd(sum_x[i], sum_of_places(upper) + sum_of_places(lower) + left * area);
  atomicAdd(sum_y[i], top * area + uint(bitCount(lower)));
  atomicMin(sum_x0[i], left + uint(findLSB(columns)));
  atomicMax(sum_x1[i], left + uint(findMSB(columns)));
  atomicMax(sum_y1[i], top + (lower != 0u ? 1u : 0u));
}

// Adds the runs of a word that belong to components `first` to `first` + SUMMED.
void add_word(uint tile, uint own, uint first, uint node_count) {
  Word word = stored_word(tile, int(own));
  uint run = stored_runs_before(tile, int(own));
  for (uint rest = word.starts; rest != 0u; rest &= rest - 1u) {
    uint record = stored_record(tile, run++);
    uint i = index_of_component(record, node_count) - first;
    if (i >= SUMMED) continue;
    sum_record[i] = record;
    add_run(i, word, own, run_of(word, findLSB(rest)));
  }
}

// Adds to the row of a component of several tiles, which begin_rows has begun. At most 8192 pixels times 32767 stay below
// 2^32.
void add_to_row(uint i, uint node) {
  uint row = number_of(pixel_of_label(nodes[nodes[node].x].y)) - 1u;
  if (row >= table_rows) return;
  uvec2 origin = uvec2(own_origin());
  atomicAdd(component[row].area, sum_area[i]);
  add_to_sum_x(row, sum_x[i] + sum_area[i] * origin.x, 0u);
  add_to_sum_y(row, sum_y[i] + sum_area[i] * origin.y, 0u);
  atomicMin(component[row].x0, origin.x + sum_x0[i]);
  atomicMax(component[row].x1, origin.x + sum_x1[i]);
  atomicMax(component[row].y1, origin.y + sum_y1[i]);
}

// Writes the row of a component of one tile.
void write_row(uint i) {
  uvec2 origin = uvec2(own_origin());
  ivec2 first = ivec2(origin) + pixel_at(sum_record[i]);
  uint row = number_of(first) - 1u;
  if (row >= table_rows) return;
  uint x = sum_x[i] + sum_area[i] * origin.x;
  uint y = sum_y[i] + sum_area[i] * origin.y;
  component[row] = Component(row + 1u, sum_area[i], uint(first.x), uint(first.y), origin.x + sum_x0[i], uint(first.y),
                             origin.x + sum_x1[i], origin.y + sum_y1[i], uint[](x, 0u), uint[](y, 0u),
                             packed_value(first), uint[](0u, 0u, 0u));
}

void main() {
  uint tile = index_of_tile(own_tile());
  uint own = invocation();
  uint node_count = node_counts[tile];
  uint count = node_count + order_components();
  barrier();

  for (uint first = 0u; first < count; first += SUMMED) {
    uint at_once = min(SUMMED, count - first);
    for (uint i = own; i < at_once; i += GROUP_SIZE) {
      sum_area[i] = sum_x[i] = sum_y[i] = sum_x1[i] = sum_y1[i] = 0u;
      sum_x0[i] = 0xFFFFFFFFu;
    }
    barrier();

    if (own < uint(WORDS_IN_TILE)) add_word(tile, own, first, node_count);
    barrier();

    for (uint i = own; i < at_once; i += GROUP_SIZE) {
      if (sum_area[i] == 0u) continue;
      if (first + i < node_count) {
        add_to_row(i, node_of_tile(tile, first + i));
      } else {
        write_row(i);
      }
    }
    barrier();
  }
}
