// The plan of the compute engine: the list of dispatches that labels an image. Made on the CPU without OpenGL; the
// engine runs it. glsl/shared/tile_geometry.h says what words, bands and tiles are.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/common/plan_key.hpp"
#include "engine/compute/passes.hpp"
#include "glccl/types.hpp"

namespace glccl::compute {

/// One dispatch of a plan.
struct Dispatch {
  ComputePass name = ComputePass::label_tiles;
  int group_size = 1;  ///< Invocations in a workgroup: a multiple of 32, at most 1024.
  int groups_x = 1;
  int groups_y = 1;
  int groups_z = 1;
  bool merges = false;         ///< label_tiles unites nodes too, so that merge_tiles is left out.
  bool masked = false;         ///< It packs a tile and clears the bits that the mask leaves out.
  bool seams = false;          ///< It takes the seams of periodic axes for borders of tiles.
  bool measures = false;       ///< It sums or reads the areas of nodes, for a filter by limits.
  bool own_fractions = false;  ///< PlanKey::own_fractions.
  bool continues = false;      ///< Its last workgroup does what would otherwise be the next pass.
};

/// How a tile is divided (glsl/shared/bands.h). An image is a volume of one slice.
struct TileGeometry {
  int axes = 0;               ///< In how many coordinates neighbours differ: 1, 2 or 3 for 6, 18 or 26 neighbours.
  int rows_y = 1;             ///< Rows in a band.
  int rows_z = 1;             ///< Slices in a band.
  int words = 1;              ///< Words in a row.
  int bands_y = 1;            ///< Bands in y.
  int bands_z = 1;            ///< Bands in z.
  bool links_values = false;  ///< Values are compared: then a band is one row.

  /// Width, height and depth in elements.
  Extent extent() const;
  /// Whether it is of an image.
  bool is_plane() const { return rows_z * bands_z == 1; }
  /// Words of all bands.
  int band_words() const { return words * bands_y * bands_z; }
  /// Words of all rows of elements.
  int row_words() const { return band_words() * rows_y * rows_z; }
  /// Most runs: where neighbouring columns of a band are connected whenever they are occupied, every other column of a
  /// word can start a run, else every column.
  int most_runs() const;
  /// Most components that reach the border. Of a volume's foreground a cell of two elements along as many axes as
  /// neighbours differ in is connected, so it has one component at most: this is the number of cells at the border.
  /// Where values are compared a cell is an element. Of an image: glsl/shared/tile_geometry.h.
  int most_nodes() const;
};

/// The tiles of images with 4 or 8 neighbours, or of volumes with 6, 18 or 26, and a criterion. Those of volumes have
/// at most 2048 runs, which fit 32 KiB of shared memory.
TileGeometry tile_geometry_of(bool volume, Connectivity connectivity, CriterionKind criterion);

/// The dispatches for one key, and the geometry of their tiles.
struct ComputePlan {
  PlanKey key;
  TileGeometry tile;
  bool numbered = true;  ///< Numbering::raster.
  Extent words;          ///< Words in a row, and bands in y and z.
  Extent tiles;
  /// Columns below horizontal borders for an invocation of merge_tiles: 1 to 32, a power of two.
  int columns_each = 1;
  std::vector<Dispatch> passes;

  /// Whether a filter by limits alone drops components before roots are ranked: label_tiles sums areas then. It does so
  /// where bands have two rows and no mask takes the binding of areas.
  bool measures_tiles() const;
  /// Words of all rows of pixels or voxels.
  std::int64_t row_words() const;
  /// Most components that there can be. A cell of two elements along as many axes as neighbours differ in is connected,
  /// so it has one component of foreground at most.
  std::int64_t most_components() const;
};

/// The plan of a labeling that fills no holes.
ComputePlan make_plan(const PlanKey& key);

/// The plans of a labeling, one after the other. To fill holes, the first one labels the background and drops the holes
/// that are filled; the second one labels what is 0 in its labels.
std::vector<ComputePlan> make_plans(const PlanKey& key);

/// A dispatch in one line, without its name.
std::string describe(const Dispatch& pass);

}  // namespace glccl::compute
