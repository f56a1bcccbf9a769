#include "engine/compute/passes.hpp"

#include <array>
#include <utility>

namespace glccl::compute {
namespace {

using Files = std::vector<std::string>;

const std::string tiles = "compute/tiles.glsl";
const std::string nodes = "compute/nodes.glsl";
const std::string links = "compute/links.glsl";
const std::string shared_links = "shared/links.h";
const std::string ranks = "compute/ranks.glsl";
const std::string image_words = "compute/image_words.glsl";
const std::string border_contacts = "shared/border_contacts.h";
const std::string unite_columns = "compute/unite_columns.glsl";
const std::string prefix = "compute/prefix.glsl";
const std::string table = "common/table.glsl";
const std::string rows = "common/begin_rows.glsl";

ComputePassTraits pass(ComputePass name, const char* text, int group_size, Files files) {
  files.push_back("compute/" + std::string(text) + ".comp");
  return {.pass = name, .name = text, .group_size = group_size, .files = std::move(files)};
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

ComputePassTraits sharing_buffers(ComputePassTraits traits) {
  traits.shares_buffers = true;
  return traits;
}

/// measure_components has an invocation for every node of a tile.
std::array<ComputePassTraits, compute_pass_count> make_traits() {
  using enum ComputePass;
  return {
      by_numbering(
          reading_source(pass(label_tiles, "label_tiles", by_plan,
                              {tiles, nodes, links, shared_links, prefix, ranks, "compute/pack_pixels.glsl",
                               "compute/cells.glsl", "compute/link_pixels.glsl", image_words, "compute/tile_runs.glsl",
                               "shared/run_contacts.h", "compute/tile_forest.glsl", "compute/tile_components.glsl",
                               border_contacts, unite_columns, "compute/merge_in_tiles.glsl"}))),
      pass(merge_tiles, "merge_tiles", 128,
           {tiles, nodes, links, shared_links, image_words, border_contacts, unite_columns}),
      pass(settle_nodes, "settle_nodes", 64, {tiles, nodes, ranks}),  // a tile has few nodes
      sharing_buffers(pass(rank_words, "rank_words", 256, {ranks, prefix, "compute/last_group.glsl"})),
      reading_source(pass(begin_rows, "begin_rows", 64, {tiles, nodes, ranks, table, rows})),
      by_numbering(pass(write_labels, "write_labels", by_plan, {tiles, nodes, ranks})),
      reading_source(pass(
          measure_components, "measure_components", 512,
          {tiles, nodes, ranks, prefix, table, rows, "common/sums.glsl", "shared/sums.h", "compute/tile_sums.glsl"})),
  };
}

}  // namespace

const ComputePassTraits& traits_of(ComputePass pass) {
  static const std::array<ComputePassTraits, compute_pass_count> traits = make_traits();
  return traits[static_cast<std::size_t>(pass)];
}

}  // namespace glccl::compute
