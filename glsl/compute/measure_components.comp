// measure_components: areas, boxes and sums of coordinates. One workgroup per tile; an invocation measures the runs of
// half a word by their bits. The tile's part of each component is summed in shared memory. The row of a component that
// does not reach the tile's border is then written as a whole; the row of another component is added to by atomics,
// once per tile.
//
// cuda-fast measures in write_labels, where the tile is in shared memory already. Here it is a pass of its own, because
// both together need more than the 32 KiB of shared memory that OpenGL promises.
// reads  tile_data, record_pairs, node_counts, nodes, root_bits, ranks, sums; with EQUAL the source
// writes the rows of the component table

// The order of the tile's components: first PLACES places for components of nodes, found by their labels, so that nodes
// of one component are summed together; then the components inside the tile in raster order, counted by the bits of its
// roots. If such a bit belongs to a node, nothing is summed at its index.
const int PLACE_BITS = MOST_NODES < 256 ? 8 : 9;
const uint PLACES = 1u << PLACE_BITS;
shared uint place_labels[PLACES];  // 0: free
shared uint node_places[MOST_NODES];
shared uint tile_roots[TILE_WORDS * TILE_ROWS];
shared uint roots_before[TILE_WORDS * TILE_ROWS];

// Finds the bits of roots in the tile and returns their number. All invocations must call it; the caller needs a
// barrier after it.
uint order_components() {
  int own = int(invocation());
  ivec2 pixel = own_origin() + pixel_at(uint(own), TILE_WORDS) * ivec2(WORD_COLUMNS, 1);
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

// Gives a node's component a place: the place with its label, or a free place, which then takes the label.
void place_node(uint tile, uint node) {
  uint label = nodes[nodes[node_of_tile(tile, node)].x].y;
  uint place = label * 0x9E3779B1u >> (32 - PLACE_BITS);  // a hash by the bits of the golden ratio
  uint found = atomicCompSwap(place_labels[place], 0u, label);
  while (found != 0u && found != label) {
    place = (place + 1u) % PLACES;
    found = atomicCompSwap(place_labels[place], 0u, label);
  }
  node_places[node] = place;
}

uint index_of_component(uint record) {
  if ((record & AT_BORDER) != 0u) return node_places[record & ~AT_BORDER];
  uint word = record / uint(WORD_COLUMNS);
  int bit = int(record % uint(WORD_COLUMNS));
  return PLACES + roots_before[word] + uint(bitCount(tile_roots[word] & up_to(bit))) - 1u;
}

// Adds the runs of half a word that belong to components `first` to `first` + SUMMED - 1. Consecutive runs of one
// component are summed before they are added to the component's sums.
void sum_runs(uint tile, uint half_word, uint first) {
  uint own = half_word / 2u;
  Word word = stored_word(tile, int(own));
  uint lower_half = word.starts & 0xFFFFu;
  uint run = stored_runs_before(tile, int(own)) + (half_word % 2u == 0u ? 0u : uint(bitCount(lower_half)));
  uint current = SUMMED;  // none
  uint current_record = 0u;
  TileSums sums = no_pixels();
  for (uint rest = half_word % 2u == 0u ? lower_half : word.starts - lower_half; rest != 0u; rest &= rest - 1u) {
    uint record = stored_record(tile, run++);
    uint i = index_of_component(record) - first;
    if (i >= SUMMED) continue;
    if (i != current) {
      if (current != SUMMED) add_sums(current, current_record, sums);
      current = i;
      current_record = record;
      sums = no_pixels();
    }
    add_run(sums, word, own, run_of(word, findLSB(rest)), ROWS);
  }
  if (current != SUMMED) add_sums(current, current_record, sums);
}

// Adds to the row of a component of several tiles, which begin_rows has begun. Sums of at most 8192 pixels times 32767
// stay below 2^32.
void add_to_row(uint i, uint label) {
  uint row = number_of(pixel_of_label(label)) - 1u;
  if (row >= table_rows) return;
  uvec2 origin = uvec2(own_origin());
  add_to_area(row, sum_area[i]);
  add_to_sum_x(row, sum_x[i] + sum_area[i] * origin.x, 0u);
  add_to_sum_y(row, sum_y[i] + sum_area[i] * origin.y, 0u);
  atomicMin(component[row][ROW_BOX].x, origin.x + sum_x0[i]);
  atomicMax(component[row][ROW_BOX].z, origin.x + sum_x1[i]);
  atomicMax(component[row][ROW_BOX].w, origin.y + (sum_last[i] >> 16));
}

// Writes one of the vectors of the row of a component that no other tile has pixels of.
void write_vector(uint i, uint vector) {
  uvec2 origin = uvec2(own_origin());
  ivec2 first = pixel_in_tile(sum_last[i] & 0xFFFFu);
  uint row = number_of(first) - 1u;
  if (row >= table_rows) return;
  uvec4 values = first_of(first);
  uint y1 = origin.y + (sum_last[i] >> 16);
  if (vector == ROW_HEAD) values = head_of(row, sum_area[i], packed_value(first));
  if (vector == ROW_BOX) values = uvec4(origin.x + sum_x0[i], first.y, origin.x + sum_x1[i], y1);
  if (vector == ROW_SUMS) values = uvec4(sum_x[i] + sum_area[i] * origin.x, 0u, sum_y[i] + sum_area[i] * origin.y, 0u);
  component[row][vector] = values;
}

void main() {
  uint tile = index_of_tile(own_tile());
  uint own = invocation();
  for (uint i = own; i < PLACES; i += GROUP_SIZE) place_labels[i] = 0u;
  uint count = PLACES + order_components();
  barrier();
  for (uint i = own; i < node_counts[tile]; i += GROUP_SIZE) place_node(tile, i);
  barrier();

  for (uint first = 0u; first < count; first += SUMMED) {
    uint at_once = min(SUMMED, count - first);
    for (uint i = own; i < at_once; i += GROUP_SIZE) {
      sum_area[i] = sum_x[i] = sum_y[i] = sum_x1[i] = sum_last[i] = 0u;
      sum_x0[i] = 0xFFFFFFFFu;
    }
    barrier();

    for (uint i = own; i < uint(2 * BAND_WORDS); i += GROUP_SIZE) sum_runs(tile, i, first);
    barrier();

    for (uint i = own; i < 4u * at_once; i += GROUP_SIZE) {  // four invocations per row
      uint component_index = i / 4u;
      if (sum_area[component_index] == 0u) continue;
      if (first + component_index >= PLACES) {
        write_vector(component_index, i % 4u);
      } else if (i % 4u == 0u) {
        add_to_row(component_index, place_labels[first + component_index]);
      }
    }
    barrier();
  }
}
