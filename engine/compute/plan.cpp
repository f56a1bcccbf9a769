#include "engine/compute/plan.hpp"

#include <algorithm>
#include <variant>

namespace glccl::compute {
namespace {

/// Groups in x beyond which a dispatch goes on in y: OpenGL promises 65535 of them.
constexpr std::int64_t groups_across = 32768;

int ceil_div(std::int64_t n, std::int64_t by) { return static_cast<int>((n + by - 1) / by); }

/// Of label_tiles more where there are few tiles and the GPU would not be full otherwise: a tile then waits less for
/// itself. write_labels and measure_components want more invocations for the shared memory that a group takes.
int group_size(PassName pass, const Plan& plan) {
  switch (pass) {
    case PassName::label_tiles:
      return plan.tiles.pixels() <= 128 ? 1024 : plan.tiles.pixels() <= 512 ? 512 : 256;
    case PassName::merge_tiles:
      return 128;
    case PassName::settle_nodes:
    case PassName::begin_rows:
      return 64;  // a tile has few nodes
    case PassName::rank_words:
      return 256;
    case PassName::sum_ranks:
      return 1024;  // there is one group
    case PassName::write_labels:
    case PassName::measure_components:
      break;
  }
  return 512;
}

/// A group a tile.
Pass over_tiles(PassName name, const Plan& plan) {
  return {name, group_size(name, plan), plan.tiles.width, plan.tiles.height};
}

/// As many groups as so many jobs take, of which a group does `in_group`.
Pass over_jobs(PassName name, const Plan& plan, std::int64_t jobs, int in_group) {
  const std::int64_t groups = (jobs + in_group - 1) / in_group;
  return {name, group_size(name, plan), static_cast<int>(std::min(groups, groups_across)),
          ceil_div(groups, groups_across)};
}

/// Columns below horizontal borders.
std::int64_t border_columns(const Plan& plan) {
  return std::int64_t{plan.tiles.height - 1} * plan.words.width * columns_in_word;
}

/// One for each invocation where the GPU has room for so many: each then waits for little. Else more, so that most
/// invocations of a subgroup have something to unite.
int columns_each(const Plan& plan) {
  constexpr std::int64_t room = 1 << 18;
  int each = 1;
  while (each < columns_in_word && border_columns(plan) / each > room) each *= 2;
  return each;
}

/// What merge_tiles has to do: columns below horizontal borders, and bands beside vertical ones.
std::int64_t border_jobs(const Plan& plan) {
  const std::int64_t vertical = plan.tiles.width - 1;
  return border_columns(plan) / plan.columns_each + vertical * plan.words.height;
}

}  // namespace

std::string_view name_of(PassName pass) {
  switch (pass) {
    case PassName::label_tiles:
      return "label_tiles";
    case PassName::merge_tiles:
      return "merge_tiles";
    case PassName::settle_nodes:
      return "settle_nodes";
    case PassName::rank_words:
      return "rank_words";
    case PassName::sum_ranks:
      return "sum_ranks";
    case PassName::begin_rows:
      return "begin_rows";
    case PassName::write_labels:
      return "write_labels";
    case PassName::measure_components:
      return "measure_components";
  }
  return "";
}

Plan make_plan(Size size, const Options& options) {
  Plan plan;
  plan.size = size;
  plan.links_values = !std::holds_alternative<Foreground>(options.criterion);
  plan.rows_in_band = options.connectivity == Connectivity::eight && !plan.links_values ? 2 : 1;
  plan.numbered = options.numbering == Numbering::raster;
  plan.words = {ceil_div(size.width, columns_in_word), ceil_div(size.height, plan.rows_in_band)};
  plan.tiles = {ceil_div(plan.words.width, words_in_tile), ceil_div(plan.words.height, bands_in_tile)};
  plan.columns_each = columns_each(plan);
  plan.table_rows = options.table_rows;
  plan.passes.push_back(over_tiles(PassName::label_tiles, plan));
  if (border_jobs(plan) > 0) {
    const int in_group = group_size(PassName::merge_tiles, plan);
    plan.passes.push_back(over_jobs(PassName::merge_tiles, plan, border_jobs(plan), in_group));
  }
  if (plan.numbered) {
    plan.passes.push_back(over_tiles(PassName::settle_nodes, plan));
    plan.passes.push_back(over_jobs(PassName::rank_words, plan, plan.row_words(), ranked_words));
    plan.passes.push_back({PassName::sum_ranks, group_size(PassName::sum_ranks, plan)});
  }
  if (options.table_rows > 0) plan.passes.push_back(over_tiles(PassName::begin_rows, plan));
  plan.passes.push_back(over_tiles(PassName::write_labels, plan));
  if (options.table_rows > 0) plan.passes.push_back(over_tiles(PassName::measure_components, plan));
  return plan;
}

std::string describe(const Pass& pass) {
  return std::to_string(pass.groups_x) + " x " + std::to_string(pass.groups_y) + " groups of " +
         std::to_string(pass.group_size);
}

}  // namespace glccl::compute
