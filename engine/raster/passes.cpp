#include "engine/raster/passes.hpp"

#include <array>
#include <cstring>
#include <utility>

namespace glccl::raster {
namespace {

std::string file_of(const char* path, const char* ending) { return std::string("raster/") + path + ending; }

/// The name of a pass from the path of its shader.
const char* name_of(const char* path) { return std::strrchr(path, '/') + 1; }

/// A pass over a rectangle. Its fragment shader is the file of its name.
RasterPassTraits image_pass(RasterPass pass, const char* path, const char* argument = nullptr) {
  return {.pass = pass,
          .name = name_of(path),
          .geometry = Geometry::rectangle,
          .argument = argument,
          .vertex_file = "raster/parts/rectangle.vert",
          .fragment_file = file_of(path, ".frag")};
}

RasterPassTraits blended(RasterPassTraits traits) {
  traits.blend_max = true;
  return traits;
}

/// A pass with the shaders of another.
RasterPassTraits named(RasterPassTraits traits, const char* name) {
  traits.name = name;
  return traits;
}

/// A pass of points. Its vertex shader is the file of its name.
RasterPassTraits point_pass(RasterPass pass, const char* path, const char* argument = nullptr,
                            const std::string& fragment_file = "raster/parts/scatter.frag") {
  return {.pass = pass,
          .name = name_of(path),
          .geometry = Geometry::points,
          .argument = argument,
          .vertex_file = file_of(path, ".vert"),
          .fragment_file = fragment_file};
}

/// A pass of points whose largest values stay.
RasterPassTraits scatter_pass(RasterPass pass, const char* path, const char* argument = nullptr) {
  return blended(point_pass(pass, path, argument));
}

/// A pass over the elements of a list, which the pyramid has counted.
RasterPassTraits list_pass(RasterPass pass, const char* path, const char* argument = nullptr) {
  RasterPassTraits traits = image_pass(pass, path, argument);
  traits.vertex_file = "raster/parts/counted.vert";
  return traits;
}

RasterPassTraits with_depth(RasterPassTraits traits, Depth depth) {
  traits.depth = depth;
  return traits;
}

RasterPassTraits routing(RasterPassTraits traits) {
  traits.routes = true;
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

/// A pass whose shaders ask the criterion.
RasterPassTraits reading_source(RasterPassTraits traits) {
  traits.reads_source = true;
  return traits;
}

/// A pass that reads the words of runs.glsl.
RasterPassTraits reading_runs(RasterPassTraits traits) {
  traits.reads_runs = true;
  return traits;
}

/// A pass whose shaders go from a pixel to its neighbours: they have CONNECTIVITY, which is 4 or 8.
RasterPassTraits finding_neighbors(RasterPassTraits traits) {
  traits.finds_neighbors = true;
  return traits;
}

std::array<RasterPassTraits, raster_pass_count> make_traits() {
  using enum RasterPass;
  return {
      reading_source(image_pass(encode_ids, "paper/encode_ids")),
      reading_source(image_pass(vertical_runs, "paper/vertical_runs", "pass_index")),
      finding_neighbors(reading_source(scatter_pass(gather_neighbor, "paper/gather_neighbor", "step_index"))),
      RasterPassTraits{.pass = update_column,
                       .name = "update_column",
                       .argument = "step_index",
                       .vertex_file = "raster/paper/update_column.vert",
                       .fragment_file = "raster/paper/update_children.frag"},
      finding_neighbors(
          reading_source(with_depth(scatter_pass(scatter_back, "paper/scatter_back", "step_index"), Depth::mark))),
      blended(with_depth(image_pass(update_roots, "paper/update_roots"), Depth::test)),
      image_pass(update_children, "paper/update_children"),
      finding_neighbors(reading_source(with_depth(scatter_pass(merge_blocks, "paper/merge_blocks"), Depth::mark))),
      reading_source(image_pass(find_foreground, "runs/find_foreground")),
      finding_neighbors(reading_source(image_pass(find_links, "runs/find_links"))),
      reading_runs(image_pass(find_runs, "runs/find_runs")),
      reading_runs(image_pass(end_runs, "runs/end_runs", "first and last")),
      finding_neighbors(reading_runs(list_pass(hook_runs, "trees/hook_runs", "swept"))),
      named(list_pass(flatten_trees, "paper/update_roots"), "flatten_trees"),
      finding_neighbors(reading_runs(image_pass(find_contacts, "trees/find_contacts"))),
      image_pass(find_roots, "lists/find_roots", "listed"),
      image_pass(find_corners, "table/find_corners"),
      image_pass(histogram_pyramid, "lists/histogram_pyramid", "level"),
      RasterPassTraits{.pass = count_points,
                       .name = "count_points",
                       .geometry = Geometry::captured,
                       .finds_neighbors = true,
                       .captured = "draw_arguments",
                       .argument = "capacity",
                       .vertex_file = "raster/lists/count_points.vert",
                       .fragment_file = "raster/parts/nothing.frag"},
      without_target(image_pass(list_points, "lists/list_points")),
      reading_runs(list_pass(list_contacts, "trees/list_contacts", "capacity")),
      image_pass(rank_masks, "lists/rank_masks", "counted"),
      reading_runs(with_depth(scatter_pass(merge_rounds, "trees/merge_rounds"), Depth::mark)),
      blended(with_depth(named(list_pass(update_trees, "paper/update_roots"), "update_trees"), Depth::test)),
      reading_runs(image_pass(place_roots, "trees/place_roots")),
      routing(point_pass(stencil_routing, "paper/stencil_routing", "round")),
      // Only asks whether roots are left over.
      without_target(named(point_pass(check_routing, "paper/stencil_routing", "round"), "check_routing")),
      point_pass(number_roots, "paper/number_roots", nullptr, "raster/paper/number_roots.frag"),
      image_pass(number_components, "paper/number_components", "numbered"),
      list_pass(number_runs, "runs/number_runs", "numbered"),
      reading_runs(image_pass(label_pixels, "runs/label_pixels")),
      without_target(image_pass(count_roots, "paper/count_roots")),
      reading_source(storing(image_pass(list_components, "table/list_components", "from"))),
      storing(image_pass(sum_areas, "table/sum_areas")),
      blended(point_pass(bounding_boxes, "table/bounding_boxes", nullptr, "raster/table/bounding_boxes.frag")),
      storing(image_pass(write_boxes, "table/write_boxes")),
  };
}

}  // namespace

const RasterPassTraits& traits_of(RasterPass pass) {
  static const std::array<RasterPassTraits, raster_pass_count> traits = make_traits();
  return traits[static_cast<std::size_t>(pass)];
}

}  // namespace glccl::raster
