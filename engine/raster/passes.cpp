#include "raster/passes.hpp"

#include <array>
#include <utility>

namespace glccl::raster {
namespace {

using Files = std::vector<std::string>;

const std::string ids = "common/ids.glsl";
const std::string neighbors = "common/neighbors.glsl";
const std::string pyramid = "raster/pyramid.glsl";

PassTraits image_pass(PassName pass, const char* name, const char* argument, Files files) {
  files.push_back("raster/" + std::string(name) + ".frag");
  return {.pass = pass,
          .name = name,
          .geometry = Geometry::rectangle,
          .argument = argument,
          .vertex_files = {"common/rectangle.vert"},
          .fragment_files = std::move(files)};
}

PassTraits scatter_pass(PassName pass, const char* name, const char* argument) {
  return {.pass = pass,
          .name = name,
          .geometry = Geometry::points,
          .blend_max = true,
          .argument = argument,
          .vertex_files = {ids, neighbors, "common/scatter.glsl", "raster/" + std::string(name) + ".vert"},
          .fragment_files = {"common/scatter.frag"}};
}

PassTraits with_depth(PassTraits traits, Depth depth) {
  traits.depth = depth;
  return traits;
}

std::array<PassTraits, pass_count> make_traits() {
  using enum PassName;
  return {
      image_pass(encode_ids, "encode_ids", nullptr, {ids}),
      image_pass(vertical_runs, "vertical_runs", "pass_index", {ids, neighbors}),
      scatter_pass(gather_neighbor, "gather_neighbor", "column"),
      image_pass(update_column, "update_column", nullptr, {ids, neighbors}),
      with_depth(scatter_pass(scatter_back, "scatter_back", "column"), Depth::mark),
      with_depth(image_pass(update_roots, "update_roots", "hops", {ids, neighbors}), Depth::test),
      image_pass(update_children, "update_children", nullptr, {ids, neighbors}),
      with_depth(scatter_pass(merge_rounds, "merge_rounds", nullptr), Depth::mark),
      scatter_pass(first_pixels, "first_pixels", nullptr),
      image_pass(histogram_pyramid, "histogram_pyramid", "level", {ids, neighbors, pyramid}),
      image_pass(number_roots, "number_roots", nullptr, {ids, neighbors, pyramid}),
      image_pass(number_components, "number_components", "by_root", {ids, neighbors}),
      {.pass = copy_ids, .name = "copy_ids", .vertex_files = {}, .fragment_files = {}},
  };
}

}  // namespace

const PassTraits& traits_of(PassName pass) {
  static const std::array<PassTraits, pass_count> traits = make_traits();
  return traits[static_cast<std::size_t>(pass)];
}

}  // namespace glccl::raster
