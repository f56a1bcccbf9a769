// One submission of cuda-fast: the images that are labeled together or the volume, their tiles, and the memory that
// kernels share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "cuda/fast/batch.cuh"
#include "cuda/fast/divider.hpp"
#include "cuda/fast/filter/filter.cuh"
#include "cuda/fast/filter/label_measured_tiles.cuh"
#include "cuda/fast/merge_tile.cuh"
#include "cuda/fast/nodes.cuh"
#include "cuda/fast/ranks.cuh"
#include "cuda/fast/strip_ranks.cuh"
#include "cuda/fast/tiles.cuh"
#include "cuda/runtime/launch.cuh"
#include "engine/vocabulary/axis_bits.hpp"
#include "glsl/shared/border_links.h"

namespace glccl::cuda {

/// The memory of a submission.
struct Workspace {
  Tiles tiles;
  Ranks ranks;
  Areas areas;
  std::size_t bytes;
};

/// Words, bands and tiles of an image or volume.
template <class Shape>
Tiles tiles_of(const Extent& extent) {
  const auto ratio = [](int all, int part) { return static_cast<int>(blocks_for(all, part)); };
  Tiles tiles = {};
  tiles.extent = extent;
  tiles.words = {ratio(extent.width, WORD_COLUMNS), ratio(extent.height, Shape::rows_y),
                 ratio(extent.depth, Shape::rows_z)};
  tiles.count = {ratio(tiles.words.width, Shape::words), ratio(tiles.words.height, Shape::bands_y),
                 ratio(tiles.words.depth, Shape::bands_z)};
  return tiles;
}

/// Most tiles of a submission: nodes have numbers of 32 bits.
template <class Shape>
constexpr std::int64_t most_tiles = (std::int64_t{1} << 32) / Shape::most_nodes;

/// Images of the job that are submitted together. 0 if one image has too many tiles.
template <class Shape>
int images_of(const Job& job) {
  const std::int64_t images = std::min<std::int64_t>(static_cast<std::int64_t>(job.batch.size()), most_images);
  return static_cast<int>(std::min(images, most_tiles<Shape> / tiles_of<Shape>(job.extent).count.elements()));
}

/// Most components that an image or volume can have. A cell of two elements along as many axes as neighbours differ in
/// is connected, so it has one component of foreground at most.
template <class Shape>
std::int64_t most_components(const Extent& extent) {
  constexpr int axes = Shape::values ? 0 : Shape::axes;
  const auto cells = [](int side, int axis) -> std::int64_t { return axis < axes ? (side + 1) / 2 : side; };
  return cells(extent.width, 0) * cells(extent.height, 1) * cells(extent.depth, 2);
}

/// Whether areas are found by nodes: of filters by limits, without a mask, of tiles that have room for areas. Holes are
/// found so where words are written; else they are found by components, as labels.
template <class Shape>
bool measures_nodes(const Job& job) {
  return measures_tiles<Shape> && !job.filter.keeps_all() && job.filter.largest == Filter::unlimited && !job.masked &&
         job.inverted_filter == job.writes_words;
}

/// Divides `job.work`. With a null pointer the memory is counted alone.
template <class Shape>
Workspace divide(const Job& job) {
  Divider work(job.work);
  Workspace space = {};
  Tiles& tiles = space.tiles;
  tiles = tiles_of<Shape>(job.extent);
  tiles.periodic = axis_bits(job.periodic);
  tiles.large = is_large(job);
  const std::int64_t images = std::max(images_of<Shape>(job), 1);
  const std::int64_t count = tiles.count.elements() * images;
  tiles.counts = work.take<TileCounts>(count);
  tiles.nodes = work.take<Node>(count * Shape::most_nodes);
  if constexpr (is_small<Shape>) {
    tiles.border_nodes = work.take<std::uint8_t>(count * border_pixels<Shape>);
  } else {
    constexpr int links = !Shape::is_plane ? Shape::link_words : Shape::values ? BORDER_LINKS : 0;
    tiles.bits = work.take<uint>(count * Shape::tile_words);
    tiles.links = work.take<uint>(count * links);
    tiles.sides = work.take<uint>(Shape::is_plane ? 0 : count * Shape::sides_words);
    tiles.starts = work.take<uint>(Shape::stores_starts ? count * Shape::band_words : 0);
    tiles.runs_before = work.take<std::uint16_t>(count * Shape::band_words);
    tiles.records = work.take<Record>(count * Shape::most_runs);
  }
  if (counts_components(job)) {
    Ranks& ranks = space.ranks;
    ranks.row_words = is_small<Shape> ? tiles.count.width * TILE_WORDS : tiles.words.width;
    ranks.words = static_cast<uint>(Extent{ranks.row_words, job.extent.height, job.extent.depth}.elements());
    ranks.blocks = static_cast<int>(blocks_for(ranks.words, RANKED_WORDS));
    const std::int64_t blocks = ranks.blocks * images;
    ranks.root_bits = work.take<uint>(blocks * RANKED_WORDS);
    ranks.ranks = work.take<uint>(blocks * RANKED_WORDS);
    ranks.sums = work.take<uint>(blocks);
    if (is_small<Shape>) ranks.strip_roots = work.take<std::uint8_t>(most_strips);
  }
  AreaCounts areas = {images, most_components<Shape>(job.extent)};
  if (measures_nodes<Shape>(job)) {
    areas.tiles = count;
    areas.nodes = count * Shape::most_nodes;
  }
  space.areas = take_areas(work, job, areas);
  space.bytes = work.bytes();
  return space;
}

/// `count` images of the job from `first` on.
inline Batch batch_of(const Job& job, std::size_t first, std::size_t count) {
  Batch batch = {};
  batch.source = job.source;
  batch.slices = job.slices;
  std::copy_n(job.batch.begin() + static_cast<std::ptrdiff_t>(first), count, batch.images);
  return batch;
}

/// The images that are labeled together, and their memory.
template <class Shape>
struct FastSubmission {
  const Job& job;
  const Batch& batch;
  std::size_t first;  ///< The job's image that is the first of the batch.
  unsigned images;
  const Tiles& tiles;
  Ranks& ranks;
  const Areas& areas;

  /// A grid of one block per tile.
  dim3 grid() const { return dim3(static_cast<unsigned>(tiles.count.elements()), images); }

  /// Larger blocks for label_tiles if there are too few tiles to fill the GPU. Those of volumes take all registers.
  unsigned threads_of_tile() const {
    const std::int64_t count = tiles.count.elements() * images;
    if (!Shape::is_plane || count > 4 * job.device.multiprocessors) return least_tile_threads;
    return count <= job.device.multiprocessors ? most_tile_threads : 2 * least_tile_threads;
  }

  bool has_tables() const { return batch.images[0].table.data != nullptr; }
};

}  // namespace glccl::cuda
