#include "engine/regions/plan.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "glsl/shared/label_pairs.h"
#include "glsl/shared/regions.h"

namespace glccl::regions {
namespace {

constexpr std::int64_t word = sizeof(std::uint32_t);

/// Slots of a hash table: a power of two, at least twice the entries.
std::int64_t slots_of(std::uint32_t entries) { return std::int64_t{2} * std::bit_ceil(entries); }

/// Workgroups of REGION_GROUP invocations that have `rows` rows of a column each, REGION_COLUMNS columns together.
gl::Groups groups_of_columns(const Extent& extent, int rows) {
  const std::int64_t across = gl::groups_for(extent.width, shared::REGION_COLUMNS);
  const int rows_in_group = shared::REGION_GROUP / shared::REGION_COLUMNS * rows;
  return gl::folded(across * gl::groups_for(std::int64_t{extent.height} * extent.depth, rows_in_group), 1);
}

/// The grid of count_contacts.
gl::Groups groups_of_strips(const Extent& extent) {
  constexpr int strips_each = shared::PAIR_GROUP / shared::PAIR_COLUMNS;
  const std::int64_t strips = std::int64_t{gl::groups_for(extent.height, shared::PAIR_ROWS)} * extent.depth;
  return gl::folded(
      std::int64_t{gl::groups_for(extent.width, shared::PAIR_COLUMNS)} * gl::groups_for(strips, strips_each), 1);
}

gl::PassList make_list(const Extent& extent) { return {"regions/", extent, shared::REGION_GROUP}; }

static_assert(shared::PAIR_GROUP == shared::REGION_GROUP && shared::PAIR_COLUMNS == shared::REGION_COLUMNS);
static_assert(shared::DIGITS == shared::REGION_GROUP, "sort_entries has an invocation for each digit");

}  // namespace

SelectionPlan selection_plan(const Extent& extent, const RegionOptions& options) {
  gl::PassList list = make_list(extent);
  list.sizes.push_back({"SLOTS", slots_of(options.max_seeds)});
  const gl::Groups of_seeds = gl::folded(options.max_seeds, shared::REGION_GROUP);
  list.passes = {
      {"begin_selection", gl::folded(slots_of(options.max_seeds), shared::REGION_GROUP)},
      {"find_seeds", of_seeds, true},
      {"number_seeds", {1, 1, 1}},
      {"report_seeds", of_seeds},
  };
  return {std::move(list),
          {static_cast<std::int64_t>(seeds_bytes(options.max_seeds)), 3 * word * slots_of(options.max_seeds),
           word + std::int64_t{sizeof(Position)} * options.max_seeds}};
}

gl::PassSource write_selection_pass(const Extent& extent, bool mask, bool labels) {
  return {"write_selection",
          groups_of_columns(extent, shared::SELECTED_ROWS),
          true,
          {gl::define("HAS_MASK", mask ? 1 : 0), gl::define("HAS_LABELS", labels ? 1 : 0)}};
}

gl::PassList boundary_list(const Extent& extent) {
  gl::PassList list = make_list(extent);
  list.passes = {
      {"find_boundaries", groups_of_columns(extent, 1), true, {gl::define("DEPTH_STEPS", extent.is_volume() ? 1 : 0)}}};
  return list;
}

gl::PassList colour_list(const Extent& extent) {
  gl::PassList list = make_list(extent);
  list.passes = {{"write_colours", groups_of_columns(extent, 1), true}};
  return list;
}

ListPlan list_plan(const Extent& extent, const RegionOptions& options) {
  const std::int64_t most_runs = runs_of(options, extent);
  const std::int64_t most_elements = elements_of(options, extent);
  const std::int64_t tiles = gl::groups_for(extent.elements(), shared::LIST_TILE);
  const std::int64_t chunks = gl::groups_for(most_runs, shared::SORT_CHUNK);
  gl::PassList list = make_list(extent);
  list.sizes.insert(list.sizes.end(), {{"TILES", tiles},
                                       {"ELEMENTS", extent.elements(), true},
                                       {"MAX_COMPONENTS", options.max_components, true},
                                       {"MAX_ELEMENTS", most_elements, true},
                                       {"MAX_RUNS", most_runs, true}});
  const gl::Groups one = {1, 1, 1};
  const gl::Groups of_tiles = gl::folded(tiles, 1);
  const gl::Groups of_runs = gl::folded(most_runs, shared::REGION_GROUP);
  list.passes = {
      {"count_runs", of_tiles, true}, {"sum_runs", one, true}, {"list_runs", of_tiles, true},
      {"count_elements", of_runs},    {"sum_elements", one},   {"write_lists", of_runs, true},
  };
  gl::PassList sort = make_list(extent);
  const gl::Groups of_chunks = gl::folded(chunks, 1);
  sort.passes = {{"count_digits", of_chunks}, {"sum_digits", {shared::DIGITS, 1, 1}}, {"sort_entries", of_chunks}};
  const std::int64_t counts =
      std::max({shared::DIGITS * chunks, 2 * tiles, std::int64_t{gl::groups_for(most_runs, shared::REGION_GROUP)}});
  const std::int64_t entry_bytes = 2 * word * most_runs;
  return {std::move(list),
          std::move(sort),
          {0, static_cast<std::int64_t>(lists_bytes(options.max_components)), word * most_elements,
           word * (1 + shared::DIGITS + counts), entry_bytes, entry_bytes},
          shared::LENGTH_BITS + static_cast<int>(std::bit_width(options.max_components - 1))};
}

ContactPlan contact_plan(const Extent& extent, std::uint32_t max_contacts) {
  const std::int64_t slots = slots_of(max_contacts);
  const gl::Groups of_chunks = gl::folded(gl::groups_for(max_contacts, shared::CONTACT_CHUNK), 1);
  gl::PassList list = make_list(extent);
  list.sizes.insert(
      list.sizes.end(),
      {{"SLOTS", slots}, {"MAX_PAIRS", max_contacts}, {"CHUNKS", gl::groups_for(max_contacts, shared::CONTACT_CHUNK)}});
  list.passes = {
      {"count_contacts", groups_of_strips(extent), true, {"SHARED_BUFFER coherent"}},
      {"sort_contacts", of_chunks},
      {"merge_contacts", gl::folded(max_contacts, shared::REGION_GROUP)},
  };
  return {std::move(list),
          {static_cast<std::int64_t>(contacts_bytes(max_contacts)), 4 * word * slots,
           word * (4 + std::int64_t{max_contacts}), std::int64_t{sizeof(Contact)} * max_contacts},
          std::max(shared::merges_of_contacts(max_contacts), 1)};
}

}  // namespace glccl::regions
