#include "engine/raster/passes.hpp"

#include <array>
#include <cstring>
#include <utility>

namespace glccl::raster {
namespace {

using Files = std::vector<std::string>;

const std::string ids = "common/ids.glsl";
const std::string table = "common/table.glsl";
const std::string begin_rows = "common/begin_rows.glsl";
const std::string sums = "common/sums.glsl";
const std::string neighbors = "raster/parts/neighbors.glsl";
const std::string linked_ids = "raster/parts/linked_ids.glsl";
const std::string blocks = "raster/parts/blocks.glsl";
const std::string labels = "raster/parts/labels.glsl";
const std::string points = "raster/parts/points.glsl";
const std::string pyramid = "raster/parts/pyramid.glsl";
const std::string lists = "raster/parts/lists.glsl";
const std::string runs = "raster/parts/runs.glsl";
const std::string trees = "raster/parts/trees.glsl";
const std::string contacts = "raster/parts/contacts.glsl";
const std::string numbers = "raster/parts/numbers.glsl";
const std::string routing = "raster/parts/routing.glsl";

std::string file_of(const char* path, const char* ending) { return std::string("raster/") + path + ending; }

/// The name of a pass from the path of its shader.
const char* name_of(const char* path) { return std::strrchr(path, '/') + 1; }

/// A pass over a rectangle. Its fragment shader is `files` and the file of its name.
RasterPassTraits image_pass(RasterPass pass, const char* path, const char* argument, Files files) {
  files.push_back(file_of(path, ".frag"));
  return {.pass = pass,
          .name = name_of(path),
          .geometry = Geometry::rectangle,
          .argument = argument,
          .vertex_files = {points, "raster/parts/rectangle.vert"},
          .fragment_files = std::move(files)};
}

/// A pass of points. Both its shaders have its name; the vertex shader begins with `files`.
RasterPassTraits point_pass(RasterPass pass, const char* path, Files files) {
  files.push_back(points);
  files.push_back(file_of(path, ".vert"));
  return {.pass = pass,
          .name = name_of(path),
          .geometry = Geometry::points,
          .vertex_files = std::move(files),
          .fragment_files = {file_of(path, ".frag")}};
}

/// A pass of points that scatter ids.
RasterPassTraits scatter_pass(RasterPass pass, const char* path, const char* argument, Files files) {
  files.insert(files.end(), {points, "raster/parts/scatter.glsl", file_of(path, ".vert")});
  return {.pass = pass,
          .name = name_of(path),
          .geometry = Geometry::points,
          .blend_max = true,
          .argument = argument,
          .vertex_files = std::move(files),
          .fragment_files = {"raster/parts/scatter.frag"}};
}

/// stencil_routing, or the pass that only asks whether roots are left over.
RasterPassTraits routing_pass(RasterPass pass, const char* name, bool routes) {
  return {.pass = pass,
          .name = name,
          .geometry = Geometry::points,
          .writes_target = routes,
          .routes = routes,
          .argument = "round",
          .vertex_files = {ids, neighbors, routing, points, "raster/paper/stencil_routing.vert"},
          .fragment_files = {"raster/parts/scatter.frag"}};
}

RasterPassTraits with_depth(RasterPassTraits traits, Depth depth) {
  traits.depth = depth;
  return traits;
}

RasterPassTraits blended(RasterPassTraits traits) {
  traits.blend_max = true;
  return traits;
}

/// A pass that is drawn only for a query, or for what it stores in an image.
RasterPassTraits without_target(RasterPassTraits traits) {
  traits.writes_target = false;
  return traits;
}

/// A pass that is drawn only for what it stores in the component table.
RasterPassTraits storing(RasterPassTraits traits) {
  traits.uses_table = true;
  return without_target(std::move(traits));
}

/// A pass whose shaders, of points or of fragments, ask the criterion: the files for that come first.
RasterPassTraits reading_source(RasterPassTraits traits) {
  Files& files = traits.geometry == Geometry::points ? traits.vertex_files : traits.fragment_files;
  const Files asked = {"shared/float_order.h",
                       "common/float_difference.glsl",
                       "common/criterion.glsl",
                       "common/linked.glsl",
                       ids,
                       neighbors,
                       linked_ids};
  files.insert(files.begin(), asked.begin(), asked.end());
  traits.reads_source = true;
  return traits;
}

/// A pass that reads the words of runs.glsl: `files` come after that.
RasterPassTraits reading_runs(RasterPassTraits traits) {
  Files& files = traits.geometry == Geometry::points ? traits.vertex_files : traits.fragment_files;
  const Files asked = {ids, neighbors, lists, runs};
  files.insert(files.begin(), asked.begin(), asked.end());
  traits.reads_runs = true;
  return traits;
}

/// A pass over the elements of a list, which the pyramid has counted.
RasterPassTraits list_pass(RasterPass pass, const char* path, const char* argument, Files files) {
  RasterPassTraits traits = image_pass(pass, path, argument, std::move(files));
  traits.vertex_files = {points, lists, pyramid, "raster/parts/counted.vert"};
  return traits;
}

/// update_roots over a list of runs, under another name.
RasterPassTraits following_pass(RasterPass pass, const char* name) {
  RasterPassTraits traits = list_pass(pass, "paper/update_roots", nullptr, {ids, neighbors});
  traits.name = name;
  return traits;
}

/// update_column, whose fragments are those of update_children.
RasterPassTraits update_column_pass() {
  return {.pass = RasterPass::update_column,
          .name = "update_column",
          .argument = "step_index",
          .vertex_files = {points, blocks, "raster/paper/update_column.vert"},
          .fragment_files = {ids, neighbors, "raster/paper/update_children.frag"}};
}

/// count_points, whose vertex is captured.
RasterPassTraits count_points_pass() {
  return {.pass = RasterPass::count_points,
          .name = "count_points",
          .geometry = Geometry::captured,
          .captured = "draw_arguments",
          .argument = "capacity",
          .vertex_files = {pyramid, "raster/lists/count_points.vert"},
          .fragment_files = {"raster/parts/nothing.frag"}};
}

std::array<RasterPassTraits, raster_pass_count> make_traits() {
  using enum RasterPass;
  return {
      reading_source(image_pass(encode_ids, "paper/encode_ids", nullptr, {})),
      reading_source(image_pass(vertical_runs, "paper/vertical_runs", "pass_index", {})),
      reading_source(scatter_pass(gather_neighbor, "paper/gather_neighbor", "step_index", {blocks})),
      update_column_pass(),
      reading_source(with_depth(scatter_pass(scatter_back, "paper/scatter_back", "step_index", {blocks}), Depth::mark)),
      blended(with_depth(image_pass(update_roots, "paper/update_roots", nullptr, {ids, neighbors}), Depth::test)),
      image_pass(update_children, "paper/update_children", nullptr, {ids, neighbors}),
      reading_source(with_depth(scatter_pass(merge_blocks, "paper/merge_blocks", nullptr, {blocks}), Depth::mark)),
      reading_source(image_pass(find_foreground, "runs/find_foreground", nullptr, {})),
      reading_source(image_pass(find_links, "runs/find_links", nullptr, {})),
      reading_runs(image_pass(find_runs, "runs/find_runs", nullptr, {})),
      reading_runs(image_pass(end_runs, "runs/end_runs", "first and last", {})),
      reading_runs(list_pass(hook_runs, "trees/hook_runs", "swept", {pyramid})),
      following_pass(flatten_trees, "flatten_trees"),
      reading_runs(image_pass(find_contacts, "trees/find_contacts", nullptr, {})),
      image_pass(find_roots, "lists/find_roots", "listed", {ids, neighbors, lists, pyramid}),
      image_pass(find_corners, "table/find_corners", nullptr, {labels}),
      image_pass(histogram_pyramid, "lists/histogram_pyramid", "level", {pyramid}),
      count_points_pass(),
      without_target(image_pass(list_points, "lists/list_points", nullptr, {lists})),
      reading_runs(list_pass(list_contacts, "trees/list_contacts", "capacity", {contacts, pyramid})),
      image_pass(rank_masks, "lists/rank_masks", "counted", {pyramid}),
      reading_runs(
          with_depth(scatter_pass(merge_rounds, "trees/merge_rounds", nullptr, {trees, contacts}), Depth::mark)),
      blended(with_depth(following_pass(update_trees, "update_trees"), Depth::test)),
      reading_runs(image_pass(place_roots, "trees/place_roots", nullptr, {trees})),
      routing_pass(stencil_routing, "stencil_routing", true),
      routing_pass(check_routing, "check_routing", false),
      point_pass(number_roots, "paper/number_roots", {ids, routing}),
      image_pass(number_components, "paper/number_components", "numbered", {ids, neighbors, numbers}),
      list_pass(number_runs, "runs/number_runs", "numbered", {ids, neighbors, lists, trees, numbers, pyramid}),
      reading_runs(image_pass(label_pixels, "runs/label_pixels", nullptr, {})),
      without_target(image_pass(count_roots, "paper/count_roots", nullptr, {ids, neighbors})),
      reading_source(
          storing(image_pass(list_components, "table/list_components", "from", {pyramid, routing, table, begin_rows}))),
      storing(image_pass(sum_areas, "table/sum_areas", nullptr, {labels, table, sums})),
      blended(point_pass(bounding_boxes, "table/bounding_boxes", {labels, table, lists})),
      storing(image_pass(write_boxes, "table/write_boxes", nullptr, {table})),
  };
}

}  // namespace

const RasterPassTraits& traits_of(RasterPass pass) {
  static const std::array<RasterPassTraits, raster_pass_count> traits = make_traits();
  return traits[static_cast<std::size_t>(pass)];
}

}  // namespace glccl::raster
