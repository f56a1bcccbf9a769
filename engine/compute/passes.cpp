#include "engine/compute/passes.hpp"

#include <array>

namespace glccl::compute {
namespace {

using enum ComputePass;

constexpr std::array<ComputePassTraits, compute_pass_count> all_traits = {{
    {pack_mask, "pack_mask", "mask/", 256, {.source = true, .mask = true}},
    {label_tiles,
     "label_tiles",
     "tiles/",
     by_plan,
     {.tiles = true, .source = true, .numbering = true, .stores_tiles = true}},
    {merge_tiles, "merge_tiles", "tiles/", 128, {.tiles = true}},
    {settle_nodes, "settle_nodes", "", 64, {.tiles = true}},  // a tile has few nodes
    {rank_words, "rank_words", "", 256, {}},
    {begin_areas, "begin_areas", "filter/", 64, {.tiles = true, .writes_areas = true}},
    {measure_areas, "measure_areas", "filter/", by_plan, {.tiles = true, .writes_areas = true}},
    {select_largest, "select_largest", "filter/", 256, {.writes_areas = true}},
    {drop_roots, "drop_roots", "filter/", 256, {.writes_areas = true}},
    {begin_rows, "begin_rows", "", 64, {.tiles = true, .row_values = true, .filter = true, .columns = true}},
    {write_labels, "write_labels", "tiles/", by_plan, {.tiles = true, .numbering = true, .filter = true}},
    {measure_components,
     "measure_components",
     "",
     by_plan,
     {.tiles = true, .row_values = true, .filter = true, .columns = true}},
    {begin_measurements, "begin_measurements", "measurements/", 256, {.columns = true, .labels = true}},
    {measure_labels, "measure_labels", "measurements/", 256, {.columns = true, .labels = true}},
    {begin_intensities,
     "begin_intensities",
     "intensity/",
     256,
     {.source = true, .columns = true, .intensity = true, .labels = true}},
    {find_extremes,
     "find_extremes",
     "intensity/",
     256,
     {.source = true, .columns = true, .intensity = true, .labels = true}},
    {measure_intensities,
     "measure_intensities",
     "intensity/",
     256,
     {.source = true, .columns = true, .intensity = true, .labels = true}},
    {measure_cubes, "measure_cubes", "measurements/", 256, {.columns = true, .labels = true}},
    {merge_tiles_and_seams, "merge_tiles_and_seams", "seams/", 128, {.tiles = true, .values = true}},
    {sum_nodes, "sum_nodes", "filter/", 64, {.tiles = true}},
    {mark_kept_roots, "mark_kept_roots", "filter/", 64, {.tiles = true}},
    {find_crossings, "find_crossings", "measurements/", 256, {.tiles = true, .columns = true, .labels = true}},
    {measure_seams, "measure_seams", "measurements/", 256, {.columns = true, .labels = true}},
    {sum_ranks, "sum_ranks", "", 256, {}},
    {sum_kept_ranks, "sum_kept_ranks", "filter/", 256, {}},
    {choose_digit, "choose_digit", "filter/", 256, {.writes_areas = true}},
}};

}  // namespace

const ComputePassTraits& traits_of(ComputePass pass) { return all_traits[static_cast<std::size_t>(pass)]; }

}  // namespace glccl::compute
