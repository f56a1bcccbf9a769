// Unites the nodes that are linked across the borders of tiles of a volume.
// needs  unite_crossings
// reads  tile_data, record_pairs
// reads and writes nodes

#ifdef VOLUME
const uint MOST_CROSSINGS = 2048u;  // of a workgroup; beyond, an invocation unites the voxels itself

shared uint crossing_count;
shared uint crossings[MOST_CROSSINGS];
shared Place lines[GROUP_SIZE];  // by invocation: the voxel at column 0 of its line

// The line of a number, counted through all tiles.
BorderLine line_at(int across, int number) {
  int words = words_across(across);
  int tile = number / lines_across(across);
  int own = number % lines_across(across);
  BorderLine line;
  line.across = across;
  line.tile.x = tile % volume.z;
  line.tile.y = tile / volume.z % volume.w;
  line.tile.z = tile / volume.z / volume.w;
  line.word = own % words;
  line.v = own / words;
  return line;
}

// Lists the crossings of an invocation's line. Those without room are united.
void list_crossings(BorderLine line) {
  uint columns = columns_across(line.across);
  BorderWords own = words_of_line(line, false);
  if ((own.own.own & columns) != 0u) {
    BorderWords other = words_of_line(line, true);
    BorderLinks links = links_at(line, own, other);
    Place first = first_of_line(line);
    lines[invocation()] = first;
    for (int i = 0; i < 9; ++i) {
      int du = i % 3 - 1;
      int dv = i / 3 - 1;
      uint united = crossings_of_line(line, own, other, links, du, dv) & columns;
      uint place = 0u;
      if (united != 0u) place = atomicAdd(crossing_count, uint(bitCount(united)));
      for (uint rest = united; rest != 0u; rest &= rest - 1u) {
        if (place < MOST_CROSSINGS) {
          crossings[place] = crossing_of(invocation(), findLSB(rest), du, dv);
          ++place;
        } else {
          unite_crossing(line.across, first, findLSB(rest), du, dv);
        }
      }
    }
  }
}

// An invocation finds the crossings of a line in a direction across borders (shared/borders.h), and its workgroup
// shares them out. All invocations of the workgroup must call it.
void merge_borders(int across) {
  if (invocation() == 0u) crossing_count = 0u;
  barrier();
  BorderLine line = line_at(across, int(job_index()));
  int before = across == ACROSS_X ? line.tile.x : across == ACROSS_Y ? line.tile.y : line.tile.z;
  if (before > 0 && line.tile.z < tiles_in_z()) list_crossings(line);
  barrier();

  uint count = min(crossing_count, MOST_CROSSINGS);
  for (uint i = invocation(); i < count; i += GROUP_SIZE) {
    uint crossing = crossings[i];
    unite_crossing(across, lines[line_of_crossing(crossing)], column_of_crossing(crossing), du_of_crossing(crossing),
                   dv_of_crossing(crossing));
  }
}
#endif
