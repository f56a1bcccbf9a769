// Unites the nodes that are linked across the borders of tiles of a volume.
// reads  tile_data, record_pairs
// reads and writes nodes

const uint MOST_CROSSINGS = 2048u;  // of a workgroup; beyond, an invocation unites the voxels itself

shared uint crossing_count;
shared uint crossings[MOST_CROSSINGS];
shared Place lines[GROUP_SIZE];  // by invocation: the voxel at column 0 of its line

// The line of a number, counted through all tiles.
BorderLine line_at(int across, int number) {
  int words = across == ACROSS_X ? 1 : WORDS_X;
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

// The node of a voxel at a border.
uint node_at(Place voxel) {
  uint tile = index_of_tile(ivec3(voxel.x / SIDE_X, voxel.y / SIDE_Y, voxel.z / SIDE_Z));
  ivec3 at = ivec3(voxel.x % SIDE_X / WORD_COLUMNS, voxel.y % SIDE_Y / ROWS_Y, voxel.z % SIDE_Z / ROWS_Z);
  int own = (at.z * BANDS_Y + at.y) * WORDS_X + at.x;
  uint starts = stored_starts(tile, own) & up_to(voxel.x % WORD_COLUMNS);
  uint run = stored_runs_before(tile, own) + uint(bitCount(starts)) - 1u;
  return node_of_tile(tile, stored_record(tile, run) & ~AT_BORDER);
}

void unite_crossing(int across, Place line, uint crossing) {
  int column = column_of_crossing(crossing);
  Place own = moved_along(across, line, column, 0);
  Place other = moved_along(across, line, column + du_of_crossing(crossing), dv_of_crossing(crossing));
  unite(node_at(own), node_at(moved_across(across, other)));
}

// Lists the crossings of an invocation's line. Those without room are united.
void list_crossings(BorderLine line) {
  BorderWords own = words_of_line(line, false);
  if ((own.own.own & columns_across(line.across)) == 0u) return;
  BorderWords other = words_of_line(line, true);
  BorderLinks links = no_links();
#if CRITERION != FOREGROUND
  links = border_links(line, own, other);
#endif
  Place first = first_of_line(line);
  lines[invocation()] = first;
  for (int i = 0; i < 9; ++i) {
    int du = i % 3 - 1;
    int dv = i / 3 - 1;
    uint united = crossings_of_line(line, own, other, links, du, dv);
    if (united == 0u) continue;
    uint place = atomicAdd(crossing_count, uint(bitCount(united)));
    for (uint rest = united; rest != 0u; rest &= rest - 1u) {
      uint crossing = crossing_of(invocation(), findLSB(rest), du, dv);
      if (place < MOST_CROSSINGS) {
        crossings[place] = crossing;
        ++place;
      } else {
        unite_crossing(line.across, first, crossing);
      }
    }
  }
}

// An invocation finds the crossings of a line in a direction across borders (shared/volume_borders.h), and its
// workgroup shares them out. All invocations of the workgroup must call it.
void merge_lines(int across) {
  if (invocation() == 0u) crossing_count = 0u;
  barrier();
  BorderLine line = line_at(across, int(job_index()));
  int before = across == ACROSS_X ? line.tile.x : across == ACROSS_Y ? line.tile.y : line.tile.z;
  if (before > 0 && line.tile.z < tiles_in_z()) list_crossings(line);
  barrier();

  uint count = min(crossing_count, MOST_CROSSINGS);
  for (uint i = invocation(); i < count; i += GROUP_SIZE) {
    unite_crossing(across, lines[line_of_crossing(crossings[i])], crossings[i]);
  }
}
