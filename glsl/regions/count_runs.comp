// count_runs: runs and listed elements in each tile.
// needs  shared/regions, component_count, jobs, lists, sort
// reads  texture unit 0: the labels; the number of components
// writes count: runs of all tiles, then elements of all tiles

shared uint tile_runs;
shared uint tile_elements;

void main() {
  uint tile = group_index();
  if (invocation() == 0u) {
    tile_runs = 0u;
    tile_elements = 0u;
  }
  barrier();
  uint found_runs = 0u;
  uint found_elements = 0u;
  uint labels_listed = component_count();
  for (uint i = invocation(); i < uint(LIST_TILE) && tile < uint(TILES); i += uint(GROUP_SIZE)) {
    uint place = tile * uint(LIST_TILE) + i;
    uint label = place < ELEMENTS ? label_of(place) : 0u;
    if (is_listed(label, labels_listed)) {
      ++found_elements;
      if (begins_run(place, label, place == 0u ? 0u : label_of(place - 1u))) ++found_runs;
    }
  }
  if (found_elements != 0u) {
    atomicAdd(tile_runs, found_runs);
    atomicAdd(tile_elements, found_elements);
  }
  barrier();
  if (invocation() == 0u && tile < uint(TILES)) {
    count[tile] = tile_runs;
    count[uint(TILES) + tile] = tile_elements;
  }
}
