#include "engine/raster/plan.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <variant>

namespace glccl::raster {
namespace {

/// The smallest k with base^k >= n.
int ceil_log(std::int64_t n, std::int64_t base) {
  int k = 0;
  for (std::int64_t reach = 1; reach < n; reach *= base) ++k;
  return k;
}

/// Steps along a chain that update_roots takes in a round: enough for nearly every image; and where check_roots finds
/// that it was not enough, for a pass over what is left, which ends in two passes for any number of roots that there
/// can be.
constexpr int root_hops = 64;

/// How vertical_runs goes down a run: pixels in its first pass, hops in each further pass.
struct Descent {
  int first;
  int further;
};
constexpr Descent published_descent{1, 1};
constexpr Descent exact_descent{16, 7};

/// Columns of a block, so that there are `blocks` of them or a few less.
int block_width_of(Engine engine, Size size, int blocks) {
  const int chosen = engine == Engine::raster ? size.width : 1;
  const int count = std::clamp(blocks == 0 ? chosen : blocks, 1, size.width);
  return (size.width + count - 1) / count;
}

/// Writes down the passes in the order in which they run. `current_` holds the ids that the next pass reads, `other_`
/// its partner.
class Planner {
 public:
  Planner(Engine engine, Size size, const Options& options) : exact_(engine == Engine::raster), options_(options) {
    plan_.size = size;
    plan_.table_rows = options.table_rows;
    plan_.block_width = block_width_of(engine, size, options.blocks);
    plan_.levels = pyramid_levels(size);
  }

  Plan plan() {
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
    number();
    if (options_.table_rows > 0) make_table();
    return std::move(plan_);
  }

 private:
  Box whole(Size size) const { return {0, 0, size.width - 1, size.height - 1}; }

  /// No forest of runs can have more trees: a run takes a pixel, and with Foreground the background pixel below it.
  std::int64_t most_runs() const {
    const bool gaps = std::holds_alternative<Foreground>(options_.criterion);
    return std::int64_t{plan_.size.width} * (gaps ? (plan_.size.height + 1) / 2 : plan_.size.height);
  }

  int block_count() const { return (plan_.size.width + plan_.block_width - 1) / plan_.block_width; }

  Pass& add(PassName name, Image read, Image write, int argument = 0) {
    Pass pass;
    pass.name = name;
    pass.stage = stage_;
    pass.read = read;
    pass.write = write;
    pass.argument = argument;
    pass.rectangle = whole(plan_.size);
    return plan_.passes.emplace_back(pass);
  }

  void swap_ids() { std::swap(current_, other_); }

  /// Chapter 4. The sweep wants the runs in both textures: one pass more. Without it `other_` needs roots only, which
  /// every pass has.
  void find_runs() {
    stage_ = "encode_ids";
    add(PassName::encode_ids, Image::source, current_);
    stage_ = "vertical_runs";
    const Descent descent = exact_ ? exact_descent : published_descent;
    const std::int64_t firsts_in_height = (plan_.size.height - 2 + descent.first) / descent.first;
    const int passes = 1 + ceil_log(firsts_in_height, descent.further + 1) + (plan_.block_width > 1 ? 1 : 0);
    for (int i = 0; i < passes; ++i) {
      add(PassName::vertical_runs, current_, other_, i).hops = i == 0 ? descent.first : descent.further;
      swap_ids();
    }
  }

  /// Chapter 5, in the order of figure 5.7, in all blocks of chapter 9 at once: `current_` is the paper's texture 1,
  /// `other_` its texture 0.
  void sweep_columns() {
    stage_ = "column_sweep";
    const int height = plan_.size.height;
    const bool eight = options_.connectivity == Connectivity::eight;
    const std::size_t first = plan_.passes.size();
    for (int step = 0; step < plan_.block_width - 1; ++step) {
      add(PassName::gather_neighbor, current_, other_, step).points = height;
      add(PassName::update_column, other_, current_, step);
      add(PassName::scatter_back, current_, other_, step).points = eight ? 2 * height : height;
    }
    for (std::size_t i = first; i < plan_.passes.size(); ++i) plan_.passes[i].instances = block_count();
    plan_.passes[first].clear_marks = true;
  }

  /// Chapter 6. Marked roots lie in `other_` (texture 0); the columns' ids in `current_`, where the roots go too.
  void update_after_sweep() {
    stage_ = "update_roots";
    settle_roots();
    stage_ = "update_children";
    add(PassName::update_children, current_, other_);
    swap_ids();
  }

  void add_update_roots(Image read, Image write, int hops, int condition) {
    Pass& pass = add(PassName::update_roots, read, write);
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

  /// The same after a merge round, if it merged. `other_` keeps longer chains than `current_`, which does no harm: what
  /// the next round needs of it are the roots that have never been scattered to, and those point to themselves in both.
  void settle_round(int merge_query) {
    if (most_runs() <= all_hops) {  // one pass always does, and on small images passes are what costs
      add_update_roots(other_, current_, all_hops, merge_query);
      return;
    }
    add_update_roots(other_, current_, root_hops, merge_query);
    Pass& check = add(PassName::check_roots, current_, other_);
    check.condition = merge_query;
    check.query = check_query;
    add_update_roots(current_, other_, all_hops, check_query);
    add_update_roots(other_, current_, all_hops, check_query);
  }

  /// Chapter 9: log2 of the blocks times, with the post column processing of chapter 6 after each.
  void merge_blocks() {
    const int blocks = block_count();
    if (blocks < 2) return;
    stage_ = "merge_blocks";
    const int neighbors = options_.connectivity == Connectivity::eight ? 3 : 1;
    for (int i = 0; i < std::max(1, ceil_log(blocks, 2)); ++i) {
      Pass& merge = add(PassName::merge_blocks, current_, other_);
      merge.points = 2 * neighbors * plan_.size.height;
      merge.instances = blocks - 1;
      merge.clear_marks = true;
      settle_roots();
      add(PassName::update_children, current_, other_);
      swap_ids();
    }
  }

  /// The pyramid over the masks that `find` writes.
  void build_pyramid(PassName find) {
    add(find, current_, Image::masks).rectangle = whole(masks_size(plan_.size));
    for (int level = 0; level < static_cast<int>(plan_.levels.size()); ++level) {
      const Level& rows = plan_.levels[static_cast<std::size_t>(level)];
      add(PassName::histogram_pyramid, Image::none, Image::sums, level).rectangle = {
          0, rows.first_row, std::min(rows.elements, pyramid_row) - 1, rows.first_row + rows_of(rows) - 1};
    }
  }

  /// The pixels that `find` marks become a list, and their number the arguments of an indirect draw.
  void list_points(PassName find, int instances) {
    build_pyramid(find);
    add(PassName::count_points, Image::none, Image::points, instances);  // not sums, which it reads
    add(PassName::list_points, current_, Image::points);
  }

  /// With the criterion difference a point of the list stands for up to three links.
  void list_contacts() {
    if (plan_.size.width < 2) return;
    stage_ = "find_contacts";
    const bool several = std::holds_alternative<Difference>(options_.criterion);
    list_points(PassName::find_contacts, several && options_.connectivity == Connectivity::eight ? 3 : 1);
  }

  /// After 2 ceil(log2 n) rounds n trees are merged (two rounds at least halve the trees that can still merge), so the
  /// plan holds that many, and the GPU skips each that follows one without a fragment. Nobody waits for an answer.
  void merge_until_nothing_changes() {
    if (plan_.size.width < 2) return;
    stage_ = "merge_rounds";
    const int rounds = 2 * ceil_log(most_runs(), 2);
    for (int round = 0; round < rounds; ++round) {
      const int query = round % 2;
      Pass& merge = add(PassName::merge_rounds, current_, other_);
      merge.points = all_points;
      merge.clear_marks = round == 0;
      merge.condition = round == 0 ? no_query : 1 - query;
      merge.query = query;
      settle_round(query);
    }
    add(PassName::update_children, current_, other_);
    swap_ids();
  }

  void number() {
    stage_ = "number_components";
    if (options_.numbering == Numbering::root) {
      add(PassName::number_components, current_, Image::labels, number_by_root);
    } else if (options_.compaction == Compaction::stencil_routing) {
      route_roots();
    } else {
      rank_roots(no_query);
    }
  }

  /// Numbers by the pyramid, if the query saw a fragment.
  void rank_roots(int condition) {
    const std::size_t first = plan_.passes.size();
    build_pyramid(PassName::find_roots);
    add(PassName::rank_masks, Image::none, Image::ranks).rectangle = whole(masks_size(plan_.size));
    add(PassName::number_components, current_, Image::labels, number_by_rank);
    for (std::size_t i = first; i < plan_.passes.size(); ++i) plan_.passes[i].condition = condition;
  }

  /// Chapter 8: numbers by the order in which roots come through the stencil. A vertex a pixel and round.
  void route_roots() {
    const int pixels = static_cast<int>(plan_.size.pixels());
    for (int round = 0; round < routing_rounds; ++round) {
      add(PassName::stencil_routing, current_, Image::routed, round).points = pixels;
    }
    Pass& check = add(PassName::check_routing, current_, other_, routing_rounds);
    check.points = pixels;
    check.query = routing_query;
    add(PassName::number_roots, Image::none, Image::points).points = routed_a_round * routing_rounds;
    add(PassName::number_components, current_, Image::labels, number_by_routing);
    rank_roots(routing_query);
  }

  /// The component table: rows from the roots, areas from the labels, boxes (chapter 7) from their corners.
  void make_table() {
    stage_ = "list_components";
    const Box rows = whole(rows_size(plan_.table_rows));
    if (options_.compaction == Compaction::stencil_routing) {
      add(PassName::count_roots, current_, other_).query = count_query;
      add(PassName::list_components, Image::none, Image::rows, 1).rectangle = rows;
      Pass& rest = add(PassName::list_components, Image::none, Image::rows, 0);
      rest.rectangle = rows;
      rest.condition = routing_query;
    } else {
      add(PassName::list_components, Image::none, Image::rows, 0).rectangle = rows;
    }
    stage_ = "sum_areas";
    // Over a target that no later pass draws over: llvmpipe leaves out what is covered before it is looked at, with
    // what it would have stored.
    add(PassName::sum_areas, Image::none, Image::ranks).rectangle = whole(masks_size(plan_.size));
    stage_ = "bounding_boxes";
    list_points(PassName::find_corners, 1);
    add(PassName::bounding_boxes, Image::none, Image::boxes).points = all_points;
    add(PassName::write_boxes, Image::boxes, Image::rows).rectangle = rows;
  }

  Plan plan_;
  bool exact_;
  Options options_;
  std::string_view stage_;
  Image current_ = Image::ids_a;
  Image other_ = Image::ids_b;
};

}  // namespace

Size rows_size(std::uint32_t table_rows) {
  const auto down = static_cast<int>((table_rows + rows_across - 1) / rows_across);
  return {rows_across, down};
}

Size masks_size(Size size) { return {(size.width + pixels_in_mask - 1) / pixels_in_mask, size.height}; }

std::vector<Level> pyramid_levels(Size size) {
  std::vector<Level> levels;
  std::int64_t elements = masks_size(size).pixels();
  int row = 0;
  do {
    elements = (elements + pyramid_fan - 1) / pyramid_fan;
    levels.push_back({row, static_cast<int>(elements)});
    row += rows_of(levels.back());
  } while (elements > 1);
  return levels;
}

int rows_of(const Level& level) { return (level.elements + pyramid_row - 1) / pyramid_row; }

Plan make_plan(Engine engine, Size size, const Options& options) { return Planner(engine, size, options).plan(); }

}  // namespace glccl::raster
