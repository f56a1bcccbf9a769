// One submission of cuda-fast: the images that are labeled together, their tiles, and the memory that kernels share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "cuda/core/launch.cuh"
#include "cuda/fast/batch.cuh"
#include "cuda/fast/divider.hpp"
#include "cuda/fast/filter/filter.cuh"
#include "cuda/fast/filter/label_measured_tiles.cuh"
#include "cuda/fast/merge_tile.cuh"
#include "cuda/fast/nodes.cuh"
#include "cuda/fast/ranks.cuh"
#include "cuda/fast/strip_ranks.cuh"
#include "cuda/fast/tiles.cuh"
#include "engine/vocabulary/axis_bits.hpp"

namespace glccl::cuda {

/// The memory of a submission.
struct Workspace {
  Tiles tiles;
  Ranks ranks;
  Areas areas;
  std::size_t bytes;
};

/// Words, bands and tiles of an image.
template <class Kind>
Tiles tiles_of(const Extent& extent) {
  Tiles tiles = {};
  tiles.image = extent;
  tiles.words = {static_cast<int>(blocks_for(extent.width, WORD_COLUMNS)),
                 static_cast<int>(blocks_for(extent.height, Kind::rows))};
  tiles.count = {static_cast<int>(blocks_for(tiles.words.width, TILE_WORDS)),
                 static_cast<int>(blocks_for(tiles.words.height, Kind::bands))};
  return tiles;
}

/// Images of the job that are submitted together. Nodes have numbers of 32 bits; 0 if those of one image need more.
template <class Kind>
int images_of(const Job& job) {
  const std::int64_t nodes = tiles_of<Kind>(job.extent).count.elements() * Kind::most_nodes;
  const std::int64_t images = std::min<std::int64_t>(static_cast<std::int64_t>(job.batch.size()), most_images);
  return static_cast<int>(std::min(images, (std::int64_t{1} << 32) / nodes));
}

/// Most components that an image can have. A cell of two pixels along as many axes as neighbours differ in is
/// connected, so it has one component of foreground at most.
template <class Kind>
std::int64_t most_components(const Extent& image) {
  const std::int64_t across = Kind::values ? image.width : (image.width + 1) / 2;
  const std::int64_t down = Kind::values || Kind::connectivity == 4 ? image.height : (image.height + 1) / 2;
  return across * down;
}

/// Whether areas are found by nodes: of filters by limits, without a mask, of tiles that have room for areas. Holes are
/// found so where words are written; else they are found by components, as labels.
template <class Kind>
bool measures_nodes(const Job& job) {
  return measures_tiles<Kind> && !job.filter.keeps_all() && job.filter.largest == Filter::unlimited && !job.masked &&
         job.keeps_others == job.writes_words;
}

template <class Kind>
Workspace divide(const Job& job) {
  Divider work(job.work);
  Workspace space = {};
  Tiles& tiles = space.tiles;
  tiles = tiles_of<Kind>(job.extent);
  tiles.periodic = axis_bits(job.periodic);
  const std::int64_t images = std::max(images_of<Kind>(job), 1);
  const std::int64_t count = tiles.count.elements() * images;
  tiles.counts = work.take<TileCounts>(count);
  tiles.nodes = work.take<Node>(count * Kind::most_nodes);
  if constexpr (Kind::at_once) {
    tiles.border_nodes = work.take<std::uint8_t>(count * border_pixels<Kind>);
  } else {
    tiles.bits = work.take<uint>(count * Kind::tile_words);
    tiles.starts = work.take<uint>(Kind::values ? count * WORDS_IN_TILE : 0);
    tiles.border_links = work.take<uint>(Kind::values ? count * BORDER_LINKS : 0);
    tiles.runs_before = work.take<std::uint16_t>(count * WORDS_IN_TILE);
    tiles.records = work.take<Record>(count * Kind::most_runs);
  }
  if (job.numbering == Numbering::raster) {
    Ranks& ranks = space.ranks;
    ranks.row_words = Kind::at_once ? tiles.count.width * TILE_WORDS : tiles.words.width;
    ranks.words = static_cast<uint>(ranks.row_words) * static_cast<uint>(job.extent.height);
    ranks.blocks = static_cast<int>(blocks_for(ranks.words, RANKED_WORDS));
    const std::int64_t blocks = ranks.blocks * images;
    ranks.root_bits = work.take<uint>(blocks * RANKED_WORDS);
    ranks.ranks = work.take<uint>(blocks * RANKED_WORDS);
    ranks.sums = work.take<uint>(blocks);
    if (Kind::at_once) ranks.strip_roots = work.take<std::uint8_t>(most_strips);
  }
  AreaCounts areas = {images, most_components<Kind>(job.extent)};
  if (measures_nodes<Kind>(job)) {
    areas.tiles = count;
    areas.nodes = count * Kind::most_nodes;
  }
  space.areas = take_areas(work, job, areas);
  space.bytes = work.bytes();
  return space;
}

/// `count` images of the job from `first` on.
inline Batch batch_of(const Job& job, std::size_t first, std::size_t count) {
  Batch batch = {};
  batch.source = job.source;
  std::copy_n(job.batch.begin() + static_cast<std::ptrdiff_t>(first), count, batch.images);
  return batch;
}

/// The images that are labeled together, and their memory.
template <class Kind>
struct FastSubmission {
  const Job& job;
  const Batch& batch;
  std::size_t first;  ///< The job's image that is the first of the batch.
  unsigned images;
  const Tiles& tiles;
  Ranks& ranks;
  const Areas& areas;

  /// A grid of one block per tile.
  dim3 grid() const {
    const auto width = static_cast<unsigned>(tiles.count.width);
    const auto height = static_cast<unsigned>(tiles.count.height);
    return Kind::tall ? dim3(height, width, images) : dim3(width, height, images);
  }

  /// Larger blocks for label_tiles if there are too few tiles to fill the GPU.
  unsigned threads_of_tile() const {
    const std::int64_t count = tiles.count.elements() * images;
    if (count <= job.device.multiprocessors) return most_tile_threads;
    return count <= 4 * job.device.multiprocessors ? 2 * least_tile_threads : least_tile_threads;
  }

  bool has_tables() const { return batch.images[0].table.data != nullptr; }
};

}  // namespace glccl::cuda
