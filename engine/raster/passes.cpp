#include "engine/raster/passes.hpp"

#include <array>
#include <utility>

namespace glccl::raster {
namespace {

using Files = std::vector<std::string>;

const std::string ids = "common/ids.glsl";
const std::string neighbors = "common/neighbors.glsl";
const std::string criterion = "common/criterion.glsl";
const std::string linked_ids = "raster/linked_ids.glsl";
const std::string blocks = "common/blocks.glsl";
const std::string masks = "common/masks.glsl";
const std::string labels = "common/labels.glsl";
const std::string table = "common/table.glsl";
const std::string begin_rows = "common/begin_rows.glsl";
const std::string sums = "common/sums.glsl";
const std::string pyramid = "raster/pyramid.glsl";
const std::string routing = "raster/routing.glsl";

/// A pass over a rectangle. Its fragment shader is `files` and the file of its name.
RasterPassTraits image_pass(RasterPass pass, const char* name, const char* argument, Files files) {
  files.push_back("raster/" + std::string(name) + ".frag");
  return {.pass = pass,
          .name = name,
          .geometry = Geometry::rectangle,
          .argument = argument,
          .vertex_files = {"common/rectangle.vert"},
          .fragment_files = std::move(files)};
}

/// A pass over a column of every block.
RasterPassTraits column_pass(RasterPass pass, const char* name, const char* argument, Files files) {
  RasterPassTraits traits = image_pass(pass, name, argument, std::move(files));
  traits.vertex_files = {blocks, "raster/" + std::string(name) + ".vert"};
  return traits;
}

/// A pass of points that scatter. Its vertex shader is `files` and the file of its name.
RasterPassTraits scatter_pass(RasterPass pass, const char* name, const char* argument, Files files) {
  files.push_back("common/scatter.glsl");
  files.push_back("raster/" + std::string(name) + ".vert");
  return {.pass = pass,
          .name = name,
          .geometry = Geometry::points,
          .blend_max = true,
          .argument = argument,
          .vertex_files = std::move(files),
          .fragment_files = {"common/scatter.frag"}};
}

RasterPassTraits with_depth(RasterPassTraits traits, Depth depth) {
  traits.depth = depth;
  return traits;
}

/// A pass over marked pixels.
RasterPassTraits marked_pass(RasterPass pass, const char* name, bool writes_target) {
  RasterPassTraits traits = with_depth(image_pass(pass, name, nullptr, {ids, neighbors}), Depth::test);
  traits.writes_target = writes_target;
  traits.blend_max = writes_target;
  return traits;
}

/// A pass that stores in the component table and draws nothing.
RasterPassTraits table_pass(RasterPass pass, const char* name, const char* argument, Files files) {
  RasterPassTraits traits = image_pass(pass, name, argument, std::move(files));
  traits.writes_target = false;
  traits.uses_table = true;
  return traits;
}

/// A pass of points whose values come from a fragment shader of its own name.
RasterPassTraits point_pass(RasterPass pass, const char* name, Files files) {
  files.push_back("raster/" + std::string(name) + ".vert");
  return {.pass = pass,
          .name = name,
          .geometry = Geometry::points,
          .vertex_files = std::move(files),
          .fragment_files = {"raster/" + std::string(name) + ".frag"}};
}

/// stencil_routing, or the pass that only asks whether roots are left over.
RasterPassTraits routing_pass(RasterPass pass, const char* name, bool routes) {
  return {.pass = pass,
          .name = name,
          .geometry = Geometry::points,
          .writes_target = routes,
          .routes = routes,
          .argument = "round",
          .vertex_files = {ids, neighbors, routing, "raster/stencil_routing.vert"},
          .fragment_files = {"common/scatter.frag"}};
}

RasterPassTraits count_pass(RasterPass pass, const char* name) {
  RasterPassTraits traits = image_pass(pass, name, nullptr, {ids, neighbors});
  traits.writes_target = false;
  return traits;
}

/// A pass of one vertex whose output is captured.
RasterPassTraits capture_pass(RasterPass pass, const char* name) {
  return {.pass = pass,
          .name = name,
          .geometry = Geometry::captured,
          .integers = true,
          .captured = "draw_arguments",
          .argument = "instances",
          .vertex_files = {masks, pyramid, "raster/" + std::string(name) + ".vert"},
          .fragment_files = {"common/nothing.frag"}};
}

RasterPassTraits integers(RasterPassTraits traits) {
  traits.integers = true;
  return traits;
}

RasterPassTraits blended(RasterPassTraits traits) {
  traits.blend_max = true;
  return traits;
}

/// A pass whose shaders, of points or of fragments, ask the criterion: the files for that come first.
RasterPassTraits reading_source(RasterPassTraits traits) {
  Files& files = traits.geometry == Geometry::points ? traits.vertex_files : traits.fragment_files;
  const Files asked = {ids, neighbors, criterion, linked_ids};
  files.insert(files.begin(), asked.begin(), asked.end());
  traits.reads_source = true;
  return traits;
}

std::array<RasterPassTraits, raster_pass_count> make_traits() {
  using enum RasterPass;
  return {
      reading_source(image_pass(encode_ids, "encode_ids", nullptr, {})),
      reading_source(image_pass(vertical_runs, "vertical_runs", "pass_index", {})),
      reading_source(scatter_pass(gather_neighbor, "gather_neighbor", "step_index", {blocks})),
      column_pass(update_column, "update_column", "step_index", {ids, neighbors}),
      reading_source(with_depth(scatter_pass(scatter_back, "scatter_back", "step_index", {blocks}), Depth::mark)),
      marked_pass(update_roots, "update_roots", true),
      marked_pass(check_roots, "check_roots", false),
      image_pass(update_children, "update_children", nullptr, {ids, neighbors}),
      reading_source(with_depth(scatter_pass(merge_blocks, "merge_blocks", nullptr, {blocks}), Depth::mark)),
      reading_source(integers(image_pass(find_contacts, "find_contacts", nullptr, {masks}))),
      integers(image_pass(find_roots, "find_roots", nullptr, {ids, neighbors, masks})),
      integers(image_pass(find_corners, "find_corners", nullptr, {labels, masks})),
      integers(image_pass(histogram_pyramid, "histogram_pyramid", "level", {masks, pyramid})),
      capture_pass(count_points, "count_points"),
      integers(image_pass(list_points, "list_points", nullptr, {neighbors, masks, pyramid})),
      integers(image_pass(rank_masks, "rank_masks", nullptr, {masks, pyramid})),
      reading_source(with_depth(scatter_pass(merge_rounds, "merge_rounds", nullptr, {}), Depth::mark)),
      routing_pass(stencil_routing, "stencil_routing", true),
      routing_pass(check_routing, "check_routing", false),
      integers(point_pass(number_roots, "number_roots", {ids, routing})),
      integers(image_pass(number_components, "number_components", "numbered", {ids, neighbors, masks})),
      count_pass(count_roots, "count_roots"),
      reading_source(
          table_pass(list_components, "list_components", "routed", {masks, pyramid, routing, table, begin_rows})),
      table_pass(sum_areas, "sum_areas", nullptr, {labels, masks, table, sums}),
      blended(point_pass(bounding_boxes, "bounding_boxes", {labels, table})),
      table_pass(write_boxes, "write_boxes", nullptr, {table}),
  };
}

}  // namespace

const RasterPassTraits& traits_of(RasterPass pass) {
  static const std::array<RasterPassTraits, raster_pass_count> traits = make_traits();
  return traits[static_cast<std::size_t>(pass)];
}

}  // namespace glccl::raster
