// A volume as bits, and one of its tiles: part of the model of labeling volumes by runs (volume_model.hpp).
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/types.hpp"
#include "glsl/shared/bands.h"
#include "glsl/shared/crossings.h"
#include "glsl/shared/tile_geometry.h"
#include "glsl/shared/words.h"

namespace glccl::tests {

using namespace shared;

/// What a kernel would be compiled for: in how many axes neighbours differ (1, 2, 3 for 6, 18, 26), whether values
/// connect them, the rows of a band, the words and bands of a tile, and whether it is of a plane.
template <int axes_, bool values_, int rows_y_, int rows_z_, int words_, int bands_y_, int bands_z_,
          bool is_plane_ = false>
struct ModelKind {
  static constexpr bool is_plane = is_plane_;
  static_assert(!is_plane || rows_z_ * bands_z_ == 1);
  static constexpr int axes = axes_;
  static constexpr bool values = values_;
  static constexpr int rows_y = rows_y_;
  static constexpr int rows_z = rows_z_;
  static constexpr int words = words_;
  static constexpr int bands_y = bands_y_;
  static constexpr int bands_z = bands_z_;
  static constexpr int band_words = words * bands_y * bands_z;
  static constexpr int columns = words * WORD_COLUMNS;
  static constexpr int tile_y = bands_y * rows_y;
  static constexpr int tile_z = bands_z * rows_z;
  static constexpr int voxels = columns * tile_y * tile_z;
  static_assert(voxels <= AT_BORDER, "a record has 15 bits for a place");
  /// Every column of a word can start a run, unless neighbouring columns are connected whenever they are occupied.
  static constexpr bool joined = !values && (axes == 3 || rows_y * rows_z == 1 || (axes == 2 && rows_z == 1));
  static constexpr int most_runs = band_words * (joined ? WORD_COLUMNS / 2 : WORD_COLUMNS);
  /// Voxels of one cell are connected, so a cell has one component: 2 voxels along an axis for each that neighbours may
  /// differ in. Cells that touch no border of the tile have no nodes.
  static constexpr int cell_x = values ? 1 : 2;
  static constexpr int cell_y = !values && axes >= 2 ? 2 : 1;
  static constexpr int cell_z = !values && axes >= 3 ? 2 : 1;
  static constexpr int cells(int x, int y, int z) { return x * y * z; }
  static constexpr int inner(int sides) { return std::max(sides - 2, 0); }
  static constexpr int most_nodes = cells(columns / cell_x, tile_y / cell_y, tile_z / cell_z) -
                                    cells(inner(columns / cell_x), inner(tile_y / cell_y), inner(tile_z / cell_z));
};

/// A volume of bytes as bits, and where values connect neighbours, the links of voxels in 13 directions.
struct VolumeBits {
  Extent extent;
  int row_words = 0;
  std::vector<uint> bits;
  std::vector<std::vector<uint>> links;  ///< By direction; empty: all neighbours are connected.

  std::size_t word_at(int word, int y, int z) const {
    return (static_cast<std::size_t>(z) * static_cast<std::size_t>(extent.height) + static_cast<std::size_t>(y)) *
               static_cast<std::size_t>(row_words) +
           static_cast<std::size_t>(word);
  }
  bool has(int word, int y, int z) const {
    return word >= 0 && y >= 0 && z >= 0 && word < row_words && y < extent.height && z < extent.depth;
  }
  uint at(int word, int y, int z) const { return has(word, y, z) ? bits[word_at(word, y, z)] : 0; }
  uint links_at(int word, int y, int z, int direction) const {
    if (links.empty()) return ALL_COLUMNS;
    return has(word, y, z) ? links[static_cast<std::size_t>(direction)][word_at(word, y, z)] : 0;
  }
};

/// Packs a volume of bytes, in which 0 is background. With are_connected(a, b) its values connect neighbours.
template <class AreConnected>
VolumeBits pack_volume(const host::Image& volume, bool values, const AreConnected& are_connected) {
  VolumeBits packed{volume.extent, (volume.extent.width + WORD_COLUMNS - 1) / WORD_COLUMNS, {}, {}};
  const int width = volume.extent.width;
  const int height = volume.extent.height;
  const int depth = volume.extent.depth;
  const std::size_t words =
      static_cast<std::size_t>(packed.row_words) * static_cast<std::size_t>(height) * static_cast<std::size_t>(depth);
  packed.bits.resize(words);
  if (values) packed.links.assign(static_cast<std::size_t>(directions_of(3)), std::vector<uint>(words));
  const std::uint8_t* voxel = volume.bytes.data();
  for (int z = 0; z < depth; ++z) {
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x, ++voxel) {
        if (*voxel == 0) continue;
        const std::size_t word = packed.word_at(x / WORD_COLUMNS, y, z);
        const uint bit = 1U << (x % WORD_COLUMNS);
        packed.bits[word] |= bit;
        if (!values) continue;
        const auto link = [&](int direction, int dx, int dy, int dz) {
          if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height || z + dz < 0) return;
          const std::ptrdiff_t away = (std::ptrdiff_t{dz} * height + dy) * width + dx;
          if (are_connected(*voxel, voxel[away])) packed.links[static_cast<std::size_t>(direction)][word] |= bit;
        };
        link(LEFT_DIRECTION, -1, 0, 0);
        for (int band = 0; band < BANDS_BEFORE; ++band) {
          for (int dx = -1; dx <= 1; ++dx) link(direction_to(band, dx), dx, band_dy(band), band_dz(band));
        }
      }
    }
  }
  return packed;
}

/// The words at the borders of the tiles of a volume.
template <class Kind>
struct ModelBorders {
  static constexpr int AXES = Kind::axes;
  static constexpr bool LINKED = Kind::values;
  static constexpr int WORDS_X = Kind::words;
  static constexpr int SIDE_Y = Kind::tile_y;
  static constexpr int SIDE_Z = Kind::tile_z;
  static constexpr bool PLANE = Kind::is_plane;
  static constexpr int LINE_ROWS = PLANE ? Kind::rows_y : SIDE_Y;
  const VolumeBits& volume;

  int tiles_in_y() const { return (volume.extent.height + SIDE_Y - 1) / SIDE_Y; }
  int tiles_in_z() const { return (volume.extent.depth + SIDE_Z - 1) / SIDE_Z; }
  uint stored_row(Place tile, int layer, int word, int y, int z) const {
    const Place at{tile.x * WORDS_X + word, tile.y * SIDE_Y + y, tile.z * SIDE_Z + z};
    return layer == 0 ? volume.at(at.x, at.y, at.z) : volume.links_at(at.x, at.y, at.z, layer - 1);
  }
  uint stored_column(Place tile, int layer, bool last, int y, int z) const {
    uint columns = 0;
    for (int i = 0; i < LINE_ROWS; ++i) {
      const uint word = stored_row(tile, layer, last ? WORDS_X - 1 : 0, y + i, z);
      columns |= (last ? word >> 31 : word & 1U) << i;
    }
    return columns;
  }

#include "glsl/shared/borders.h"
};

/// A tile that a workgroup would solve in shared memory. Words and bands are counted in the tile; outside of it there
/// are no voxels.
template <class Kind>
struct ModelTile {
  static constexpr int AXES = Kind::axes;
  static constexpr bool PLANE = Kind::is_plane;
  static constexpr int ROWS_Y = Kind::rows_y;
  static constexpr int ROWS_Z = Kind::rows_z;

  ModelTile(const VolumeBits& volume_, int word0_, int y0_, int z0_)
      : volume(volume_), word0(word0_), y0(y0_), z0(z0_) {
    list_runs();
    solve();
    survey();
  }

  /// In shared memory, background surrounds a tile: words beside it, a slice before it, a row below and two above. What
  /// lies further out is not asked for.
  uint bits_of(int word, int y, int z) const {
    const bool framed = word >= -1 && word <= Kind::words && y >= -2 && y <= Kind::tile_y + 1 && z >= -1;
    left_frame = left_frame || !framed;
    if (word < 0 || y < 0 || z < 0 || word >= Kind::words || y >= Kind::tile_y || z >= Kind::tile_z) return 0;
    return volume.at(word0 + word, y0 + y, z0 + z);
  }
  uint links_of(int word, int y, int z, int direction) const {
    if (word < 0) return 0;
    return volume.links_at(word0 + word, y0 + y, z0 + z, direction);
  }

#include "glsl/shared/contacts.h"
#include "glsl/shared/links.h"

  /// A word of a band; `own` counts words through the bands of the tile.
  struct Place {
    int word;
    int y;
    int z;
  };
  static Place place_of_word(int own) {
    return {own % Kind::words, own / Kind::words % Kind::bands_y, own / Kind::words / Kind::bands_y};
  }
  Word word_of(int own) {
    const Place at = place_of_word(own);
    return {band_bits(at.word, at.y, at.z), starts[static_cast<std::size_t>(own)]};
  }
  /// The run at an occupied column.
  int run_at(int own, int column) const {
    const auto word = static_cast<std::size_t>(own);
    return runs_before[word] + bitCount(starts[word] & up_to(column)) - 1;
  }

  /// The place in the tile, in raster order, of a run's first voxel: that of the first row with a voxel of the run.
  int first_place_of(int own, uint columns) const {
    const Place at = place_of_word(own);
    for (int i = 0; i < Kind::rows_y * Kind::rows_z; ++i) {
      const int y = at.y * Kind::rows_y + i % Kind::rows_y;
      const int z = at.z * Kind::rows_z + i / Kind::rows_y;
      const uint bits = bits_of(at.word, y, z) & columns;
      if (bits != 0) return (z * Kind::tile_y + y) * Kind::columns + at.word * WORD_COLUMNS + findLSB(bits);
    }
    return -1;
  }

  /// Calls take_link(other) for the runs with smaller numbers that a run is linked with.
  template <class TakeLink>
  void take_links(int own, int start, const TakeLink& take_link) {
    const Place at = place_of_word(own);
    const uint columns = run_of(word_of(own), start);
    uint before = 0;
    uint above = 0;
    for (int band = 0; band < BANDS_BEFORE; ++band) {
      if (PLANE && band != ABOVE) continue;
      const BandContacts contacts = contacts_with(at.word, at.y, at.z, band, columns);
      if (contacts.columns == 0 && !contacts.left && !contacts.right) continue;
      const int other = own + (band_dz(band) * Kind::bands_y + band_dy(band)) * Kind::words;
      if (contacts.left) take_link(run_at(other - 1, WORD_COLUMNS - 1));
      if (contacts.right) take_link(run_at(other + 1, 0));
      if (contacts.columns == 0) continue;
      const uint reached = reached_columns(at.word, at.y, at.z, band, before, above);
      const Word word = word_of(other);
      for (uint rest = contacts.columns; rest != 0;) {
        const int column = findLSB(rest);
        const uint run = run_of(word, findMSB(word.starts & up_to(column)));
        if ((run & reached) == 0) take_link(run_at(other, column));
        if (band == BEFORE) before |= run;
        if (band == ABOVE) above |= run;
        rest = behind_run(rest, word.starts, column);
      }
    }
    if (start == 0 && needs_left(at.word, at.y, at.z)) take_link(run_at(own, 0) - 1);
  }

  int root_of(int run) const {
    while (parents[static_cast<std::size_t>(run)] != run) run = parents[static_cast<std::size_t>(run)];
    return run;
  }

  const VolumeBits& volume;
  int word0;
  int y0;
  int z0;
  std::vector<uint> starts;      ///< By word.
  std::vector<int> runs_before;  ///< By word: runs in the words before it.
  std::vector<int> words;        ///< By run: its word.
  std::vector<int> run_starts;   ///< By run: its first column.
  std::vector<int> parents;      ///< By run.
  std::vector<int> places;       ///< By run: its first voxel; for a root that of its component.
  mutable bool left_frame = false;
  std::vector<bool> at_border;   ///< By run: the root of a component that reaches a border of the tile.
  std::size_t links = 0;         ///< Links between runs of the tile.
  std::size_t listed_links = 0;  ///< Those that are no run's first.
  std::size_t later_places = 0;  ///< Runs whose first voxel comes before their root's.

 private:
  void list_runs() {
    for (int own = 0; own < Kind::band_words; ++own) {
      const Place at = place_of_word(own);
      starts.push_back(starts_in(at.word, at.y, at.z));
      runs_before.push_back(static_cast<int>(words.size()));
      for (uint rest = starts.back(); rest != 0; rest &= rest - 1) {
        words.push_back(own);
        run_starts.push_back(findLSB(rest));
        places.push_back(first_place_of(own, run_of(word_of(own), findLSB(rest))));
      }
    }
  }

  /// Hangs every run below the first run that it is linked with, then unites its other links.
  void solve() {
    std::vector<std::pair<int, int>> listed;
    for (int run = 0; run < static_cast<int>(words.size()); ++run) {
      int parent = run;
      take_links(words[static_cast<std::size_t>(run)], run_starts[static_cast<std::size_t>(run)], [&](int other) {
        ++links;
        if (parent == run) {
          parent = other;
        } else {
          listed.emplace_back(run, other);
        }
      });
      parents.push_back(parent);
    }
    listed_links = listed.size();
    for (const auto& [run, other] : listed) {
      const int a = root_of(run);
      const int b = root_of(other);
      parents[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
    }
  }

  /// Hangs every run right below its root, finds the first voxels of components and which reach a border. A root has
  /// the smallest number, so the component has no voxel before the rows and slices of the root's band: of a band of two
  /// slices, every run in these slices may have the first voxel; of two rows, every run in these rows.
  void survey() {
    constexpr int layer = Kind::columns * (Kind::rows_z == 2 ? 2 * Kind::tile_y : Kind::rows_y);
    at_border.resize(words.size());
    for (std::size_t run = 0; run < words.size(); ++run) {
      const int root = root_of(static_cast<int>(run));
      parents[run] = root;
      int& first = places[static_cast<std::size_t>(root)];
      if (places[run] / layer == first / layer && places[run] < first) {
        first = places[run];
        ++later_places;
      }
      if (reaches_border(words[run], run_of(word_of(words[run]), run_starts[run]))) {
        at_border[static_cast<std::size_t>(root)] = true;
      }
    }
  }

 public:
  /// Whether a run has a voxel at a border of the tile that is not the volume's.
  bool reaches_border(int own, uint columns) const {
    const Place at = place_of_word(own);
    const bool before_x = at.word == 0 && word0 > 0;
    const bool behind_x = at.word == Kind::words - 1 && word0 + Kind::words < volume.row_words;
    if (before_x && (columns & FIRST_COLUMN) != 0) return true;
    if (behind_x && (columns & LAST_COLUMN) != 0) return true;
    for (int i = 0; i < Kind::rows_y * Kind::rows_z; ++i) {
      const int y = at.y * Kind::rows_y + i % Kind::rows_y;
      const int z = at.z * Kind::rows_z + i / Kind::rows_y;
      const bool border_y = (y == 0 && y0 > 0) || (y == Kind::tile_y - 1 && y0 + Kind::tile_y < volume.extent.height);
      const bool border_z = (z == 0 && z0 > 0) || (z == Kind::tile_z - 1 && z0 + Kind::tile_z < volume.extent.depth);
      if ((border_y || border_z) && (bits_of(at.word, y, z) & columns) != 0) return true;
    }
    return false;
  }
};

}  // namespace glccl::tests
