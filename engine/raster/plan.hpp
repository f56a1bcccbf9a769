// The plan of the raster engine: the list of draws that labels an image. Made on the CPU without OpenGL; the engine
// runs it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/plan_key.hpp"
#include "engine/raster/passes.hpp"
#include "glccl/labels.hpp"
#include "glccl/types.hpp"

namespace glccl::raster {

/// What draws read and write. `ids_a` and `ids_b` are the pair that draws read and write in turn; `rows` are the rows
/// of the component table, which is a buffer.
enum class PlanImage { none, source, ids_a, ids_b, masks, sums, ranks, points, labels, routed, boxes, rows };
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
constexpr int check_query = 2;    ///< Of check_roots.
constexpr int routing_query = 3;  ///< Of check_routing.
constexpr int count_query = 4;    ///< Of count_roots. It counts; the others only tell whether there was a fragment.
constexpr int query_count = 5;

/// One draw of a plan.
struct Draw {
  RasterPass name = RasterPass::encode_ids;
  std::string_view stage;  ///< The row of the times that it counts to.
  PlanImage read = PlanImage::none;
  PlanImage write = PlanImage::none;
  int argument = 0;          ///< RasterPassTraits::argument tells its meaning.
  int hops = 1;              ///< Steps along a chain of ids, for the passes that follow one.
  Box rectangle;             ///< Geometry::rectangle: what is drawn.
  int points = 0;            ///< Geometry::points: number of vertices, or all_points.
  int instances = 1;         ///< Blocks, or borders between them.
  bool clear_marks = false;  ///< Sets the depth marks to 0 before.
  int condition = no_query;  ///< Drawn only if this query saw a fragment.
  int query = no_query;      ///< The query that sees this draw's fragments.
};

/// A level of the histogram pyramid in the texture `sums`.
struct Level {
  int first_row = 0;
  int elements = 0;
};

/// Draw::hops of draws that walk to the end: chains have fewer than 2^30 steps, one draw leaves at most 2^12 of them,
/// and a second walks these.
constexpr int all_hops = 1 << 18;

/// The draws for one key, and what their uniforms need.
struct RasterPlan {
  PlanKey key;
  int block_width = 1;  ///< Columns that are swept together.
  std::vector<Level> levels;
  std::vector<Draw> passes;
};

/// Extent of the image `masks` of an image to label.
Extent masks_extent(const Extent& extent);

/// The levels of the pyramid over an image, at most shared::MOST_LEVELS, the last of one element.
std::vector<Level> pyramid_levels(const Extent& extent);

/// Rows of `sums` that a level takes.
int rows_of(const Level& level);

/// Extent of the target PlanImage::rows of a table.
Extent rows_extent(std::uint32_t table_rows);

/// The plan of Engine::raster or Engine::raster_paper.
RasterPlan make_plan(Engine engine, const PlanKey& key);

/// A draw in one line, without its name.
std::string describe(const Draw& pass);

/// One line per draw. Long repetitions are shortened to their first draws, a count and their last.
std::string describe(const RasterPlan& plan);

}  // namespace glccl::raster
