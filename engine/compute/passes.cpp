#include "engine/compute/passes.hpp"

#include <array>
#include <utility>

namespace glccl::compute {
namespace {

using Files = std::vector<std::string>;

const std::string buffers = "compute/tile_buffers.glsl";
const std::string tiles = "compute/images/tiles.glsl";
const std::string volume_tiles = "compute/volumes/tiles.glsl";
const std::string nodes = "compute/nodes.glsl";
const std::string links = "compute/images/links.glsl";
const std::string shared_links = "shared/links.h";
const std::string ranks = "compute/ranks.glsl";
const std::string image_words = "compute/images/image_words.glsl";
const std::string border_contacts = "shared/border_contacts.h";
const std::string unite_columns = "compute/unite_columns.glsl";
const std::string merge_borders = "compute/images/merge_borders.glsl";
const std::string volume_crossings = "shared/volume_crossings.h";
const std::string volume_borders = "compute/volumes/borders.glsl";
const std::string shared_volume_borders = "shared/volume_borders.h";
const std::string merge_lines = "compute/volumes/merge_lines.glsl";
const std::string prefix = "compute/prefix.glsl";
const std::string last_group = "compute/last_group.glsl";
const std::string rank_group = "compute/rank_group.glsl";
const std::string tile_runs = "compute/tile_runs.glsl";
const std::string tile_forest = "compute/tile_forest.glsl";
const std::string tile_components = "compute/tile_components.glsl";
const std::string store_tile = "compute/store_tile.glsl";
const std::string record_labels = "compute/record_labels.glsl";
const std::string volume_links = "compute/volumes/links.glsl";
const std::string shared_volume_links = "shared/volume_links.h";
const std::string volume_contacts = "shared/volume_contacts.h";
const std::string uniting_links = "shared/volume_uniting_links.h";
const std::string shared_sums = "shared/sums.h";
const std::string tile_sums = "compute/images/tile_sums.glsl";
const std::string shared_filter = "shared/filter.h";
const std::string limits = "compute/filter/limits.glsl";
const std::string areas = "compute/filter/areas.glsl";
const std::string node_areas = "compute/filter/node_areas.glsl";
const std::string tile_areas = "compute/filter/tile_areas.glsl";
const std::string runs_at_border = "compute/images/runs_at_border.glsl";
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

ComputePassTraits image_pass(ComputePass name, const char* text, int group_size, Files files) {
  return pass(name, text, group_size, std::move(files), "compute/images/");
}

ComputePassTraits volume_pass(ComputePass name, const char* text, int group_size, Files files) {
  return pass(name, text, group_size, std::move(files), "compute/volumes/");
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

/// A pass that unites nodes across borders of tiles, by `files`, and across the seams of periodic axes, by the elements
/// that `elements` gives. Whether values are linked across a seam is asked of the source.
ComputePassTraits seam_pass(ComputePass name, const char* text, Files files, const std::string& elements) {
  files.insert(files.end(), {shared_seams, periodic_axes, elements, "compute/seams/unite_seams.glsl"});
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
  const Files merging_images = {buffers,     tiles,           nodes,         links,        shared_links,
                                image_words, border_contacts, unite_columns, merge_borders};
  const Files merging_volumes = {buffers,    tiles, nodes, volume_crossings, volume_borders, shared_volume_borders,
                                 merge_lines};
  const Files measuring_seams = {shared_seams, periodic_axes};
  const Files measuring_nodes = {buffers, tiles, nodes, ranks, shared_seams, shared_filter, limits, node_areas};
  return {
      mask_pass(pack_mask, "pack_mask", 256, {buffers, tiles, mask_words}),
      storing_tiles(image_pass(label_tiles, "label_tiles", by_plan,
                               {buffers,
                                tiles,
                                nodes,
                                links,
                                shared_links,
                                prefix,
                                ranks,
                                "compute/images/pack_pixels.glsl",
                                "compute/cells.glsl",
                                "compute/images/link_pixels.glsl",
                                image_words,
                                tile_runs,
                                "compute/images/tile_words.glsl",
                                "shared/run_contacts.h",
                                tile_forest,
                                "compute/images/tile_links.glsl",
                                tile_components,
                                shared_seams,
                                periodic_axes,
                                "compute/images/tile_border.glsl",
                                shared_filter,
                                limits,
                                node_areas,
                                "compute/filter/label_measured_tiles.glsl",
                                store_tile,
                                border_contacts,
                                unite_columns,
                                "compute/images/merge_in_tiles.glsl",
                                mask_words,
                                mask_tile})),
      image_pass(merge_tiles, "merge_tiles", 128, merging_images),
      pass(settle_nodes, "settle_nodes", 64, {buffers, tiles, nodes, ranks}),  // a tile has few nodes
      sharing_buffers(pass(rank_words, "rank_words", 256, {ranks, prefix, last_group, rank_group})),
      filter_pass(begin_areas, "begin_areas", 64,
                  {buffers, tiles, nodes, ranks, shared_seams, shared_filter, limits, areas}),
      filter_pass(measure_areas, "measure_areas", by_plan,
                  {buffers, tiles, nodes, ranks, prefix, shared_seams, shared_filter, limits, areas, tile_areas,
                   runs_at_border, measure_tile}),
      sharing_buffers(filter_pass(select_largest, "select_largest", 256,
                                  {ranks, prefix, shared_seams, shared_filter, limits, areas, last_group})),
      sharing_buffers(filter_pass(drop_roots, "drop_roots", 256,
                                  {ranks, prefix, shared_seams, shared_filter, limits, areas, last_group, rank_group})),
      by_columns(
          by_filter(reading_source(pass(begin_rows, "begin_rows", 64, {buffers, tiles, nodes, ranks, table, rows})))),
      by_filter(by_numbering(
          image_pass(write_labels, "write_labels", by_plan, {buffers, tiles, nodes, ranks, record_labels}))),
      by_columns(by_filter(reading_source(pass(measure_components, "measure_components", by_plan,
                                               {buffers, tiles, nodes, ranks, prefix, table, rows, "common/sums.glsl",
                                                shared_sums, tile_sums, measure_tile})))),
      storing_tiles(volume_pass(label_volume_tiles, "label_volume_tiles", 256,
                                {buffers,
                                 tiles,
                                 nodes,
                                 volume_links,
                                 shared_volume_links,
                                 volume_contacts,
                                 uniting_links,
                                 prefix,
                                 ranks,
                                 "compute/volumes/pack_voxels.glsl",
                                 "compute/cells.glsl",
                                 "compute/volumes/link_voxels.glsl",
                                 tile_runs,
                                 tile_forest,
                                 "compute/volumes/tile_links.glsl",
                                 tile_components,
                                 shared_seams,
                                 periodic_axes,
                                 "compute/volumes/tile_border.glsl",
                                 store_tile,
                                 mask_words,
                                 mask_tile})),
      volume_pass(merge_volume_tiles, "merge_volume_tiles", 128, merging_volumes),
      by_filter(by_numbering(
          volume_pass(write_volume_labels, "write_volume_labels", 512, {buffers, tiles, nodes, ranks, record_labels}))),
      measuring_pass(begin_measurements, "begin_measurements", {shared_small_boxes, small_boxes}),
      measuring_pass(measure_labels, "measure_labels",
                     {shared_small_boxes, small_boxes, "compute/measurements/add_label_sums.glsl"}),
      intensity_pass(begin_intensities, "begin_intensities", {}),
      intensity_pass(find_extremes, "find_extremes", {"compute/intensity/group_columns.glsl"}),
      intensity_pass(measure_intensities, "measure_intensities",
                     {"compute/intensity/group_columns.glsl", "compute/intensity/group_sums.glsl"}),
      reading_labels(volume_pass(measure_cubes, "measure_cubes", 256, {"shared/cubes.h", table_words})),
      seam_pass(merge_tiles_and_seams, "merge_tiles_and_seams", merging_images, "compute/images/seam_elements.glsl"),
      seam_pass(merge_volume_tiles_and_seams, "merge_volume_tiles_and_seams", merging_volumes,
                "compute/volumes/seam_elements.glsl"),
      pass(sum_nodes, "sum_nodes", 64, measuring_nodes, "compute/filter/"),
      pass(mark_kept_roots, "mark_kept_roots", 64, measuring_nodes, "compute/filter/"),
      measuring_pass(find_crossings, "find_crossings", measuring_seams),
      measuring_pass(measure_seams, "measure_seams", measuring_seams),
  };
}

}  // namespace

std::vector<std::string> files_in_volumes(ComputePass pass) {
  Files files;
  for (const std::string& file : traits_of(pass).files) {
    if (file == tiles) {
      files.push_back(volume_tiles);
    } else if (file == tile_sums) {
      files.insert(files.end(), {"compute/volumes/stored_words.glsl", "compute/volumes/tile_sums.glsl"});
    } else if (file == runs_at_border) {
      files.insert(files.end(), {"compute/volumes/stored_words.glsl", "compute/volumes/runs_at_border.glsl"});
    } else if (file != shared_sums) {  // the sums of tiles of images
      files.push_back(file);
    }
  }
  return files;
}

const ComputePassTraits& traits_of(ComputePass pass) {
  static const std::array<ComputePassTraits, compute_pass_count> traits = make_traits();
  return traits[static_cast<std::size_t>(pass)];
}

}  // namespace glccl::compute
