// A model of labeling volumes by runs of bits, in plain loops: tiles, nodes, uniting across borders, ranks and labels
// as docs/method/tiles.md has them, by the functions of glsl/shared/links.h and contacts.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "glccl/image.hpp"
#include "tests/shared/volume_tile.hpp"

namespace glccl::tests {

/// What a labeling counts.
struct VolumeCounts {
  std::size_t tiles = 0;
  std::size_t voxels = 0;  ///< Foreground.
  std::size_t runs = 0;
  std::size_t border_runs = 0;   ///< Runs of components that reach a tile's border.
  std::size_t links = 0;         ///< Links in tiles.
  std::size_t listed_links = 0;  ///< Those that are no run's first.
  std::size_t most_listed = 0;   ///< Most of one tile.
  std::size_t nodes = 0;
  std::size_t most_nodes = 0;    ///< Most of one tile.
  std::size_t unions = 0;        ///< Links across borders.
  std::size_t later_places = 0;  ///< Runs whose first voxel comes before their root's.
};

/// A labeled volume: numbers in raster order, and the places of the components' first voxels.
struct LabeledVolume {
  LabelImage labels;
  std::vector<std::uint64_t> firsts;
  VolumeCounts counts;
};

/// Labels the volume as kernels for `Kind` would.
template <class Kind>
class VolumeModel {
 public:
  explicit VolumeModel(const VolumeBits& volume) : volume_(volume) {}

  LabeledVolume label() {
    label_tiles();
    merge_tiles();
    LabeledVolume labeled{{volume_.extent, {}}, {}, counts_};
    rank_words();
    write_labels(labeled);
    labeled.counts = counts_;
    return labeled;
  }

 private:
  using Tile = ModelTile<Kind>;

  /// A component of a tile that reaches a border: its parent, and the place of its first voxel in the tile.
  struct ModelNode {
    std::size_t parent;
    std::uint64_t place;
  };

  /// A tile and the records of its runs: AT_BORDER and a node of the tile, or the place of the first voxel.
  struct Solved {
    Tile tile;
    std::vector<std::uint16_t> records;
    std::size_t first_node;
  };

  static int ratio(int all, int part) { return (all + part - 1) / part; }

  std::uint64_t place_in_volume(const Tile& tile, int place) const {
    const int x = tile.word0 * WORD_COLUMNS + place % Kind::columns;
    const int y = tile.y0 + place / Kind::columns % Kind::tile_y;
    const int z = tile.z0 + place / Kind::columns / Kind::tile_y;
    return place_of(Position{x, y, z}, volume_.extent);
  }

  void label_tiles() {
    tiles_y_ = ratio(volume_.extent.height, Kind::tile_y);
    tiles_x_ = ratio(volume_.row_words, Kind::words);
    roots_.assign(volume_.bits.size(), 0);
    for (int z = 0; z < volume_.extent.depth; z += Kind::tile_z) {
      for (int y = 0; y < volume_.extent.height; y += Kind::tile_y) {
        for (int word = 0; word < volume_.row_words; word += Kind::words) label_tile(Tile(volume_, word, y, z));
      }
    }
  }

  void label_tile(Tile tile) {
    std::vector<std::uint16_t> records(tile.words.size());
    const std::size_t first_node = nodes_.size();
    for (std::size_t run = 0; run < records.size(); ++run) {
      if (tile.parents[run] != static_cast<int>(run)) {
        records[run] = records[static_cast<std::size_t>(tile.parents[run])];
      } else if (tile.at_border[run]) {
        records[run] = static_cast<std::uint16_t>(AT_BORDER | (nodes_.size() - first_node));
        nodes_.push_back({nodes_.size(), place_in_volume(tile, tile.places[run])});
      } else {
        records[run] = static_cast<std::uint16_t>(tile.places[run]);
        mark_root(place_in_volume(tile, tile.places[run]));
      }
      if ((records[run] & AT_BORDER) != 0) ++counts_.border_runs;
    }
    ++counts_.tiles;
    counts_.runs += records.size();
    counts_.links += tile.links;
    counts_.listed_links += tile.listed_links;
    counts_.most_listed = std::max(counts_.most_listed, tile.listed_links);
    counts_.later_places += tile.later_places;
    counts_.nodes += nodes_.size() - first_node;
    counts_.most_nodes = std::max(counts_.most_nodes, nodes_.size() - first_node);
    misfits_ = misfits_ || tile.left_frame || records.size() > Kind::most_runs ||
               nodes_.size() - first_node > Kind::most_nodes;
    solved_.push_back({std::move(tile), std::move(records), first_node});
  }

  void mark_root(std::uint64_t place) {
    const Position at = position_of(place, volume_.extent);
    roots_[volume_.word_at(at.x / WORD_COLUMNS, at.y, at.z)] |= 1U << (at.x % WORD_COLUMNS);
  }

  const Solved& tile_of(int word, int y, int z) const {
    const int tile_y = y / Kind::bands_y;
    const int tile_z = z / Kind::bands_z;
    return solved_[static_cast<std::size_t>((tile_z * tiles_y_ + tile_y) * tiles_x_ + word / Kind::words)];
  }

  /// The record's place and its tile, of the run at a column of a word. Bands are counted in the volume.
  std::uint16_t record_at(const Solved& solved, int word, int y, int z, int column) const {
    const int own = (z % Kind::bands_z * Kind::bands_y + y % Kind::bands_y) * Kind::words + word % Kind::words;
    return solved.records[static_cast<std::size_t>(solved.tile.run_at(own, column))];
  }

  std::size_t node_at(int word, int y, int z, int column) const {
    const Solved& solved = tile_of(word, y, z);
    return solved.first_node + (record_at(solved, word, y, z, column) & ~AT_BORDER);
  }

  std::size_t find(std::size_t node) const {
    while (nodes_[node].parent != node) node = nodes_[node].parent;
    return node;
  }

  void unite(std::size_t a, std::size_t b) {
    a = find(a);
    b = find(b);
    if (a == b) return;
    if (nodes_[a].place < nodes_[b].place) std::swap(a, b);
    nodes_[a].parent = b;
  }

  /// Unites the nodes that links across borders join, line by line of the tiles.
  void merge_tiles() {
    ModelBorders<Kind> borders{volume_};
    const int tiles_z = borders.tiles_in_z();
    for (int across = 0; across < DIRECTIONS_ACROSS; ++across) {
      for (int z = across == ACROSS_Z ? 1 : 0; z < tiles_z; ++z) {
        for (int y = across == ACROSS_Y ? 1 : 0; y < tiles_y_; ++y) {
          for (int x = across == ACROSS_X ? 1 : 0; x < tiles_x_; ++x) {
            const int words = borders.words_across(across);
            for (int i = 0; i < borders.lines_across(across); ++i) {
              unite_line(borders, {across, {x, y, z}, i % words, i / words});
            }
          }
        }
      }
    }
  }

  void unite_line(ModelBorders<Kind>& borders, const BorderLine& line) {
    const BorderWords own = borders.words_of_line(line, false);
    const BorderWords other = borders.words_of_line(line, true);
    const BorderLinks links = Kind::values ? borders.border_links(line, own, other) : no_links();
    for (int dv = Kind::is_plane ? 0 : -1; dv <= (Kind::is_plane ? 0 : 1); ++dv) {
      for (int du = -1; du <= 1; ++du) {
        uint columns = borders.crossings_of_line(line, own, other, links, du, dv);
        for (; columns != 0; columns &= columns - 1) {
          const Place first = borders.first_of_line(line);
          const int column = findLSB(columns);
          unite(node_of(moved_along(line.across, first, column, 0)),
                node_of(moved_across(line.across, moved_along(line.across, first, column + du, dv))));
          ++counts_.unions;
        }
      }
    }
  }

  std::size_t node_of(Place voxel) const {
    return node_at(voxel.x / WORD_COLUMNS, voxel.y / Kind::rows_y, voxel.z / Kind::rows_z, voxel.x % WORD_COLUMNS);
  }

  /// Marks the roots of nodes, and counts the roots before each word.
  void rank_words() {
    for (std::size_t node = 0; node < nodes_.size(); ++node) {
      if (nodes_[node].parent == node) mark_root(nodes_[node].place);
    }
    std::uint32_t before = 0;
    for (const uint word : roots_) {
      ranks_.push_back(before);
      before += static_cast<std::uint32_t>(bitCount(word));
    }
  }

  std::uint32_t number_of(std::uint64_t place) const {
    const Position at = position_of(place, volume_.extent);
    const std::size_t word = volume_.word_at(at.x / WORD_COLUMNS, at.y, at.z);
    return ranks_[word] + static_cast<std::uint32_t>(bitCount(roots_[word] & up_to(at.x % WORD_COLUMNS)));
  }

  std::uint32_t label_of(const Solved& solved, std::uint16_t record) const {
    if ((record & AT_BORDER) == 0) return number_of(place_in_volume(solved.tile, record));
    return number_of(nodes_[find(solved.first_node + (record & ~AT_BORDER))].place);
  }

  void write_labels(LabeledVolume& labeled) {
    const auto [width, height, depth] = volume_.extent;
    std::uint64_t place = 0;
    labeled.labels.values.reserve(static_cast<std::size_t>(volume_.extent.elements()));
    for (int z = 0; z < depth; ++z) {
      for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x, ++place) {
          const int word = x / WORD_COLUMNS;
          const int column = x % WORD_COLUMNS;
          std::uint32_t label = 0;
          if ((volume_.at(word, y, z) >> column & 1U) != 0) {
            const int band_y = y / Kind::rows_y;
            const int band_z = z / Kind::rows_z;
            const Solved& solved = tile_of(word, band_y, band_z);
            label = label_of(solved, record_at(solved, word, band_y, band_z, column));
            ++counts_.voxels;
          }
          if ((roots_[volume_.word_at(word, y, z)] >> column & 1U) != 0) labeled.firsts.push_back(place);
          labeled.labels.values.push_back(misfits_ ? ~0U : label);
        }
      }
    }
  }

  const VolumeBits& volume_;
  int tiles_x_ = 0;
  int tiles_y_ = 0;
  bool misfits_ = false;  ///< A tile has more runs or nodes than room, or reads bits outside of its frame.
  std::vector<Solved> solved_;
  std::vector<ModelNode> nodes_;
  std::vector<uint> roots_;           ///< A bit per voxel: it is the first of its component.
  std::vector<std::uint32_t> ranks_;  ///< By word: roots in the words before it.
  VolumeCounts counts_;
};

}  // namespace glccl::tests
