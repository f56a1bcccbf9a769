// The plan of passes. It is made without OpenGL, and these tests make no context.
#include "engine/compute/plan.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "engine/raster/plan.hpp"
#include "glsl/shared/filter.h"
#include "glsl/shared/raster_layout.h"
#include "glsl/shared/tile_geometry.h"
#include "tests/support/catch.hpp"

namespace glccl::tests {
namespace {

using raster::RasterPass;

int count(const raster::RasterPlan& plan, RasterPass name) {
  int found = 0;
  for (const raster::Draw& pass : plan.passes) found += pass.name == name ? 1 : 0;
  return found;
}

/// The plan of raster or raster-paper.
raster::RasterPlan plan_of(Engine engine, const Extent& extent, const Outputs& output = {}) {
  return raster::make_plan(engine, plan_key_of(extent, {}, output));
}

/// The plan of compute.
compute::ComputePlan compute_plan(const Extent& extent, const LabelingSpec& spec = {}, const Outputs& output = {}) {
  return compute::make_plan(plan_key_of(extent, spec, output));
}

/// The passes of compute's plan, by their names.
std::vector<std::string> compute_passes(const Extent& extent, const LabelingSpec& spec, const Outputs& output = {},
                                        bool masked = false) {
  std::vector<std::string> names;
  for (const compute::ComputePlan& plan : compute::make_plans(plan_key_of(extent, spec, output, masked))) {
    for (const compute::Dispatch& pass : plan.passes) names.emplace_back(compute::traits_of(pass.name).name);
  }
  return names;
}

constexpr Extent sizes[] = {{1, 1}, {1, 7}, {7, 1}, {2, 2}, {33, 17}, {512, 512}, {2048, 3}, {32768, 32768}};

}  // namespace

TEST_CASE("the plan has the published number of passes", "[engine][plan]") {
  const raster::RasterPlan plan = plan_of(Engine::raster_paper, {512, 300});
  CHECK(count(plan, RasterPass::encode_ids) == 1);
  // One pass looks down, log2 of the 299 pixels that a run can continue for follow, and one for the second texture.
  CHECK(count(plan, RasterPass::vertical_runs) == 11);
  CHECK(count(plan, RasterPass::gather_neighbor) == 511);
  CHECK(count(plan, RasterPass::update_column) == 511);
  CHECK(count(plan, RasterPass::scatter_back) == 511);
  CHECK(count(plan, RasterPass::update_roots) == 1);
  CHECK(count(plan, RasterPass::update_children) == 1);
  CHECK(count(plan, RasterPass::merge_blocks) == 0);
  CHECK(count(plan, RasterPass::merge_rounds) == 0);
}

TEST_CASE("blocks shorten the sweep and are merged log2 of their number times", "[engine][plan]") {
  const raster::RasterPlan plan = plan_of(Engine::raster_paper, {512, 300}, {.raster = {.blocks = 8}});
  CHECK(plan.block_width == 64);
  CHECK(count(plan, RasterPass::gather_neighbor) == 63);
  CHECK(count(plan, RasterPass::merge_blocks) == 3);
  CHECK(plan_of(Engine::raster_paper, {10, 10}, {.raster = {.blocks = 4}}).block_width == 3);
  CHECK(plan_of(Engine::raster_paper, {10, 10}, {.raster = {.blocks = 99}}).block_width == 1);
}

TEST_CASE("the exact plan holds the rounds that n trees can take, each after one that merged", "[engine][plan]") {
  const raster::RasterPlan plan = plan_of(Engine::raster, {512, 512});
  CHECK(count(plan, RasterPass::merge_rounds) == 24);  // 512 x 256 runs at most: no less than 121393, less than 196418
  // The smallest numbers of trees that take a round more are Fibonacci's: 2, 3, 5, 8.
  const std::array<int, 9> rounds = {0, 0, 1, 2, 2, 3, 3, 3, 4};
  for (int trees = 2; trees <= 8; ++trees) {
    CAPTURE(trees);
    CHECK(count(plan_of(Engine::raster, {trees, 1}), RasterPass::merge_rounds) ==
          rounds[static_cast<std::size_t>(trees)]);
  }
  int last_query = raster::no_query;
  int asked = 0;
  for (const raster::Draw& pass : plan.passes) {
    if (pass.name == RasterPass::update_trees) CHECK(pass.condition == last_query);
    if (pass.name != RasterPass::merge_rounds) continue;
    CHECK(pass.condition == last_query);
    if (pass.query == raster::no_query) continue;  // the last round of a group is asked
    CHECK(pass.query != pass.condition);
    last_query = pass.query;
    ++asked;
  }
  CHECK(asked == 8 + 2);
}

TEST_CASE("the plan of a single column or row has no pass too many", "[engine][plan]") {
  const raster::RasterPlan column = plan_of(Engine::raster, {1, 300});
  CHECK(count(column, RasterPass::gather_neighbor) == 0);
  CHECK(count(column, RasterPass::merge_rounds) == 0);
  CHECK(count(column, RasterPass::find_contacts) == 0);
  CHECK(count(column, RasterPass::end_runs) == 1);  // ten words
  const raster::RasterPlan row = plan_of(Engine::raster, {300, 1});
  CHECK(count(row, RasterPass::vertical_runs) == 0);
  CHECK(count(row, RasterPass::end_runs) == 1);
}

TEST_CASE("no pass reads the image that it writes", "[engine][plan]") {
  for (const Extent extent : {Extent{1, 1}, Extent{33, 17}, Extent{2048, 3}}) {
    for (const Engine engine : {Engine::raster, Engine::raster_paper}) {
      for (const Compaction compaction : {Compaction::histogram_pyramid, Compaction::stencil_routing}) {
        const Outputs output{.table_rows = 5, .raster = {.compaction = compaction}};
        for (const raster::Draw& pass : plan_of(engine, extent, output).passes) {
          CHECK(std::find(pass.reads.begin(), pass.reads.end(), pass.write) == pass.reads.end());
          CHECK(pass.write != raster::PlanImage::none);
          CHECK_FALSE(pass.stage.empty());
          if (pass.stored == raster::PlanImage::none) continue;
          CHECK(std::find(pass.reads.begin(), pass.reads.end(), pass.stored) == pass.reads.end());
        }
      }
    }
  }
}

TEST_CASE("the pyramid ends in one element and fits seven levels and the texture limit", "[engine][plan]") {
  for (const Extent extent : sizes) {
    CAPTURE(extent);
    const std::vector<raster::Level> levels = raster::pyramid_levels(extent);
    CHECK(levels.size() <= 7);
    CHECK(levels.back().elements == 1);
    CHECK(levels.back().first_row + raster::rows_of(levels.back()) <= 32768);
    for (std::size_t i = 1; i < levels.size(); ++i) {
      CHECK(levels[i].first_row == levels[i - 1].first_row + raster::rows_of(levels[i - 1]));
      CHECK(std::int64_t{levels[i].elements} * shared::PYRAMID_FAN >= levels[i - 1].elements);
    }
  }
}

TEST_CASE("describe_plan() names every pass", "[engine][plan]") {
  const std::string text =
      *Labeler::describe_plan(Engine::raster, {4096, 4096}, {}, {.table_rows = 10, .raster = {.blocks = 1024}}) +
      *Labeler::describe_plan(Engine::raster, {64, 64}, {.criterion = Equal{}},
                              {.table_rows = 10, .raster = {.compaction = Compaction::stencil_routing}}) +
      *Labeler::describe_plan(Engine::raster_paper, {512, 512}, {}, {.raster = {.blocks = 64}});
  for (int i = 0; i < raster::raster_pass_count; ++i) {
    const char* name = raster::traits_of(static_cast<RasterPass>(i)).name;
    CAPTURE(name);
    CHECK(text.find(std::string("  ") + name + "  ") != std::string::npos);
  }
}

TEST_CASE("the plan of compute has the passes that numbering and table need", "[engine][plan]") {
  using Names = std::vector<std::string>;
  const LabelingSpec roots{.numbering = Numbering::root};
  CHECK(compute_passes({2048, 2048}, roots) == Names{"label_tiles", "merge_tiles", "write_labels"});
  CHECK(compute_passes({512, 512}, roots) == Names{"label_tiles", "write_labels"});  // label_tiles merges few tiles
  CHECK(compute_passes({128, 64}, roots) == Names{"label_tiles", "write_labels"});   // one tile
  CHECK(compute_passes({2048, 2048}, {}) ==
        Names{"label_tiles", "merge_tiles", "settle_nodes", "rank_words", "write_labels"});
  CHECK(compute_passes({512, 512}, {}, {.table_rows = 5}) ==
        Names{"label_tiles", "settle_nodes", "rank_words", "begin_rows", "measure_components", "write_labels"});
}

TEST_CASE("the plan of compute measures labels where that is asked for", "[engine][plan]") {
  using Names = std::vector<std::string>;
  Names expected = compute_passes({512, 512}, {}, {.table_rows = 5});
  expected.insert(expected.end(), {"begin_measurements", "measure_labels"});
  CHECK(compute_passes({512, 512}, {.columns = table_column_quads}, {.table_rows = 5}) == expected);
  expected.insert(expected.end(), {"begin_intensities", "find_extremes", "measure_intensities"});
  CHECK(compute_passes({512, 512}, {.columns = shape_columns | table_column_intensity}, {.table_rows = 5}) == expected);
  const LabelingSpec volumes{.connectivity = Connectivity::six};
  LabelingSpec measured = volumes;
  measured.columns = table_column_cubes;
  expected = compute_passes({64, 64, 64}, volumes, {.table_rows = 5});
  expected.insert(expected.end(), {"begin_measurements", "measure_cubes"});
  CHECK(compute_passes({64, 64, 64}, measured, {.table_rows = 5}) == expected);
  LabelingSpec seams{.periodic = {.y = true}};
  expected = compute_passes({512, 512}, seams, {.table_rows = 5});
  seams.columns = table_column_seams;
  expected.insert(expected.end(), {"begin_measurements", "find_crossings", "measure_seams"});
  CHECK(compute_passes({512, 512}, seams, {.table_rows = 5}) == expected);
  expected = compute_passes({512, 512}, {}, {.table_rows = 5});
  expected.push_back("begin_measurements");
  CHECK(compute_passes({512, 512}, {.columns = table_column_seams}, {.table_rows = 5}) == expected);
}

TEST_CASE("the plan of compute packs the mask first", "[engine][plan]") {
  std::vector<std::string> expected = compute_passes({512, 512}, {});
  expected.insert(expected.begin(), "pack_mask");
  CHECK(compute_passes({512, 512}, {}, {}, true) == expected);
}

TEST_CASE("the plan of compute unites nodes across seams before it numbers roots", "[engine][plan]") {
  using Names = std::vector<std::string>;
  const Names expected = {"label_tiles", "merge_tiles_and_seams", "settle_nodes", "rank_words", "write_labels"};
  for (const PeriodicAxes& axes : {PeriodicAxes{.x = true}, PeriodicAxes{.y = true}}) {
    CHECK(compute_passes({512, 512}, {.periodic = axes}) == expected);
    CHECK(compute_passes({128, 64}, {.periodic = axes}) == expected);  // one tile
    CHECK(compute_passes({2048, 2048}, {.periodic = axes}) == expected);
  }
  const LabelingSpec in_z{.connectivity = Connectivity::six, .periodic = {.z = true}};
  CHECK(compute_passes({512, 512}, in_z) == compute_passes({512, 512}, {}));  // one slice has no axis z
  const std::vector<compute::Dispatch> passes = compute_plan({400, 300, 2}, in_z).passes;
  CHECK(passes[0].seams);
  CHECK_FALSE(compute_plan({400, 300, 2}, {.connectivity = Connectivity::six}).passes[0].seams);
  CHECK(passes[1].name == compute::ComputePass::merge_tiles_and_seams);
  CHECK(passes[1].groups_x * passes[1].group_size >= 400 * 300);
  CHECK(passes[1].groups_z == 3 + 3);
}

TEST_CASE("the plan of compute filters foreground by limits before it ranks roots", "[engine][plan]") {
  using Names = std::vector<std::string>;
  const Names expected = {"label_tiles", "sum_nodes", "mark_kept_roots", "rank_words", "write_labels"};
  CHECK(compute_passes({512, 512}, {.filter = {.min_area = 2}}) == expected);
  CHECK(compute_passes({512, 512}, {.filter = {.clear_border = true}}) == expected);
  CHECK(compute_passes({512, 512}, {.filter = {.min_area = 1}}) == compute_passes({512, 512}, {}));
}

TEST_CASE("the plan of compute drops roots between two rankings where areas of nodes do not suffice",
          "[engine][plan]") {
  using Names = std::vector<std::string>;
  const Names expected = {"label_tiles",   "settle_nodes", "rank_words",  "begin_areas",
                          "measure_areas", "drop_roots",   "write_labels"};
  CHECK(compute_passes({512, 512}, {.criterion = Equal{}, .filter = {.min_area = 2}}) == expected);
  Names masked = expected;
  masked.insert(masked.begin(), "pack_mask");
  CHECK(compute_passes({512, 512}, {.filter = {.min_area = 2}}, {}, true) == masked);
  Names names = compute_passes({512, 512}, {.filter = {.largest = 3}});
  CHECK(std::count(names.begin(), names.end(), "select_largest") == shared::KEY_DIGITS);
  std::erase(names, "select_largest");
  CHECK(names == expected);
}

TEST_CASE("the plan of compute labels the background first where holes are filled", "[engine][plan]") {
  for (const Connectivity connectivity : {Connectivity::four, Connectivity::eight}) {
    const LabelingSpec labeled{.connectivity = connectivity, .filter = {.largest = 3}};
    LabelingSpec filled = labeled;
    filled.fill_holes = 9;
    std::vector<std::string> expected =
        compute_passes({512, 512}, {.connectivity = dual_of(connectivity), .filter = {.min_area = 2}});
    const std::vector<std::string> second = compute_passes({512, 512}, labeled, {.table_rows = 5});
    expected.insert(expected.end(), second.begin(), second.end());
    CHECK(compute_passes({512, 512}, filled, {.table_rows = 5}) == expected);
    const auto planned = Labeler::plan(Engine::automatic, {512, 512}, filled, {.table_rows = 5});
    REQUIRE(planned);
    CHECK(planned->size() == expected.size());
  }
  const std::vector<compute::ComputePlan> plans =
      compute::make_plans(plan_key_of({70, 40, 30}, {.connectivity = Connectivity::eighteen, .fill_holes = 1}));
  REQUIRE(plans.size() == 2);
  CHECK_FALSE(plans[0].key.periodic.any());
  CHECK(plans[0].key.connectivity == Connectivity::six);
  CHECK(plans[1].key.connectivity == Connectivity::eighteen);
  const PeriodicAxes along_y{.y = true};
  for (const compute::ComputePlan& plan :
       compute::make_plans(plan_key_of({300, 200}, {.fill_holes = 1, .periodic = along_y}))) {
    CHECK(plan.key.periodic == along_y);
  }
}

TEST_CASE("full connectivity has the plan of what it stands for", "[engine][plan]") {
  const auto key = [](Extent extent, Connectivity connectivity) {
    return plan_key_of(extent, {.connectivity = connectivity, .fill_holes = 1});
  };
  CHECK(key({70, 40}, Connectivity::full) == key({70, 40}, Connectivity::eight));
  CHECK(key({70, 40, 30}, Connectivity::full) == key({70, 40, 30}, Connectivity::twenty_six));
  CHECK(compute::make_plans(key({70, 40}, Connectivity::full))[0].key.connectivity == Connectivity::four);
}

TEST_CASE("compute has smaller workgroups where there are many tiles", "[engine][plan]") {
  const auto of_a_tile = [](Extent extent) { return compute_plan(extent).passes.front().group_size; };
  CHECK(of_a_tile({1024, 1024}) == 1024);
  CHECK(of_a_tile({1025, 1024}) == 512);
  CHECK(of_a_tile({260, 4500}) == 512);
  CHECK(of_a_tile({2048, 2048}) == 512);
  CHECK(of_a_tile({260, 11000}) == 256);
  CHECK(of_a_tile({32768, 32768}) == 256);
}

TEST_CASE("the tiles of compute cover the image", "[engine][plan]") {
  for (const Extent extent : sizes) {
    for (const Connectivity connectivity : {Connectivity::four, Connectivity::eight}) {
      for (const Criterion& criterion : {Criterion(Foreground{}), Criterion(Equal{})}) {
        CAPTURE(extent, connectivity, criterion);
        const compute::ComputePlan plan = compute_plan(extent, {.connectivity = connectivity, .criterion = criterion});
        const bool two_rows = kind_of(criterion) == CriterionKind::foreground;
        CHECK(plan.tile.rows_y == (two_rows ? 2 : 1));
        CHECK(plan.tile.bands_y == (two_rows && connectivity == Connectivity::four ? 16 : 32));
        const auto [width, height, depth] = plan.tile.extent();
        CHECK(depth == 1);
        CHECK(width == shared::TILE_COLUMNS);
        CHECK(plan.tiles.width == (extent.width + width - 1) / width);
        CHECK(plan.tiles.height == (extent.height + height - 1) / height);
        CHECK(plan.passes.front().groups_x == plan.tiles.width);
        CHECK(plan.passes.front().groups_y == plan.tiles.height);
        for (const compute::Dispatch& pass : plan.passes) {
          CHECK(pass.groups_x <= 65535);
          CHECK(pass.groups_y <= 65535);
          CHECK(pass.group_size % 32 == 0);
          CHECK(pass.group_size <= 1024);
        }
      }
    }
  }
}

TEST_CASE("compute's plan for workgroups that see nothing of each other has more passes", "[engine][plan]") {
  LabelingSpec spec;
  spec.fill_holes = 5;
  spec.filter.largest = 3;
  PlanKey key = plan_key_of({400, 300}, spec);
  key.workgroups = {.most_invocations = 256, .unite_in_tiles = false, .last_continues = false};
  std::vector<std::string> names;
  for (const compute::ComputePlan& plan : compute::make_plans(key)) {
    for (const compute::Dispatch& pass : plan.passes) {
      CHECK_FALSE(pass.merges);
      CHECK_FALSE(pass.continues);
      CHECK(pass.group_size <= 256);
      names.emplace_back(compute::traits_of(pass.name).name);
    }
  }
  const auto count_of = [&](const char* name) { return std::count(names.begin(), names.end(), name); };
  CHECK(count_of("sum_ranks") == count_of("rank_words"));
  CHECK(count_of("sum_kept_ranks") == count_of("drop_roots"));
  CHECK(count_of("choose_digit") == shared::KEY_DIGITS);
}

}  // namespace glccl::tests
