#include "engine/compute/plan.hpp"

#include <algorithm>
#include <utility>

#include "engine/vocabulary/axis_bits.hpp"
#include "glccl/table.hpp"
#include "glsl/shared/crossings.h"
#include "glsl/shared/filter.h"
#include "glsl/shared/seams.h"
#include "glsl/shared/tile_geometry.h"

namespace glccl::compute {
namespace {

/// Workgroups in x beyond which a dispatch continues in y. OpenGL guarantees 65535 of them.
constexpr std::int64_t groups_across = 32768;

/// Most tiles of an image that is small: too few to fill the GPU, so that a pass takes as long as its slowest
/// workgroup, and label_tiles unites nodes too.
constexpr std::int64_t few_tiles = 128;

int ceil_div(std::int64_t n, std::int64_t by) { return static_cast<int>((n + by - 1) / by); }

/// The group size that an unlimited device has. write_labels and label_tiles have large workgroups where a tile takes
/// much shared memory, which limits the number of workgroups. write_labels takes little where values of an image are
/// linked. label_tiles has larger workgroups also when there are too few tiles of an image to fill the GPU.
int best_group_size(ComputePass pass, const ComputePlan& plan) {
  const int fixed = traits_of(pass).group_size;
  if (fixed != by_plan) return fixed;
  const bool volume = plan.key.extent.is_volume();
  if (pass == ComputePass::measure_components || pass == ComputePass::measure_areas) {  // one for each node
    if (volume) return 1024;
    return plan.tile.axes == 1 && !plan.tile.links_values ? 256 : 512;
  }
  if (pass == ComputePass::write_labels) return plan.tile.links_values && !volume ? 256 : 512;
  if (volume) return 256;
  if (plan.tiles.elements() <= few_tiles) return 1024;
  return plan.tile.links_values || plan.tiles.elements() <= 512 ? 512 : 256;
}

int group_size(ComputePass pass, const ComputePlan& plan) {
  return std::min(best_group_size(pass, plan), plan.key.workgroups.most_invocations);
}

/// One workgroup per tile.
Dispatch over_tiles(ComputePass name, const ComputePlan& plan) {
  return {name, group_size(name, plan), plan.tiles.width, plan.tiles.height, plan.tiles.depth};
}

/// Enough workgroups for `jobs` items, `in_group` items each.
Dispatch over_jobs(ComputePass name, const ComputePlan& plan, std::int64_t jobs, int in_group) {
  const std::int64_t groups = (jobs + in_group - 1) / in_group;
  return {name, group_size(name, plan), static_cast<int>(std::min(groups, groups_across)),
          ceil_div(groups, groups_across)};
}

/// Columns below horizontal borders.
std::int64_t border_columns(const ComputePlan& plan) {
  return std::int64_t{plan.tiles.height - 1} * plan.words.width * shared::WORD_COLUMNS;
}

/// One column per invocation while the GPU has room for all of these invocations, because a short invocation waits
/// little. Otherwise several columns, so that most invocations of a subgroup have something to unite.
int columns_each(const ComputePlan& plan) {
  constexpr std::int64_t room = 1 << 18;
  int each = 1;
  while (each < shared::WORD_COLUMNS && border_columns(plan) / each > room) each *= 2;
  return each;
}

/// The jobs of merge_tiles: columns below horizontal borders, and bands beside vertical ones.
std::int64_t border_jobs(const ComputePlan& plan) {
  const std::int64_t vertical = plan.tiles.width - 1;
  return border_columns(plan) / plan.columns_each + vertical * plan.words.height;
}

/// The pass that packs and solves tiles; with a mask behind the one that packs the mask.
void add_label_tiles(ComputePlan& plan) {
  constexpr ComputePass pack = ComputePass::pack_mask;
  if (plan.key.has(Need::mask)) plan.passes.push_back(over_jobs(pack, plan, plan.row_words(), group_size(pack, plan)));
  plan.passes.push_back(over_tiles(ComputePass::label_tiles, plan));
  plan.passes.back().masked = plan.key.has(Need::mask);
  plan.passes.back().seams = plan.key.periodic.any();
  plan.passes.back().measures = plan.measures_tiles();
}

/// Adds a pass whose last workgroup continues with `next`, or both passes.
void add_continued(ComputePlan& plan, Dispatch pass, ComputePass next) {
  pass.continues = plan.key.workgroups.last_continues;
  plan.passes.push_back(pass);
  if (!pass.continues) plan.passes.push_back({next, group_size(next, plan)});
}

/// The passes that measure the areas of all components, clear the bits of the roots that the filter drops, and rank the
/// others again.
void add_filter(ComputePlan& plan) {
  plan.passes.push_back(over_tiles(ComputePass::begin_areas, plan));
  plan.passes.push_back(over_tiles(ComputePass::measure_areas, plan));
  if (plan.key.selects_largest) {
    constexpr std::int64_t most_groups = 256;  // each takes all that the last one has to add up
    Dispatch select = over_jobs(ComputePass::select_largest, plan, plan.most_components(),
                                group_size(ComputePass::select_largest, plan));
    select.groups_x = static_cast<int>(std::min<std::int64_t>(select.groups_x, most_groups));
    select.groups_y = 1;
    for (int i = 0; i < shared::KEY_DIGITS; ++i) add_continued(plan, select, ComputePass::choose_digit);
  }
  add_continued(plan, over_jobs(ComputePass::drop_roots, plan, plan.row_words(), shared::RANKED_WORDS),
                ComputePass::sum_kept_ranks);
}

/// The passes between those that unite nodes and the one that writes labels.
void add_numbers_and_table(ComputePlan& plan) {
  if (plan.numbered) {
    if (plan.measures_tiles()) {
      for (const ComputePass name : {ComputePass::sum_nodes, ComputePass::mark_kept_roots}) {
        plan.passes.push_back(over_tiles(name, plan));
        plan.passes.back().measures = true;
      }
    } else {
      plan.passes.push_back(over_tiles(ComputePass::settle_nodes, plan));
    }
    add_continued(plan, over_jobs(ComputePass::rank_words, plan, plan.row_words(), shared::RANKED_WORDS),
                  ComputePass::sum_ranks);
  }
  if (plan.key.has(Need::filter) && !plan.measures_tiles()) add_filter(plan);
  if (plan.key.table_rows > 0) {
    plan.passes.push_back(over_tiles(ComputePass::begin_rows, plan));
    plan.passes.push_back(over_tiles(ComputePass::measure_components, plan));
  }
}

/// The passes that measure what LabelingSpec::columns asks for, once labels are written. A workgroup of the second of
/// two has 32 columns and a row of 32 rows for each of its invocations; windows reach one column and one row further.
void add_measurements(ComputePlan& plan) {
  const auto over_rows = [&](ComputePass begin) {
    constexpr int most_groups = 1024;
    Dispatch clear = over_jobs(begin, plan, plan.key.table_rows, group_size(begin, plan));
    clear.groups_x = std::min(clear.groups_x, most_groups);
    clear.groups_y = 1;
    plan.passes.push_back(clear);
  };
  const Extent& extent = plan.key.extent;
  const auto over_labels = [&](ComputePass measure, int further) {
    plan.passes.push_back({measure, group_size(measure, plan), ceil_div(extent.width + further, shared::WORD_COLUMNS),
                           ceil_div(extent.height + further, group_size(measure, plan)), extent.depth});
  };
  if ((plan.key.columns & label_columns) != 0) over_rows(ComputePass::begin_measurements);
  if ((plan.key.columns & shape_columns) != 0) over_labels(ComputePass::measure_labels, 1);
  if ((plan.key.columns & table_column_intensity) != 0) {
    over_rows(ComputePass::begin_intensities);
    plan.passes.back().own_fractions = plan.key.own_fractions;
    if (plan.key.own_fractions) {
      over_labels(ComputePass::find_extremes, 0);
      plan.passes.back().own_fractions = true;
    }
    over_labels(ComputePass::measure_intensities, 0);
    plan.passes.back().own_fractions = plan.key.own_fractions;
  }
  // Last, because begin_intensities clears the rows behind the intensities.
  if ((plan.key.columns & table_column_cubes) != 0) {
    over_labels(ComputePass::measure_cubes, 1);
    plan.passes.back().groups_z += 1;
  }
  if ((plan.key.columns & table_column_seams) != 0 && plan.key.periodic.any()) {
    constexpr ComputePass find = ComputePass::find_crossings;
    const std::int64_t most = largest_seam(extent, axis_bits(plan.key.periodic));
    plan.passes.push_back(over_jobs(find, plan, most, group_size(find, plan)));
    plan.passes.back().groups_z = shared::AXIS_COUNT;
    over_labels(ComputePass::measure_seams, 0);
  }
}

/// The pass that unites nodes across the borders of tiles, unless label_tiles does, and across the seams of periodic
/// axes. Of an image, jobs are columns and bands beside borders. Of a volume an invocation takes a line of a border,
/// and the workgroups of each z the borders of one direction, of which tiles have most lines in rows or slices. At a
/// seam an invocation takes an element at the beginning of an axis, each of which has the workgroups of a further z.
void add_merge(ComputePlan& plan) {
  const bool volume = plan.key.extent.is_volume();
  const Extent tile = plan.tile.extent();
  const std::int64_t tiles = plan.tiles.elements();
  const std::int64_t jobs = !volume      ? border_jobs(plan)
                            : tiles == 1 ? 0
                                         : tiles * plan.tile.words * std::max(tile.height, tile.depth);
  const bool seams = plan.key.periodic.any();
  if (!seams && jobs == 0) return;
  if (!seams && !volume && tiles <= few_tiles && plan.key.workgroups.unite_in_tiles) {
    plan.passes.back().merges = true;
    return;
  }
  const std::int64_t most = std::max(jobs, largest_seam(plan.key.extent, axis_bits(plan.key.periodic)));
  const ComputePass pass = seams ? ComputePass::merge_tiles_and_seams : ComputePass::merge_tiles;
  plan.passes.push_back(over_jobs(pass, plan, seams ? most : jobs, group_size(pass, plan)));
  plan.passes.back().groups_z = (volume ? shared::DIRECTIONS_ACROSS : 1) + (!seams ? 0 : volume ? 3 : 2);
}

}  // namespace

Extent TileGeometry::extent() const { return {words * shared::WORD_COLUMNS, bands_y * rows_y, bands_z * rows_z}; }

int TileGeometry::most_runs() const {
  const bool joined = !links_values && (axes == 3 || (axes == 2 && rows_z == 1));
  return band_words() * (joined ? shared::WORD_COLUMNS / 2 : shared::WORD_COLUMNS);
}

int TileGeometry::most_nodes() const {
  if (is_plane()) {
    return links_values ? shared::MOST_NODES_OF_VALUES : shared::most_nodes_of_foreground(extent().height);
  }
  const int halved = links_values ? 0 : axes;
  const Extent cells{halved >= 1 ? extent().width / 2 : extent().width,
                     halved >= 2 ? extent().height / 2 : extent().height,
                     halved >= 3 ? extent().depth / 2 : extent().depth};
  const Extent inner{cells.width - 2, cells.height - 2, cells.depth - 2};
  return static_cast<int>(cells.elements() - inner.elements());
}

TileGeometry tile_geometry_of(bool volume, Connectivity connectivity, CriterionKind criterion) {
  const bool values = criterion != CriterionKind::foreground;
  const bool faces = connectivity == Connectivity::four || connectivity == Connectivity::six;
  const int axes = faces ? 1 : connectivity == Connectivity::twenty_six ? 3 : 2;
  if (!volume) {
    const bool low = axes == 1 && !values;
    return {axes, values ? 1 : 2, 1, shared::TILE_WORDS, low ? shared::LOW_TILE_BANDS : shared::TILE_BANDS, 1, values};
  }
  if (values) return {axes, 1, 1, 1, 8, 8, true};
  return {axes, 2, axes > 1 ? 2 : 1, axes > 2 ? 2 : 1, 8, 8};
}

bool ComputePlan::measures_tiles() const {
  return key.has(Need::filter) && !key.selects_largest && !key.has(Need::mask) && !tile.links_values &&
         !key.extent.is_volume();
}

std::int64_t ComputePlan::row_words() const { return std::int64_t{words.width} * key.extent.height * key.extent.depth; }

std::int64_t ComputePlan::most_components() const {
  const Extent& extent = key.extent;
  const int axes = tile.links_values ? 0 : tile.axes;
  const auto cells = [axes](int side, int axis) -> std::int64_t { return axis < axes ? ceil_div(side, 2) : side; };
  return cells(extent.width, 0) * cells(extent.height, 1) * cells(extent.depth, 2);
}

ComputePlan make_plan(const PlanKey& key) {
  ComputePlan plan;
  plan.key = key;
  plan.numbered = key.numbering == Numbering::raster;
  plan.tile = tile_geometry_of(key.extent.is_volume(), key.connectivity, key.criterion);
  plan.words = {ceil_div(key.extent.width, shared::WORD_COLUMNS), ceil_div(key.extent.height, plan.tile.rows_y),
                ceil_div(key.extent.depth, plan.tile.rows_z)};
  plan.tiles = {ceil_div(plan.words.width, plan.tile.words), ceil_div(plan.words.height, plan.tile.bands_y),
                ceil_div(plan.words.depth, plan.tile.bands_z)};
  plan.columns_each = columns_each(plan);
  add_label_tiles(plan);
  add_merge(plan);
  add_numbers_and_table(plan);
  // Alone in writing the target, behind all that read the source: these may share texels.
  plan.passes.push_back(over_tiles(ComputePass::write_labels, plan));
  add_measurements(plan);
  return plan;
}

std::vector<ComputePlan> make_plans(const PlanKey& key) {
  if (!key.has(Need::holes)) return {make_plan(key)};
  PlanKey of_background;
  of_background.extent = key.extent;
  of_background.connectivity = dual_of(key.connectivity);
  of_background.periodic = key.periodic;
  of_background.needs = {Need::filter};
  of_background.workgroups = key.workgroups;
  PlanKey of_filled = key;
  of_filled.needs.remove(Need::holes);
  return {make_plan(of_background), make_plan(of_filled)};
}

std::string describe(const Dispatch& pass) {
  const std::string slices = pass.groups_z > 1 ? " x " + std::to_string(pass.groups_z) : "";
  return std::to_string(pass.groups_x) + " x " + std::to_string(pass.groups_y) + slices + " groups of " +
         std::to_string(pass.group_size) + (pass.merges ? ", which also unite nodes" : "") +
         (pass.masked ? ", under the mask" : "") + (pass.seams ? ", with seams as borders" : "") +
         (pass.measures ? ", with areas of nodes" : "");
}

}  // namespace glccl::compute
