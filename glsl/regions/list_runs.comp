// list_runs: the runs of each tile, behind those of the tiles before it.
// needs  shared/regions, component_count, jobs, compute/prefix, lists, sort
// reads  texture unit 0: the labels; count
// writes sorted_entry
//
// An invocation has four successive places. A run begins and ends in one tile, so the n-th begin belongs to the n-th
// end.

shared uint run_label[LIST_TILE];
shared uint run_first[LIST_TILE];
shared uint run_last[LIST_TILE];

const uint EACH = uint(LIST_TILE / GROUP_SIZE);

void main() {
  uint tile = group_index();
  uint labels_listed = component_count();
  bool works = tile < uint(TILES) && entry_count != 0u;
  uint first = tile * uint(LIST_TILE) + EACH * invocation();
  // The label before the first place, those of all places, and the one behind the last.
  uint label[EACH + 2u];
  for (uint i = 0u; i < EACH + 2u; ++i) {
    uint place = first + i - 1u;  // of the first place of all: beyond ELEMENTS
    label[i] = works && place < ELEMENTS ? label_of(place) : 0u;
  }
  uint begins = 0u;
  for (uint i = 0u; i < EACH; ++i) {
    bool is_begin = is_listed(label[i + 1u], labels_listed) && begins_run(first + i, label[i + 1u], label[i]);
    if (is_begin) begins += 1u;
  }
  uint all;
  uint number = sum_before(begins, all);
  for (uint i = 0u; i < EACH; ++i) {
    uint own = label[i + 1u];
    if (is_listed(own, labels_listed)) {
      if (begins_run(first + i, own, label[i])) {
        run_label[number] = own;
        run_first[number] = first + i;
        ++number;
      }
      if (ends_run(first + i, own, label[i + 2u])) run_last[number - 1u] = first + i;
    }
  }
  barrier();
  uint before = works ? count[tile] : 0u;
  for (uint i = invocation(); i < all; i += uint(GROUP_SIZE)) {
    uint word = run_word(run_label[i], run_last[i] - run_first[i] + 1u);
    sorted_entry[before + i] = uvec2(word, run_first[i]);
  }
}
