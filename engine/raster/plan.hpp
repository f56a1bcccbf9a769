// The plan of the raster engine: the list of draws that labels an image. Made on the CPU without OpenGL; the engine
// runs it.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "engine/common/plan_key.hpp"
#include "engine/raster/passes.hpp"
#include "glccl/labels.hpp"
#include "glccl/types.hpp"

namespace glccl::raster {

/// What draws read and write. Pairs `_a` and `_b` are read and written in turn.
enum class PlanImage {
  none,
  source,
  ids_a,  ///< Ids of pixels.
  ids_b,
  foreground,  ///< Words of columns (runs.glsl).
  links,       ///< Words of columns.
  ends_a,      ///< Runs at the last rows of words.
  ends_b,
  masks,    ///< Masks of rows.
  sums,     ///< The pyramid over `masks`.
  ranks,    ///< Running totals of `masks`.
  points,   ///< A list of pixels.
  trees_a,  ///< Ids of runs, a list.
  trees_b,
  contacts,      ///< Words of columns.
  contact_sums,  ///< The pyramid over `contacts`.
  pairs,         ///< A list of the roots of contacts.
  root_masks,    ///< Masks of rows of `trees`.
  root_sums,     ///< The pyramid over `root_masks`.
  root_ranks,    ///< Running totals of `root_masks`.
  labels,
  routed,   ///< The region of stencil_routing.
  numbers,  ///< Numbers at the pixels of roots.
  boxes,    ///< Boxes of components, a list.
  rows,     ///< The rows of the component table, which is a buffer.
};
constexpr int plan_image_count = static_cast<int>(PlanImage::rows) + 1;

/// Name and contents of an image, for Step and for plans as text.
struct PlanImageTraits {
  const char* name;
  StepContents contents;
};
const PlanImageTraits& traits_of(PlanImage image);

/// Draw::points: one vertex per point of the list. Only the GPU knows their number.
constexpr int all_points = -1;

/// Queries of a plan. Merge rounds use 0 and 1 in turn.
constexpr int no_query = -1;
constexpr int routing_query = 2;  ///< Of check_routing.
constexpr int count_query = 3;    ///< Of count_roots. It counts; the others only tell whether there was a fragment.
constexpr int query_count = 4;

/// The images that a draw reads, besides the level below of histogram_pyramid; the rest is PlanImage::none.
using Reads = std::array<PlanImage, 8>;

/// One draw of a plan.
struct Draw {
  RasterPass name = RasterPass::encode_ids;
  std::string_view stage;  ///< The row of the times that it counts to.
  Reads reads{};
  PlanImage write = PlanImage::none;
  PlanImage stored = PlanImage::none;  ///< Where fragments store words, at any texel: R32UI.
  int argument = 0;                    ///< RasterPassTraits::argument tells its meaning.
  int hops = 1;                        ///< Steps along a chain of ids, for the passes that follow one.
  Rectangle rectangle;                 ///< Geometry::rectangle: what is drawn.
  int points = 0;                      ///< Geometry::points: number of vertices, or all_points.
  int instances = 1;                   ///< Blocks, or borders between them.
  bool clear_marks = false;            ///< Sets the depth marks to 0 before.
  int condition = no_query;            ///< Drawn only if this query saw a fragment.
  int query = no_query;                ///< The query that sees this draw's fragments.
};

/// A level of the histogram pyramid in the texture `sums`.
struct Level {
  int first_row = 0;
  int elements = 0;
};

/// Draw::hops of draws that walk to the end of a chain.
constexpr int all_hops = std::numeric_limits<int>::max();

/// The draws for one key, and what their uniforms need.
struct RasterPlan {
  PlanKey key;
  int block_width = 1;  ///< Columns that are swept together.
  std::vector<Level> levels;
  std::vector<Draw> passes;
};

/// A list has 2^this elements in a row of its texture.
int list_bits(const Extent& extent);

/// Extent of an image of a plan; 0x0 for none, source and labels, and of routed, which has a size of its own.
Extent extent_of(PlanImage image, const PlanKey& key);

/// The levels of the pyramid over the masks of an image, at most shared::MOST_LEVELS, the last of one element.
std::vector<Level> pyramid_levels(const Extent& extent);

/// Rows of `sums` that a level takes.
int rows_of(const Level& level);

/// The plan of Engine::raster or Engine::raster_paper.
RasterPlan make_plan(Engine engine, const PlanKey& key);

/// A draw in one line, without its name.
std::string describe(const Draw& pass);

/// One line per draw. Long repetitions are shortened to their first draws, a count and their last.
std::string describe(const RasterPlan& plan);

}  // namespace glccl::raster
