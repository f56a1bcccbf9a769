#include "engine/raster/plan.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "engine/raster/plan_extents.hpp"
#include "glsl/shared/raster_layout.h"

namespace glccl::raster {
namespace {

/// Steps along a chain in a pass of update_trees: enough for nearly every image. Longer chains are walked where roots
/// are looked up.
constexpr int round_hops = 64;

/// Merge rounds that are asked one by one, and later rounds that are asked together.
constexpr int rounds_together = 8;

/// Steps in every pass of flatten_trees but the last: passes over many runs, and each is quick where chains are short.
constexpr int flatten_hops = 12;

/// Passes of flatten_trees. Three passes of 12 hops shorten chains 2197 times.
int flatten_passes(std::int64_t most_runs) { return most_runs <= 1 << 18 ? 2 : 4; }

/// Words that end_runs descends in its first pass, and its hops in each further pass.
constexpr int first_words = 16;
constexpr int further_hops = 7;

/// The most merge rounds that n trees take: trees that can still merge are at least as many before a round as before
/// the next round and the one after that together, and at least two before the last round.
int most_rounds(std::int64_t trees) {
  int rounds = 0;
  for (std::int64_t needed = 2, more = 3; needed <= trees; ++rounds) needed = std::exchange(more, needed + more);
  return rounds;
}

/// Writes the draws in the order in which they run. `current_` holds the ids that the next draw reads, `other_` is its
/// partner.
class Planner {
 public:
  Planner(Engine engine, const PlanKey& key)
      : key_(key),
        exact_(engine == Engine::raster),
        links_(key.criterion == CriterionKind::foreground ? PlanImage::none : PlanImage::links) {
    plan_.key = key;
    plan_.block_width = block_width_of(engine, key.extent, key.raster.blocks);
    plan_.levels = pyramid_levels(key.extent);
  }

  RasterPlan plan() {
    if (!exact_ || swept()) {
      find_ids();
      sweep_columns();
    }
    if (exact_) {
      find_runs();
      hook_runs();
      if (key_.extent.width > 1) merge_until_nothing_changes();
      if (routes()) place_roots();
    } else {
      merge_blocks();
    }
    if (exact_ && !routes()) {
      number_trees();
    } else {
      number_pixels();
    }
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

  Draw& add(RasterPass name, const Reads& reads, PlanImage write, int argument = 0) {
    Draw pass;
    pass.name = name;
    pass.stage = stage_;
    pass.reads = reads;
    pass.write = write;
    pass.argument = argument;
    pass.rectangle = rectangle_of(extent_of(write, key_));
    return plan_.passes.emplace_back(pass);
  }

  /// A pass that reads the words of runs too.
  Draw& add_reading_runs(RasterPass name, Reads reads, PlanImage write, int argument = 0) {
    auto free = std::find(reads.begin(), reads.end(), PlanImage::none);
    for (const PlanImage image : {PlanImage::foreground, links_, PlanImage::ranks, PlanImage::ends_a}) {
      if (image != PlanImage::none) *free++ = image;
    }
    return add(name, reads, write, argument);
  }

  void swap_ids() { std::swap(current_, other_); }

  bool swept() const { return plan_.block_width > 1; }

  /// Chapter 4. The sweep needs the runs in both textures: one more draw.
  void find_ids() {
    stage_ = "encode_ids";
    add(RasterPass::encode_ids, {PlanImage::source}, current_);
    stage_ = "vertical_runs";
    const int passes = 1 + ceil_log(key_.extent.height - 1, 2) + (swept() ? 1 : 0);
    for (int i = 0; i < passes; ++i) {
      add(RasterPass::vertical_runs, {PlanImage::source, current_}, other_, i);
      swap_ids();
    }
  }

  /// Chapter 5, in the order of figure 5.7, in all blocks of chapter 9 at once: `current_` is the paper's texture 1,
  /// `other_` its texture 0.
  void sweep_columns() {
    if (!swept()) return;
    stage_ = "column_sweep";
    const int height = key_.extent.height;
    const bool eight = key_.connectivity == Connectivity::eight;
    const std::size_t first = plan_.passes.size();
    for (int step = 0; step < plan_.block_width - 1; ++step) {
      add(RasterPass::gather_neighbor, {PlanImage::source, current_}, other_, step).points = height;
      add(RasterPass::update_column, {other_}, current_, step);
      add(RasterPass::scatter_back, {PlanImage::source, current_}, other_, step).points = eight ? 2 * height : height;
    }
    for (std::size_t i = first; i < plan_.passes.size(); ++i) plan_.passes[i].instances = block_count();
    plan_.passes[first].clear_marks = true;
    update_after_sweep();
  }

  /// Chapter 6. Marked roots lie in `other_` (texture 0); the columns' ids in `current_`, where the roots go too.
  void update_after_sweep() {
    stage_ = "update_roots";
    settle_roots();
    stage_ = "update_children";
    update_children();
  }

  void update_children() {
    add(RasterPass::update_children, {current_}, other_);
    swap_ids();
  }

  /// Flattens the chains of marked roots of `other_` into `current_`. As published, one pass walks them to their ends.
  void settle_roots() { add(RasterPass::update_roots, {other_}, current_).hops = all_hops; }

  /// Chapter 9: one step for every halving of the number of blocks, each followed by the post column processing of
  /// chapter 6.
  void merge_blocks() {
    const int blocks = block_count();
    if (blocks < 2) return;
    stage_ = "merge_blocks";
    const int neighbors = key_.connectivity == Connectivity::eight ? 3 : 1;
    for (int i = 0; i < std::max(1, ceil_log(blocks, 2)); ++i) {
      Draw& merge = add(RasterPass::merge_blocks, {PlanImage::source, current_}, other_);
      merge.points = 2 * neighbors * key_.extent.height;
      merge.instances = blocks - 1;
      merge.clear_marks = true;
      settle_roots();
      update_children();
    }
  }

  /// The pyramid over masks.
  void build_pyramid(PlanImage masks, PlanImage sums) {
    for (int level = 0; level < static_cast<int>(plan_.levels.size()); ++level) {
      const Level& rows = plan_.levels[static_cast<std::size_t>(level)];
      add(RasterPass::histogram_pyramid, {masks}, sums, level).rectangle = {
          0, rows.first_row, std::min(rows.elements, shared::PYRAMID_ROW), rows.first_row + rows_of(rows)};
    }
  }

  /// The pixels that `masks` has become a list, by the running totals of `masks`: a fragment of the list's first rows
  /// for every mask.
  void list_points() {
    build_pyramid(PlanImage::masks, PlanImage::sums);
    add(RasterPass::rank_masks, {PlanImage::masks, PlanImage::sums}, PlanImage::ranks, shared::RANK_FROM_FIRST);
    Draw& list = add(RasterPass::list_points, {PlanImage::ranks}, PlanImage::points);
    list.stored = list.write;
    list.rectangle = rectangle_of(list_extent(key_.extent, masks_extent(key_.extent).elements()));
  }

  /// Chapter 4 in words of 32 pixels: the runs, and the run at the last row of every word.
  void find_runs() {
    stage_ = "find_links";
    if (links_ != PlanImage::none) {
      add(RasterPass::find_links, {PlanImage::source}, links_).stored = PlanImage::foreground;
    } else {
      add(RasterPass::find_foreground, {PlanImage::source}, PlanImage::foreground);
    }
    stage_ = "vertical_runs";
    add(RasterPass::find_runs, {PlanImage::foreground, links_}, PlanImage::masks);
    list_points();
    const int passes = 1 + ceil_log((words_down(key_.extent) - 2 + first_words) / first_words, further_hops + 1);
    for (int i = 0; i < passes; ++i) {
      const bool last = i == passes - 1;
      const bool into_a = (passes - i) % 2 != 0;  // the last draw writes ends_a
      const PlanImage before = into_a ? PlanImage::ends_b : PlanImage::ends_a;
      const int which = (i == 0 ? shared::FIRST_OF_RUNS : 0) | (last ? shared::LAST_OF_RUNS : 0);
      add(RasterPass::end_runs, {PlanImage::foreground, PlanImage::ranks, links_, i == 0 ? PlanImage::none : before},
          into_a ? PlanImage::ends_a : PlanImage::ends_b, which)
          .hops = i == 0 ? first_words : further_hops;
    }
  }

  void swap_trees() { std::swap(trees_, other_trees_); }

  /// The first trees: of what the sweep has merged, or of runs that touch. Afterwards they are flat in `trees_`.
  void hook_runs() {
    stage_ = "hook_runs";
    add_reading_runs(RasterPass::hook_runs, {PlanImage::points, PlanImage::sums, swept() ? current_ : PlanImage::none},
                     trees_, swept() ? 1 : 0);
    const int passes = flatten_passes(most_runs());
    for (int i = 0; i < passes; ++i) {
      add(RasterPass::flatten_trees, {trees_, PlanImage::sums}, other_trees_).hops =
          i == passes - 1 ? all_hops : flatten_hops;
      swap_trees();
    }
  }

  /// The contacts of trees become a list, and their number the arguments of an indirect draw.
  void list_contacts() {
    stage_ = "find_contacts";
    add_reading_runs(RasterPass::find_contacts, {trees_}, PlanImage::contacts);
    build_pyramid(PlanImage::contacts, PlanImage::contact_sums);
    const int capacity = pair_capacity(key_.extent);
    add(RasterPass::count_points, {PlanImage::contact_sums}, PlanImage::pairs, capacity);  // not sums, which it reads
    add_reading_runs(RasterPass::list_contacts, {trees_, PlanImage::contacts, PlanImage::contact_sums},
                     PlanImage::pairs, capacity);
  }

  /// The plan holds as many rounds as any image can take, and the GPU skips each round that follows one without a
  /// fragment. The CPU never waits.
  ///
  /// Only the first rounds are asked one by one whether they have scattered, then the last one of each group of rounds:
  /// hardly any image needs these, and a question costs more than a draw that is skipped.
  ///
  /// A round scatters into `other_trees_`, although chains there are longer than in `trees_`. That is safe: the round
  /// scatters only to roots of `trees_`. No earlier round has scattered to these, so they point to themselves in both
  /// textures.
  void merge_until_nothing_changes() {
    list_contacts();
    stage_ = "merge_rounds";
    const int rounds = most_rounds(most_runs());
    int condition = no_query;
    for (int round = 0; round < rounds; ++round) {
      const bool asked = round < rounds_together || (round + 1) % rounds_together == 0;
      const int query = condition == 0 ? 1 : 0;
      Draw& merge =
          add_reading_runs(RasterPass::merge_rounds, {trees_, PlanImage::pairs, PlanImage::contacts}, other_trees_);
      merge.points = all_points;
      merge.clear_marks = round == 0;
      merge.condition = condition;
      if (asked) merge.query = condition = query;
      Draw& update = add(RasterPass::update_trees, {other_trees_, PlanImage::sums}, trees_);
      update.hops = round_hops;
      update.condition = condition;
    }
  }

  /// From trees of runs to ids of pixels, for stencil_routing.
  void place_roots() {
    stage_ = "update_children";
    add_reading_runs(RasterPass::place_roots, {trees_, PlanImage::points}, current_);
  }

  bool routes() const { return key_.raster.compaction == Compaction::stencil_routing; }

  /// Numbers and labels from the trees of runs. No pass after those that write labels reads the source, which may share
  /// texels with the labels.
  void number_trees() {
    if (key_.numbering == Numbering::raster) {
      stage_ = "find_roots";
      add(RasterPass::find_roots, {trees_, PlanImage::sums}, PlanImage::root_masks, 1);
      build_pyramid(PlanImage::root_masks, PlanImage::root_sums);
      add(RasterPass::rank_masks, {PlanImage::root_masks, PlanImage::root_sums}, PlanImage::root_ranks,
          shared::RANK_FROM_LAST);
    }
    if (key_.table_rows > 0) {
      stage_ = "list_components";
      add(RasterPass::list_components,
          {PlanImage::source, PlanImage::root_masks, PlanImage::root_sums, PlanImage::points}, PlanImage::rows,
          shared::ROOTS_OF_TREES);
    }
    stage_ = "number_components";
    const bool by_rank = key_.numbering == Numbering::raster;
    add(RasterPass::number_runs,
        {trees_, PlanImage::sums, PlanImage::points, by_rank ? PlanImage::root_ranks : PlanImage::none}, other_trees_,
        by_rank ? shared::NUMBER_BY_RANK : shared::NUMBER_BY_ROOT);
    add_reading_runs(RasterPass::label_pixels, {other_trees_}, PlanImage::labels);
  }

  /// The same from ids of pixels.
  void number_pixels() {
    rank();
    if (key_.table_rows > 0) list_components();
    number();
  }

  /// Finds the number of every root.
  void rank() {
    if (key_.numbering == Numbering::root) return;
    if (routes()) route_roots();
    stage_ = "find_roots";
    const std::size_t first = plan_.passes.size();
    add(RasterPass::find_roots, {current_}, PlanImage::masks);
    build_pyramid(PlanImage::masks, PlanImage::sums);
    add(RasterPass::rank_masks, {PlanImage::masks, PlanImage::sums}, PlanImage::ranks, shared::RANK_FROM_LAST);
    if (!routes()) return;
    for (std::size_t i = first; i < plan_.passes.size(); ++i) plan_.passes[i].condition = routing_query;
  }

  /// Chapter 8: numbers by the order in which roots pass the stencil test. One vertex per pixel and round. The pyramid
  /// takes over if the query saw a fragment.
  void route_roots() {
    stage_ = "stencil_routing";
    const int pixels = static_cast<int>(key_.extent.elements());
    for (int round = 0; round < shared::ROUTING_ROUNDS; ++round) {
      add(RasterPass::stencil_routing, {current_}, PlanImage::routed, round).points = pixels;
    }
    Draw& check = add(RasterPass::check_routing, {current_}, other_, shared::ROUTING_ROUNDS);
    check.points = pixels;
    check.query = routing_query;
    add(RasterPass::number_roots, {}, PlanImage::numbers).points = shared::ROUTED_A_ROUND * shared::ROUTING_ROUNDS;
  }

  void number() {
    stage_ = "number_components";
    const auto number_by = [&](int argument) -> Draw& {
      const PlanImage numbers = argument == shared::NUMBER_BY_ROUTING ? PlanImage::numbers : PlanImage::none;
      const PlanImage ranks = argument == shared::NUMBER_BY_RANK ? PlanImage::ranks : PlanImage::none;
      return add(RasterPass::number_components, {current_, numbers, ranks}, PlanImage::labels, argument);
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
    const auto list = [&]() -> Draw& {
      return add(RasterPass::list_components, {PlanImage::source, PlanImage::masks, PlanImage::sums}, PlanImage::rows,
                 shared::ROOTS_OF_PIXELS);
    };
    if (!routes()) {
      list();
      return;
    }
    add(RasterPass::count_roots, {current_}, other_).query = count_query;
    add(RasterPass::list_components, {PlanImage::source}, PlanImage::rows, shared::ROOTS_ROUTED);
    list().condition = routing_query;
  }

  /// The rest of the table: areas from the labels, boxes (chapter 7) from their corners.
  void measure_components() {
    stage_ = "sum_areas";
    // The target is not that of the next draw: llvmpipe skips fragments that this one covers, together with their
    // stores.
    add(RasterPass::sum_areas, {PlanImage::labels}, PlanImage::ranks);
    stage_ = "bounding_boxes";
    add(RasterPass::find_corners, {PlanImage::labels}, PlanImage::masks);
    list_points();
    add(RasterPass::count_points, {PlanImage::sums}, PlanImage::points, std::numeric_limits<int>::max());
    add(RasterPass::bounding_boxes, {PlanImage::points, PlanImage::labels}, PlanImage::boxes).points = all_points;
    add(RasterPass::write_boxes, {PlanImage::boxes}, PlanImage::rows);
  }

  PlanKey key_;
  RasterPlan plan_;
  bool exact_;
  std::string_view stage_;
  PlanImage links_;  ///< None where foreground tells all links.
  PlanImage current_ = PlanImage::ids_a;
  PlanImage other_ = PlanImage::ids_b;
  PlanImage trees_ = PlanImage::trees_a;
  PlanImage other_trees_ = PlanImage::trees_b;
};

}  // namespace

RasterPlan make_plan(Engine engine, const PlanKey& key) { return Planner(engine, key).plan(); }

}  // namespace glccl::raster
