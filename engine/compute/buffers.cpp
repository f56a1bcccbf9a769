#include "engine/compute/buffers.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/gl/memory.hpp"
#include "glsl/shared/bands.h"
#include "glsl/shared/border_links.h"
#include "glsl/shared/filter.h"
#include "glsl/shared/tile_geometry.h"

namespace glccl::compute {
namespace {

constexpr GLuint first_binding = 1;

constexpr std::array labels = {"glccl tiles", "glccl records", "glccl counts", "glccl nodes", "glccl roots",
                               "glccl ranks", "glccl sums",    "glccl areas",  "glccl mask"};

/// 32-bit words of a tile in each of the first four buffers; tiles.glsl and nodes.glsl say what they hold.
struct TileLayout {
  int tile;
  int records;
  int nodes;
};

constexpr int words_of_node = 2;

TileLayout layout_of(const TileGeometry& tile) {
  const bool plane = tile.is_plane();
  const int directions = tile.links_values ? shared::directions_of(tile.axes) : 0;
  const int starts = plane == tile.links_values ? tile.band_words() : 0;  // else they follow from bits or links
  // Half of the records of values of an image lie with the tile.
  const int own_records = plane && tile.links_values ? tile.most_runs() / 4 : 0;
  const int sides = plane ? 0 : 2 * (1 + directions) * tile.row_words() / tile.words / shared::WORD_COLUMNS;
  const int links = plane && tile.links_values ? shared::BORDER_LINKS : directions * tile.row_words();
  return {tile.row_words() + tile.band_words() / 2 + starts + own_records + sides + links,
          tile.most_runs() / 2 - own_records, words_of_node * tile.most_nodes()};
}

/// Words of glsl/compute/filter/areas.glsl before the areas.
constexpr std::int64_t words_before_areas = 4 + shared::DIGIT_VALUES;

std::string of_image(const ComputePlan& plan, std::size_t index) {
  const char* kind = plan.key.extent.is_volume() ? " of a volume of " : " of an image of ";
  return std::string("the buffer ") + labels[index] + kind + to_string(plan.key.extent);
}

}  // namespace

Buffers::Bytes Buffers::bytes_for(const ComputePlan& plan) {
  const TileLayout layout = layout_of(plan.tile);
  const std::int64_t tiles = plan.tiles.elements();
  Bytes counts{};
  counts[Buffers::tiles] = tiles * layout.tile;
  counts[Buffers::records] = tiles * layout.records;
  counts[Buffers::counts] = 2 * tiles;
  counts[Buffers::nodes] = tiles * layout.nodes;
  if (plan.numbered) {
    counts[Buffers::roots] = plan.row_words();
    counts[Buffers::ranks] = plan.row_words();
    counts[Buffers::sums] = (plan.row_words() + shared::RANKED_WORDS - 1) / shared::RANKED_WORDS + 3;
  }
  if (plan.key.has(Need::filter)) {  // filter/node_areas.glsl or filter/areas.glsl
    counts[Buffers::areas] = plan.measures_tiles() ? tiles * (layout.nodes / words_of_node + 1)
                                                   : words_before_areas + plan.most_components();
  }
  if (plan.key.has(Need::mask)) counts[Buffers::mask] = plan.row_words();
  for (std::int64_t& words : counts) words *= std::int64_t{sizeof(GLuint)};
  return counts;
}

Buffers::Bytes Buffers::bytes_for(std::span<const ComputePlan> plans) {
  Bytes largest{};
  for (const ComputePlan& plan : plans) {
    const Bytes needed = bytes_for(plan);
    for (std::size_t i = 0; i < needed.size(); ++i) largest[i] = std::max(largest[i], needed[i]);
  }
  return largest;
}

Result<void> Buffers::check(const ComputePlan& plan, std::int64_t largest) {
  constexpr std::int64_t largest_area = 0x7FFFFFFF;  // of 31 bits
  if (plan.key.has(Need::filter) && plan.key.extent.elements() > largest_area) {
    return Error{ErrorCode::too_large, "the volume is " + to_string(plan.key.extent) +
                                           ": compute filters volumes of up to " + std::to_string(largest_area) +
                                           " elements, label a smaller box"};
  }
  const Bytes needed = bytes_for(plan);
  for (std::size_t i = 0; i < needed.size(); ++i) {
    if (needed[i] <= largest) continue;
    return Error{ErrorCode::too_large,
                 of_image(plan, i) + " has " + std::to_string(needed[i]) + " bytes, and this context binds " +
                     std::to_string(largest) + " at most (GL_MAX_SHADER_STORAGE_BLOCK_SIZE): label a smaller " +
                     (plan.key.extent.is_volume() ? "box" : "rectangle, or use the engine raster")};
  }
  return {};
}

Result<Buffers> Buffers::create(std::span<const ComputePlan> plans) {
  const ComputePlan& plan = plans.front();
  Buffers made;
  made.extent_ = plan.key.extent;
  made.bytes_ = bytes_for(plans);
  for (std::size_t i = 0; i < made.buffers_.size(); ++i) {
    if (made.bytes_[i] == 0) continue;
    const bool counts_groups = i == Buffers::counts || i == Buffers::sums;  // from 0 on, and again in every labeling
    const std::vector<GLubyte> zeros(counts_groups ? static_cast<std::size_t>(made.bytes_[i]) : 0);
    made.buffers_[i] = gl::try_make_buffer(made.bytes_[i], labels[i], counts_groups ? zeros.data() : nullptr);
    if (made.buffers_[i]) continue;
    return Error{ErrorCode::gpu, "no GPU memory for " + of_image(plan, i) + ": free some, or label a smaller image (" +
                                     std::to_string(made.bytes()) + " bytes are needed besides the labels)"};
  }
  return made;
}

bool Buffers::fit(std::span<const ComputePlan> plans) const {
  const Bytes needed = bytes_for(plans);
  for (std::size_t i = 0; i < needed.size(); ++i) {
    if (needed[i] > bytes_[i]) return false;
  }
  return extent_ == plans.front().key.extent;
}

void Buffers::bind() const {
  GLuint binding = first_binding;
  for (std::size_t i = 0; i < Buffers::areas; ++i) {
    gl::api().BindBufferBase(GL_SHADER_STORAGE_BUFFER, binding++, buffers_[i].name());
  }
}

}  // namespace glccl::compute
