// The plan of the compute engine: the list of dispatches that labels an image. Made on the CPU without OpenGL; the
// engine runs it. glsl/shared/tile_geometry.h says what words, bands and tiles are.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/compute/passes.hpp"
#include "engine/plan_key.hpp"
#include "glccl/types.hpp"

namespace glccl::compute {

/// One dispatch of a plan.
struct Dispatch {
  ComputePass name = ComputePass::label_tiles;
  int group_size = 1;  ///< Invocations in a workgroup: a multiple of 32, at most 1024.
  int groups_x = 1;
  int groups_y = 1;
  bool merges = false;  ///< label_tiles unites nodes too, so that merge_tiles is left out.
};

/// How a tile is divided (glsl/shared/tile_geometry.h).
struct Bands {
  int rows = 1;     ///< Rows of pixels in a band.
  int in_tile = 1;  ///< Bands of a tile.
};

/// The bands of a connectivity and a criterion.
Bands bands_of(Connectivity connectivity, CriterionKind criterion);

/// The dispatches for one key, and the geometry of their tiles.
struct ComputePlan {
  PlanKey key;
  Bands bands;
  bool links_values = false;  ///< The criterion compares values, so that every column can start a run.
  bool numbered = true;       ///< Numbering::raster.
  Extent words;               ///< Words in a band, and bands.
  Extent tiles;
  /// Columns below horizontal borders for an invocation of merge_tiles: 1 to 32, a power of two.
  int columns_each = 1;
  std::vector<Dispatch> passes;

  /// Words of all rows of pixels.
  std::int64_t row_words() const { return words.elements() * bands.rows; }
};

ComputePlan make_plan(const PlanKey& key);

/// A dispatch in one line, without its name.
std::string describe(const Dispatch& pass);

}  // namespace glccl::compute
