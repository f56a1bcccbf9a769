#include "raster/passes.hpp"

#include <array>
#include <utility>

namespace glccl::raster {
namespace {

using Files = std::vector<std::string>;

const std::string ids = "common/ids.glsl";
const std::string neighbors = "common/neighbors.glsl";
const std::string criterion = "common/criterion.glsl";
const std::string blocks = "common/blocks.glsl";
const std::string masks = "common/masks.glsl";
const std::string pyramid = "raster/pyramid.glsl";

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

/// An image pass that writes integers.
PassTraits integer_pass(PassName pass, const char* name, const char* argument, Files files) {
  PassTraits traits = image_pass(pass, name, argument, std::move(files));
  traits.integers = true;
  return traits;
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
PassTraits marked_pass(PassName pass, const char* name, bool counted_only) {
  PassTraits traits = with_depth(image_pass(pass, name, nullptr, {ids, neighbors}), Depth::test);
  traits.counted_only = counted_only;
  traits.blend_max = !counted_only;
  return traits;
}

std::array<PassTraits, pass_count> make_traits() {
  using enum PassName;
  return {
      image_pass(encode_ids, "encode_ids", nullptr, {ids, neighbors, criterion}),
      image_pass(vertical_runs, "vertical_runs", "pass_index", {ids, neighbors, criterion}),
      scatter_pass(gather_neighbor, "gather_neighbor", "step_index", {ids, neighbors, criterion, blocks}),
      column_pass(update_column, "update_column", "step_index", {ids, neighbors}),
      with_depth(scatter_pass(scatter_back, "scatter_back", "step_index", {ids, neighbors, criterion, blocks}),
                 Depth::mark),
      marked_pass(update_roots, "update_roots", false),
      marked_pass(check_roots, "check_roots", true),
      image_pass(update_children, "update_children", nullptr, {ids, neighbors}),
      with_depth(scatter_pass(merge_blocks, "merge_blocks", nullptr, {ids, neighbors, criterion, blocks}), Depth::mark),
      integer_pass(find_contacts, "find_contacts", nullptr, {ids, neighbors, criterion, masks}),
      integer_pass(find_roots, "find_roots", nullptr, {ids, neighbors, masks}),
      integer_pass(histogram_pyramid, "histogram_pyramid", "level", {pyramid}),
      {.pass = count_contacts,
       .name = "count_contacts",
       .geometry = Geometry::captured,
       .integers = true,
       .captured = "draw_arguments",
       .vertex_files = {pyramid, "raster/count_contacts.vert"},
       .fragment_files = {"common/nothing.frag"}},
      integer_pass(list_contacts, "list_contacts", nullptr, {neighbors, masks, pyramid}),
      integer_pass(rank_masks, "rank_masks", nullptr, {pyramid}),
      with_depth(scatter_pass(merge_rounds, "merge_rounds", nullptr, {ids, neighbors, criterion}), Depth::mark),
      integer_pass(number_components, "number_components", "by_root", {ids, neighbors, masks}),
  };
}

}  // namespace

const PassTraits& traits_of(PassName pass) {
  static const std::array<PassTraits, pass_count> traits = make_traits();
  return traits[static_cast<std::size_t>(pass)];
}

}  // namespace glccl::raster
