// write_volume_labels: writes the label of every voxel, also of background, once. One workgroup per tile; it looks up
// the labels of the tile's nodes, then the labels of its runs, and then writes its voxels.
// reads  tile_data, record_pairs, counts, nodes; with NUMBERED root_bits, ranks and sums
// writes image binding 0: the labels; without NUMBERED also nodes, whose paths it shortens

layout(r32ui, binding = 0) writeonly uniform uimage3D labels;

shared uint tile_starts[BAND_WORDS];
shared uint runs_before[BAND_WORDS];
shared uint run_labels[MOST_RUNS + 1];  // the label of run r at r + 1

// Looks up the labels of the tile's runs.
void look_up_runs(uint tile) {
  uint last = uint(BAND_WORDS - 1);
  uint end = runs_before[last] + uint(bitCount(tile_starts[last]));
  for (uint pair = invocation(); 2u * pair < end; pair += GROUP_SIZE) {
    uint records = stored_pair(tile, pair);
    run_labels[2u * pair + 1u] = label_of_record(half_of(records, 0u));
    if (2u * pair + 1u < end) run_labels[2u * pair + 2u] = label_of_record(half_of(records, 1u));
  }
}

// 32 invocations write a word.
void write_voxels(uint tile) {
  int column = int(invocation()) % 32;
  for (uint i = invocation() / 32u; i < uint(ROW_WORDS); i += uint(GROUP_SIZE / 32)) {
    ivec3 at = row_word(i);
    ivec3 voxel = own_origin() + at * ivec3(WORD_COLUMNS, 1, 1) + ivec3(column, 0, 0);
    if (any(greaterThanEqual(voxel, ivec3(image_size.x, volume.xy)))) continue;
    int own = (at.z / ROWS_Z * BANDS_Y + at.y / ROWS_Y) * WORDS_X + at.x;
    uint run = runs_before[own] + uint(bitCount(tile_starts[own] & up_to(column)));
    bool is_set = (stored_bits(tile, at.x, at.y, at.z) >> column & 1u) != 0u;
    uint label = 0u;
    if (is_set) label = run_labels[run];
    imageStore(labels, voxel, uvec4(label));
  }
}

void main() {
  uint tile = index_of_tile(own_tile());
  uint own = invocation();
  if (own < uint(BAND_WORDS)) {
    tile_starts[own] = stored_starts(tile, int(own));
    runs_before[own] = stored_runs_before(tile, int(own));
  }
  look_up_nodes(tile);
  barrier();

  look_up_runs(tile);
  barrier();

  write_voxels(tile);
}
