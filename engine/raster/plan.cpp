#include "engine/raster/plan.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "glsl/shared/raster_layout.h"

namespace glccl::raster {
namespace {

/// The smallest k with base^k >= n.
int ceil_log(std::int64_t n, std::int64_t base) {
  int k = 0;
  for (std::int64_t reach = 1; reach < n; reach *= base) ++k;
  return k;
}

/// Steps along a chain that update_roots takes in a round: enough for nearly every image. Where check_roots finds
/// longer chains, draws with all_hops follow.
constexpr int root_hops = 64;

/// How vertical_runs descends a run: pixels in its first pass, hops in each further pass.
struct Descent {
  int first;
  int further;
};
constexpr Descent published_descent{1, 1};
constexpr Descent exact_descent{16, 7};

/// Columns of a block, such that there are `blocks` blocks or a few less.
int block_width_of(Engine engine, const Extent& extent, int blocks) {
  const int chosen = engine == Engine::raster ? extent.width : 1;
  const int count = std::clamp(blocks == 0 ? chosen : blocks, 1, extent.width);
  return (extent.width + count - 1) / count;
}

/// Writes the draws in the order in which they run. `current_` holds the ids that the next draw reads, `other_` is its
/// partner.
class Planner {
 public:
  Planner(Engine engine, const PlanKey& key) : key_(key), exact_(engine == Engine::raster) {
    plan_.key = key;
    plan_.block_width = block_width_of(engine, key.extent, key.raster.blocks);
    plan_.levels = pyramid_levels(key.extent);
  }

  RasterPlan plan() {
    find_runs();
    if (plan_.block_width > 1) {
      sweep_columns();
      update_after_sweep();
    }
    if (exact_) {
      list_contacts();
      merge_until_nothing_changes();
    } else {
      merge_blocks();
    }
    rank();
    if (key_.table_rows > 0) list_components();
    number();
    if (key_.table_rows > 0) measure_components();
    return std::move(plan_);
  }

 private:
  /// An upper bound for the trees of a forest of runs: a run takes a pixel, and with Foreground the background pixel
  /// below it.
  std::int64_t most_runs() const {
    const bool gaps = key_.criterion == CriterionKind::foreground;
    return std::int64_t{key_.extent.width} * (gaps ? (key_.extent.height + 1) / 2 : key_.extent.height);
  }

  int block_count() const { return (key_.extent.width + plan_.block_width - 1) / plan_.block_width; }

  Draw& add(RasterPass name, PlanImage read, PlanImage write, int argument = 0) {
    Draw pass;
    pass.name = name;
    pass.stage = stage_;
    pass.read = read;
    pass.write = write;
    pass.argument = argument;
    pass.rectangle = rectangle_of(key_.extent);
    return plan_.passes.emplace_back(pass);
  }

  void swap_ids() { std::swap(current_, other_); }

  /// Chapter 4. The sweep needs the runs in both textures: one more draw. Without the sweep `other_` needs only roots,
  /// which every draw has.
  void find_runs() {
    stage_ = "encode_ids";
    add(RasterPass::encode_ids, PlanImage::source, current_);
    stage_ = "vertical_runs";
    const Descent descent = exact_ ? exact_descent : published_descent;
    const std::int64_t firsts_in_height = (key_.extent.height - 2 + descent.first) / descent.first;
    const int passes = 1 + ceil_log(firsts_in_height, descent.further + 1) + (plan_.block_width > 1 ? 1 : 0);
    for (int i = 0; i < passes; ++i) {
      add(RasterPass::vertical_runs, current_, other_, i).hops = i == 0 ? descent.first : descent.further;
      swap_ids();
    }
  }

  /// Chapter 5, in the order of figure 5.7, in all blocks of chapter 9 at once: `current_` is the paper's texture 1,
  /// `other_` its texture 0.
  void sweep_columns() {
    stage_ = "column_sweep";
    const int height = key_.extent.height;
    const bool eight = key_.connectivity == Connectivity::eight;
    const std::size_t first = plan_.passes.size();
    for (int step = 0; step < plan_.block_width - 1; ++step) {
      add(RasterPass::gather_neighbor, current_, other_, step).points = height;
      add(RasterPass::update_column, other_, current_, step);
      add(RasterPass::scatter_back, current_, other_, step).points = eight ? 2 * height : height;
    }
    for (std::size_t i = first; i < plan_.passes.size(); ++i) plan_.passes[i].instances = block_count();
    plan_.passes[first].clear_marks = true;
  }

  /// Chapter 6. Marked roots lie in `other_` (texture 0); the columns' ids in `current_`, where the roots go too.
  void update_after_sweep() {
    stage_ = "update_roots";
    settle_roots();
    stage_ = "update_children";
    add(RasterPass::update_children, current_, other_);
    swap_ids();
  }

  void add_update_roots(PlanImage read, PlanImage write, int hops, int condition) {
    Draw& pass = add(RasterPass::update_roots, read, write);
    pass.hops = hops;
    pass.condition = condition;
  }

  /// Flattens the chains of marked roots of `other_` into `current_`. As published, one pass walks them to their ends.
  void settle_roots() {
    if (!exact_) {
      add_update_roots(other_, current_, std::numeric_limits<int>::max(), no_query);
      return;
    }
    add_update_roots(other_, current_, all_hops, no_query);
    add_update_roots(current_, other_, all_hops, no_query);
    add_update_roots(other_, current_, all_hops, no_query);
  }

  /// settle_roots() after a merge round: every draw is skipped if the round scattered nothing.
  ///
  /// The next round scatters into `other_`, although chains there are longer than in `current_`. That is safe: the
  /// round scatters only to roots of `current_`. No earlier round has scattered to these, so they point to themselves
  /// in both textures.
  void settle_round(int merge_query) {
    if (most_runs() <= all_hops) {  // no chain is longer, so one draw suffices; small images spend their time on draws
      add_update_roots(other_, current_, all_hops, merge_query);
      return;
    }
    add_update_roots(other_, current_, root_hops, merge_query);
    Draw& check = add(RasterPass::check_roots, current_, other_);
    check.condition = merge_query;
    check.query = check_query;
    add_update_roots(current_, other_, all_hops, check_query);
    add_update_roots(other_, current_, all_hops, check_query);
  }

  /// Chapter 9: one step for every halving of the number of blocks, each followed by the post column processing of
  /// chapter 6.
  void merge_blocks() {
    const int blocks = block_count();
    if (blocks < 2) return;
    stage_ = "merge_blocks";
    const int neighbors = key_.connectivity == Connectivity::eight ? 3 : 1;
    for (int i = 0; i < std::max(1, ceil_log(blocks, 2)); ++i) {
      Draw& merge = add(RasterPass::merge_blocks, current_, other_);
      merge.points = 2 * neighbors * key_.extent.height;
      merge.instances = blocks - 1;
      merge.clear_marks = true;
      settle_roots();
      add(RasterPass::update_children, current_, other_);
      swap_ids();
    }
  }

  /// The pyramid over the masks that `find` writes.
  void build_pyramid(RasterPass find) {
    add(find, current_, PlanImage::masks).rectangle = rectangle_of(masks_extent(key_.extent));
    for (int level = 0; level < static_cast<int>(plan_.levels.size()); ++level) {
      const Level& rows = plan_.levels[static_cast<std::size_t>(level)];
      add(RasterPass::histogram_pyramid, PlanImage::none, PlanImage::sums, level).rectangle = {
          0, rows.first_row, std::min(rows.elements, shared::PYRAMID_ROW) - 1, rows.first_row + rows_of(rows) - 1};
    }
  }

  /// The pixels that `find` marks become a list, and their number the arguments of an indirect draw.
  void list_points(RasterPass find, int instances) {
    build_pyramid(find);
    add(RasterPass::count_points, PlanImage::none, PlanImage::points, instances);  // not sums, which it reads
    add(RasterPass::list_points, current_, PlanImage::points);
  }

  /// With the criterion difference a point of the list stands for up to three links.
  void list_contacts() {
    if (key_.extent.width < 2) return;
    stage_ = "find_contacts";
    const bool several = key_.criterion == CriterionKind::difference;
    list_points(RasterPass::find_contacts, several && key_.connectivity == Connectivity::eight ? 3 : 1);
  }

  /// After 2 ceil(log2 n) rounds n trees are merged (two rounds at least halve the trees that can still merge). The
  /// plan holds that many rounds, and the GPU skips each round that follows one without a fragment. The CPU never
  /// waits.
  void merge_until_nothing_changes() {
    if (key_.extent.width < 2) return;
    stage_ = "merge_rounds";
    const int rounds = 2 * ceil_log(most_runs(), 2);
    for (int round = 0; round < rounds; ++round) {
      const int query = round % 2;
      Draw& merge = add(RasterPass::merge_rounds, current_, other_);
      merge.points = all_points;
      merge.clear_marks = round == 0;
      merge.condition = round == 0 ? no_query : 1 - query;
      merge.query = query;
      settle_round(query);
    }
    add(RasterPass::update_children, current_, other_);
    swap_ids();
  }

  bool routes() const { return key_.raster.compaction == Compaction::stencil_routing; }

  /// Finds the number of every root.
  void rank() {
    if (key_.numbering == Numbering::root) return;
    if (routes()) route_roots();
    stage_ = "find_roots";
    const std::size_t first = plan_.passes.size();
    build_pyramid(RasterPass::find_roots);
    add(RasterPass::rank_masks, PlanImage::none, PlanImage::ranks).rectangle = rectangle_of(masks_extent(key_.extent));
    if (!routes()) return;
    for (std::size_t i = first; i < plan_.passes.size(); ++i) plan_.passes[i].condition = routing_query;
  }

  /// Chapter 8: numbers by the order in which roots pass the stencil test. One vertex per pixel and round. The pyramid
  /// takes over if the query saw a fragment.
  void route_roots() {
    stage_ = "stencil_routing";
    const int pixels = static_cast<int>(key_.extent.elements());
    for (int round = 0; round < shared::ROUTING_ROUNDS; ++round) {
      add(RasterPass::stencil_routing, current_, PlanImage::routed, round).points = pixels;
    }
    Draw& check = add(RasterPass::check_routing, current_, other_, shared::ROUTING_ROUNDS);
    check.points = pixels;
    check.query = routing_query;
    add(RasterPass::number_roots, PlanImage::none, PlanImage::points).points =
        shared::ROUTED_A_ROUND * shared::ROUTING_ROUNDS;
  }

  /// Writes the labels. No pass after the first of these reads the source, which may share texels with the labels.
  void number() {
    stage_ = "number_components";
    const auto number_by = [&](int argument) -> Draw& {
      return add(RasterPass::number_components, current_, PlanImage::labels, argument);
    };
    if (key_.numbering == Numbering::root) {
      number_by(shared::NUMBER_BY_ROOT);
    } else if (routes()) {
      number_by(shared::NUMBER_BY_ROUTING);
      number_by(shared::NUMBER_BY_RANK).condition = routing_query;
    } else {
      number_by(shared::NUMBER_BY_RANK);
    }
  }

  /// Starts the component table: header and rows from the roots, with their values in the source.
  void list_components() {
    stage_ = "list_components";
    const auto list = [&](bool routed) -> Draw& {
      Draw& pass = add(RasterPass::list_components, PlanImage::none, PlanImage::rows, routed ? 1 : 0);
      pass.rectangle = rectangle_of(rows_extent(key_.table_rows));
      return pass;
    };
    if (!routes()) {
      list(false);
      return;
    }
    add(RasterPass::count_roots, current_, other_).query = count_query;
    list(true);
    list(false).condition = routing_query;
  }

  /// The rest of the table: areas from the labels, boxes (chapter 7) from their corners.
  void measure_components() {
    stage_ = "sum_areas";
    // The target is one that no later draw covers: llvmpipe skips fragments that a later draw covers, together with
    // their stores.
    add(RasterPass::sum_areas, PlanImage::none, PlanImage::ranks).rectangle = rectangle_of(masks_extent(key_.extent));
    stage_ = "bounding_boxes";
    list_points(RasterPass::find_corners, 1);
    add(RasterPass::bounding_boxes, PlanImage::none, PlanImage::boxes).points = all_points;
    add(RasterPass::write_boxes, PlanImage::boxes, PlanImage::rows).rectangle =
        rectangle_of(rows_extent(key_.table_rows));
  }

  PlanKey key_;
  RasterPlan plan_;
  bool exact_;
  std::string_view stage_;
  PlanImage current_ = PlanImage::ids_a;
  PlanImage other_ = PlanImage::ids_b;
};

}  // namespace

Extent rows_extent(std::uint32_t table_rows) {
  const auto down = static_cast<int>((table_rows + shared::ROWS_ACROSS - 1) / shared::ROWS_ACROSS);
  return {shared::ROWS_ACROSS, down};
}

Extent masks_extent(const Extent& extent) {
  return {(extent.width + shared::PIXELS_IN_MASK - 1) / shared::PIXELS_IN_MASK, extent.height};
}

std::vector<Level> pyramid_levels(const Extent& extent) {
  std::vector<Level> levels;
  std::int64_t elements = masks_extent(extent).elements();
  int row = 0;
  do {
    elements = (elements + shared::PYRAMID_FAN - 1) / shared::PYRAMID_FAN;
    levels.push_back({row, static_cast<int>(elements)});
    row += rows_of(levels.back());
  } while (elements > 1);
  return levels;
}

int rows_of(const Level& level) { return (level.elements + shared::PYRAMID_ROW - 1) / shared::PYRAMID_ROW; }

RasterPlan make_plan(Engine engine, const PlanKey& key) { return Planner(engine, key).plan(); }

}  // namespace glccl::raster
