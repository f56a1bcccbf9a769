#include "engine/compute/passes.hpp"

#include <array>
#include <utility>

namespace glccl::compute {
namespace {

using Files = std::vector<std::string>;

const std::string buffers = "compute/tiles/tile_buffers.glsl";
const std::string tiles = "compute/tiles/tiles.glsl";
const std::string nodes = "compute/nodes.glsl";
const std::string links = "compute/tiles/links.glsl";
const std::string shared_links = "shared/links.h";
const std::string ranks = "compute/ranks.glsl";
const std::string unite_crossings = "compute/tiles/unite_crossings.glsl";
const std::string merge_columns = "compute/tiles/merge_columns.glsl";
const std::string crossings = "shared/crossings.h";
const std::string borders = "compute/tiles/borders.glsl";
const std::string shared_borders = "shared/borders.h";
const std::string merge_lines = "compute/tiles/merge_lines.glsl";
const std::string prefix = "compute/prefix.glsl";
const std::string last_group = "compute/last_group.glsl";
const std::string rank_group = "compute/rank_group.glsl";
const std::string tile_runs = "compute/tiles/tile_runs.glsl";
const std::string tile_forest = "compute/tiles/tile_forest.glsl";
const std::string tile_components = "compute/tiles/tile_components.glsl";
const std::string store_tile = "compute/tiles/store_tile.glsl";
const std::string record_labels = "compute/tiles/record_labels.glsl";
const std::string contacts = "shared/contacts.h";
const std::string uniting_links = "shared/uniting_links.h";
const std::string pixel_sums = "compute/tiles/pixel_sums.glsl";
const std::string voxel_sums = "compute/tiles/voxel_sums.glsl";
const std::string shared_filter = "shared/filter.h";
const std::string limits = "compute/filter/limits.glsl";
const std::string areas = "compute/filter/areas.glsl";
const std::string node_areas = "compute/filter/node_areas.glsl";
const std::string tile_areas = "compute/filter/tile_areas.glsl";
const std::string measure_tile = "compute/measure_tile.glsl";
const std::string table = "common/table.glsl";
const std::string table_words = "compute/table_words.glsl";
const std::string rows = "common/begin_rows.glsl";
const std::string mask_words = "compute/mask/mask_words.glsl";
const std::string mask_tile = "compute/mask/mask_tile.glsl";
const std::string shared_seams = "shared/seams.h";
const std::string periodic_axes = "compute/seams/periodic_axes.glsl";

const std::string shared_quads = "shared/quads.h";
const std::string shared_label_sums = "shared/label_sums.h";
const std::string shared_small_boxes = "shared/small_boxes.h";
const std::string wide = "compute/measurements/wide.glsl";
const std::string measured_labels = "compute/measurements/measured_labels.glsl";
const std::string label_sums = "compute/measurements/label_sums.glsl";
const std::string small_boxes = "compute/measurements/small_boxes.glsl";

ComputePassTraits pass(ComputePass name, const char* text, int group_size, Files files,
                       const std::string& folder = "compute/") {
  files.push_back(folder + text + ".comp");
  return {.pass = name, .name = text, .group_size = group_size, .files = std::move(files)};
}

ComputePassTraits tile_pass(ComputePass name, const char* text, int group_size, Files files) {
  return pass(name, text, group_size, std::move(files), "compute/tiles/");
}

/// A pass that asks the criterion: the files for that come first.
ComputePassTraits reading_source(ComputePassTraits traits) {
  const Files asked = {"shared/float_order.h", "common/float_difference.glsl", "common/criterion.glsl",
                       "common/linked.glsl", "compute/source_texels.glsl"};
  traits.files.insert(traits.files.begin(), asked.begin(), asked.end());
  traits.reads_source = true;
  return traits;
}

ComputePassTraits by_numbering(ComputePassTraits traits) {
  traits.depends_on_numbering = true;
  return traits;
}

ComputePassTraits by_filter(ComputePassTraits traits) {
  traits.depends_on_filter = true;
  return traits;
}

ComputePassTraits by_columns(ComputePassTraits traits) {
  traits.depends_on_columns = true;
  return traits;
}

/// A pass that measures labels once they are written.
ComputePassTraits reading_labels(ComputePassTraits traits) {
  traits.reads_labels = true;
  return by_columns(std::move(traits));
}

ComputePassTraits filter_pass(ComputePass name, const char* text, int group_size, Files files) {
  ComputePassTraits traits = pass(name, text, group_size, std::move(files), "compute/filter/");
  traits.writes_areas = true;
  return traits;
}

/// A pass that packs and solves tiles: whether labels are numbers decides what else it stores.
ComputePassTraits storing_tiles(ComputePassTraits traits) {
  traits.stores_tiles = true;
  return by_numbering(reading_source(std::move(traits)));
}

/// A pass that unites nodes across borders of tiles, by `files`, and across the seams of periodic axes. Whether values
/// are linked across a seam is asked of the source.
ComputePassTraits seam_pass(ComputePass name, const char* text, Files files) {
  files.insert(files.end(), {shared_seams, periodic_axes, "compute/seams/unite_seams.glsl"});
  return reading_source(pass(name, text, 128, std::move(files), "compute/seams/"));
}

ComputePassTraits sharing_buffers(ComputePassTraits traits) {
  traits.shares_buffers = true;
  return traits;
}

ComputePassTraits mask_pass(ComputePass name, const char* text, int group_size, Files files) {
  ComputePassTraits traits = reading_source(pass(name, text, group_size, std::move(files), "compute/mask/"));
  traits.reads_mask = true;
  return traits;
}

/// A pass that measures labels alone, with its files behind those of all of these.
ComputePassTraits measuring_pass(ComputePass name, const char* text, const Files& own) {
  Files files = {shared_quads, shared_label_sums, table_words, measured_labels, wide, label_sums};
  files.insert(files.end(), own.begin(), own.end());
  return reading_labels(pass(name, text, 256, std::move(files), "compute/measurements/"));
}

/// A pass of intensities, with its files behind those of both.
ComputePassTraits intensity_pass(ComputePass name, const char* text, const Files& own) {
  Files files = {shared_quads,
                 shared_label_sums,
                 shared_small_boxes,
                 table_words,
                 measured_labels,
                 small_boxes,
                 wide,
                 "shared/fixed_point.h",
                 "compute/intensity/wide.glsl",
                 "compute/intensity/values.glsl"};
  files.insert(files.end(), own.begin(), own.end());
  ComputePassTraits traits = reading_labels(pass(name, text, 256, std::move(files), "compute/intensity/"));
  traits.reads_source = true;
  traits.reads_intensity = true;
  return traits;
}

std::array<ComputePassTraits, compute_pass_count> make_traits() {
  using enum ComputePass;
  const Files merging = {buffers,        tiles,           nodes,         crossings,  borders,
                         shared_borders, unite_crossings, merge_columns, merge_lines};
  const Files measuring_seams = {shared_seams, periodic_axes};
  const Files measuring_nodes = {buffers, tiles, nodes, ranks, shared_seams, shared_filter, limits, node_areas};
  return {
      mask_pass(pack_mask, "pack_mask", 256, {buffers, tiles, mask_words}),
      storing_tiles(tile_pass(label_tiles, "label_tiles", by_plan,
                              {buffers,
                               tiles,
                               nodes,
                               links,
                               shared_links,
                               contacts,
                               uniting_links,
                               prefix,
                               ranks,
                               "compute/tiles/pack_bits.glsl",
                               "compute/tiles/cells.glsl",
                               "compute/tiles/link_pixels.glsl",
                               "compute/tiles/link_voxels.glsl",
                               tile_runs,
                               tile_forest,
                               "compute/tiles/tile_links.glsl",
                               tile_components,
                               shared_seams,
                               periodic_axes,
                               "compute/tiles/tile_border.glsl",
                               shared_filter,
                               limits,
                               node_areas,
                               "compute/filter/label_measured_tiles.glsl",
                               store_tile,
                               crossings,
                               borders,
                               shared_borders,
                               unite_crossings,
                               "compute/tiles/merge_in_tiles.glsl",
                               mask_words,
                               mask_tile})),
      tile_pass(merge_tiles, "merge_tiles", 128, merging),
      pass(settle_nodes, "settle_nodes", 64, {buffers, tiles, nodes, ranks}),  // a tile has few nodes
      sharing_buffers(pass(rank_words, "rank_words", 256, {ranks, prefix, last_group, rank_group})),
      filter_pass(begin_areas, "begin_areas", 64,
                  {buffers, tiles, nodes, ranks, shared_seams, shared_filter, limits, areas}),
      filter_pass(
          measure_areas, "measure_areas", by_plan,
          {buffers, tiles, nodes, ranks, prefix, shared_seams, shared_filter, limits, areas, tile_areas, measure_tile}),
      sharing_buffers(filter_pass(select_largest, "select_largest", 256,
                                  {ranks, prefix, shared_seams, shared_filter, limits, areas, last_group})),
      sharing_buffers(filter_pass(drop_roots, "drop_roots", 256,
                                  {ranks, prefix, shared_seams, shared_filter, limits, areas, last_group, rank_group})),
      by_columns(
          by_filter(reading_source(pass(begin_rows, "begin_rows", 64, {buffers, tiles, nodes, ranks, table, rows})))),
      by_filter(by_numbering(
          tile_pass(write_labels, "write_labels", by_plan, {buffers, tiles, nodes, ranks, record_labels}))),
      by_columns(by_filter(reading_source(pass(measure_components, "measure_components", by_plan,
                                               {buffers, tiles, nodes, ranks, prefix, table, rows, "common/sums.glsl",
                                                pixel_sums, voxel_sums, measure_tile})))),
      measuring_pass(begin_measurements, "begin_measurements", {shared_small_boxes, small_boxes}),
      measuring_pass(measure_labels, "measure_labels",
                     {shared_small_boxes, small_boxes, "compute/measurements/add_label_sums.glsl"}),
      intensity_pass(begin_intensities, "begin_intensities", {}),
      intensity_pass(find_extremes, "find_extremes", {"compute/intensity/group_columns.glsl"}),
      intensity_pass(measure_intensities, "measure_intensities",
                     {"compute/intensity/group_columns.glsl", "compute/intensity/group_sums.glsl"}),
      reading_labels(
          pass(measure_cubes, "measure_cubes", 256, {"shared/cubes.h", table_words}, "compute/measurements/")),
      seam_pass(merge_tiles_and_seams, "merge_tiles_and_seams", merging),
      pass(sum_nodes, "sum_nodes", 64, measuring_nodes, "compute/filter/"),
      pass(mark_kept_roots, "mark_kept_roots", 64, measuring_nodes, "compute/filter/"),
      measuring_pass(find_crossings, "find_crossings", measuring_seams),
      measuring_pass(measure_seams, "measure_seams", measuring_seams),
  };
}

}  // namespace

const ComputePassTraits& traits_of(ComputePass pass) {
  static const std::array<ComputePassTraits, compute_pass_count> traits = make_traits();
  return traits[static_cast<std::size_t>(pass)];
}

}  // namespace glccl::compute
