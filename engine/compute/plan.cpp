#include "compute/plan.hpp"

#include <algorithm>
#include <variant>

namespace glccl::compute {
namespace {

/// Groups in x beyond which a dispatch goes on in y: OpenGL promises 65535 of them.
constexpr std::int64_t groups_across = 32768;

int ceil_div(std::int64_t n, std::int64_t by) { return static_cast<int>((n + by - 1) / by); }

Pass over_tiles(PassName name, const Plan& plan) {
  return {name, ceil_div(plan.words.width, words_in_tile), ceil_div(plan.words.height, bands_in_tile)};
}

/// As many groups as so many jobs take, of which an invocation does `in_invocation`.
Pass over_jobs(PassName name, std::int64_t jobs, int in_invocation = 1) {
  const std::int64_t in_group = std::int64_t{group_size(name)} * in_invocation;
  const std::int64_t groups = (jobs + in_group - 1) / in_group;
  return {name, static_cast<int>(std::min(groups, groups_across)), ceil_div(groups, groups_across)};
}

/// What merge_tiles has to do: words below horizontal borders, and bands beside vertical ones.
std::int64_t border_jobs(const Plan& plan) {
  const std::int64_t horizontal = (plan.words.height - 1) / bands_in_tile;
  const std::int64_t vertical = (plan.words.width - 1) / words_in_tile;
  return horizontal * plan.words.width + vertical * plan.words.height;
}

}  // namespace

std::string_view name_of(PassName pass) {
  switch (pass) {
    case PassName::label_tiles:
      return "label_tiles";
    case PassName::merge_tiles:
      return "merge_tiles";
    case PassName::flatten_forest:
      return "flatten_forest";
    case PassName::rank_roots:
      return "rank_roots";
    case PassName::sum_ranks:
      return "sum_ranks";
    case PassName::list_components:
      return "list_components";
    case PassName::write_labels:
      return "write_labels";
    case PassName::measure_components:
      return "measure_components";
  }
  return "";
}

int group_size(PassName pass) {
  switch (pass) {
    case PassName::label_tiles:
    case PassName::merge_tiles:
    case PassName::flatten_forest:
    case PassName::measure_components:
      return words_in_tile * bands_in_tile;
    case PassName::rank_roots:
    case PassName::sum_ranks:
    case PassName::list_components:
    case PassName::write_labels:
      break;
  }
  return 256;
}

Plan make_plan(Size size, const Options& options) {
  const bool two_rows =
      options.connectivity == Connectivity::eight && std::holds_alternative<Foreground>(options.criterion);
  Plan plan;
  plan.size = size;
  plan.rows_in_band = two_rows ? 2 : 1;
  plan.words = {ceil_div(size.width, columns_in_word), ceil_div(size.height, plan.rows_in_band)};
  plan.table_rows = options.table_rows;
  plan.passes.push_back(over_tiles(PassName::label_tiles, plan));
  if (border_jobs(plan) > 0) plan.passes.push_back(over_jobs(PassName::merge_tiles, border_jobs(plan)));
  if (options.numbering == Numbering::raster) {
    plan.passes.push_back(over_tiles(PassName::flatten_forest, plan));
    plan.passes.push_back(
        over_jobs(PassName::rank_roots, plan.row_words(), ranked_words / group_size(PassName::rank_roots)));
    plan.passes.push_back({PassName::sum_ranks});
  }
  if (options.table_rows > 0) plan.passes.push_back(over_jobs(PassName::list_components, plan.row_words()));
  plan.passes.push_back(over_tiles(PassName::write_labels, plan));
  if (options.table_rows > 0) plan.passes.push_back(over_tiles(PassName::measure_components, plan));
  return plan;
}

std::string describe(const Pass& pass) {
  return std::to_string(pass.groups_x) + " x " + std::to_string(pass.groups_y) + " groups";
}

}  // namespace glccl::compute
