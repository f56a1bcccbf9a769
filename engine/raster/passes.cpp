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

/// A pass over a rectangle; its fragment shader is `files` and the file of its name.
PassTraits image_pass(PassName pass, const char* name, const char* argument, Files files) {
  files.push_back("raster/" + std::string(name) + ".frag");
  return {.pass = pass,
          .name = name,
          .geometry = Geometry::rectangle,
          .argument = argument,
          .vertex_files = {"common/rectangle.vert"},
          .fragment_files = std::move(files)};
}

/// A pass over a column of every block.
PassTraits column_pass(PassName pass, const char* name, const char* argument, Files files) {
  PassTraits traits = image_pass(pass, name, argument, std::move(files));
  traits.vertex_files = {blocks, "raster/" + std::string(name) + ".vert"};
  return traits;
}

/// A pass of points that scatter; its vertex shader is `files` and the file of its name.
PassTraits scatter_pass(PassName pass, const char* name, const char* argument, Files files) {
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

PassTraits with_depth(PassTraits traits, Depth depth) {
  traits.depth = depth;
  return traits;
}

/// A pass over the pixels that are marked.
PassTraits marked_pass(PassName pass, const char* name, bool writes_target) {
  PassTraits traits = with_depth(image_pass(pass, name, nullptr, {ids, neighbors}), Depth::test);
  traits.writes_target = writes_target;
  traits.blend_max = writes_target;
  return traits;
}

/// A pass that stores in the component table and draws nothing.
PassTraits table_pass(PassName pass, const char* name, const char* argument, Files files) {
  PassTraits traits = image_pass(pass, name, argument, std::move(files));
  traits.writes_target = false;
  traits.uses_table = true;
  return traits;
}

/// A pass of points whose values come from a fragment shader of its own name.
PassTraits point_pass(PassName pass, const char* name, Files files) {
  files.push_back("raster/" + std::string(name) + ".vert");
  return {.pass = pass,
          .name = name,
          .geometry = Geometry::points,
          .vertex_files = std::move(files),
          .fragment_files = {"raster/" + std::string(name) + ".frag"}};
}

/// stencil_routing, or only the question whether there is more to route.
PassTraits routing_pass(PassName pass, const char* name, bool routes) {
  return {.pass = pass,
          .name = name,
          .geometry = Geometry::points,
          .writes_target = routes,
          .routes = routes,
          .argument = "round",
          .vertex_files = {ids, neighbors, routing, "raster/stencil_routing.vert"},
          .fragment_files = {"common/scatter.frag"}};
}

PassTraits count_pass(PassName pass, const char* name) {
  PassTraits traits = image_pass(pass, name, nullptr, {ids, neighbors});
  traits.writes_target = false;
  return traits;
}

/// count_points: one vertex, whose output is captured.
PassTraits capture_pass(PassName pass, const char* name) {
  return {.pass = pass,
          .name = name,
          .geometry = Geometry::captured,
          .integers = true,
          .captured = "draw_arguments",
          .argument = "instances",
          .vertex_files = {masks, pyramid, "raster/" + std::string(name) + ".vert"},
          .fragment_files = {"common/nothing.frag"}};
}

PassTraits integers(PassTraits traits) {
  traits.integers = true;
  return traits;
}

PassTraits blended(PassTraits traits) {
  traits.blend_max = true;
  return traits;
}

std::array<PassTraits, pass_count> make_traits() {
  using enum PassName;
  return {
      image_pass(encode_ids, "encode_ids", nullptr, {ids, neighbors, criterion, linked_ids}),
      image_pass(vertical_runs, "vertical_runs", "pass_index", {ids, neighbors, criterion, linked_ids}),
      scatter_pass(gather_neighbor, "gather_neighbor", "step_index", {ids, neighbors, criterion, linked_ids, blocks}),
      column_pass(update_column, "update_column", "step_index", {ids, neighbors}),
      with_depth(
          scatter_pass(scatter_back, "scatter_back", "step_index", {ids, neighbors, criterion, linked_ids, blocks}),
          Depth::mark),
      marked_pass(update_roots, "update_roots", true),
      marked_pass(check_roots, "check_roots", false),
      image_pass(update_children, "update_children", nullptr, {ids, neighbors}),
      with_depth(scatter_pass(merge_blocks, "merge_blocks", nullptr, {ids, neighbors, criterion, linked_ids, blocks}),
                 Depth::mark),
      integers(image_pass(find_contacts, "find_contacts", nullptr, {ids, neighbors, criterion, linked_ids, masks})),
      integers(image_pass(find_roots, "find_roots", nullptr, {ids, neighbors, masks})),
      integers(image_pass(find_corners, "find_corners", nullptr, {labels, masks})),
      integers(image_pass(histogram_pyramid, "histogram_pyramid", "level", {masks, pyramid})),
      capture_pass(count_points, "count_points"),
      integers(image_pass(list_points, "list_points", nullptr, {neighbors, masks, pyramid})),
      integers(image_pass(rank_masks, "rank_masks", nullptr, {masks, pyramid})),
      with_depth(scatter_pass(merge_rounds, "merge_rounds", nullptr, {ids, neighbors, criterion, linked_ids}),
                 Depth::mark),
      routing_pass(stencil_routing, "stencil_routing", true),
      routing_pass(check_routing, "check_routing", false),
      integers(point_pass(number_roots, "number_roots", {ids, routing})),
      integers(image_pass(number_components, "number_components", "numbered", {ids, neighbors, masks})),
      count_pass(count_roots, "count_roots"),
      table_pass(list_components, "list_components", "routed",
                 {ids, neighbors, criterion, linked_ids, masks, pyramid, routing, table, begin_rows}),
      table_pass(sum_areas, "sum_areas", nullptr, {labels, masks, table, sums}),
      blended(point_pass(bounding_boxes, "bounding_boxes", {labels, table})),
      table_pass(write_boxes, "write_boxes", nullptr, {table}),
  };
}

}  // namespace

const PassTraits& traits_of(PassName pass) {
  static const std::array<PassTraits, pass_count> traits = make_traits();
  return traits[static_cast<std::size_t>(pass)];
}

}  // namespace glccl::raster
