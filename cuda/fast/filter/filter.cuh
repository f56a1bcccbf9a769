// The kernels between two rankings of the roots, and their memory.
#pragma once

#include "cuda/fast/divider.hpp"
#include "cuda/fast/filter/areas.cuh"
#include "cuda/fast/filter/drop_roots.cuh"
#include "cuda/fast/filter/select_largest.cuh"
#include "cuda/fast/rank_words.cuh"
#include "cuda/fast/sum_ranks.cuh"
#include "cuda/runtime/launch.cuh"
#include "engine/vocabulary/axis_bits.hpp"

namespace glccl::cuda {

/// Sizes of what take_areas() takes.
struct AreaCounts {
  std::int64_t images;
  std::int64_t components;  ///< Most that an image can have.
  std::int64_t tiles = 0;   ///< Of all images; 0: areas are found by components, not by nodes.
  std::int64_t nodes = 0;   ///< The same.
};

/// The memory of the areas of so many images, and the limits of the job's filter. Empty where it keeps all.
inline Areas take_areas(Divider& work, const Job& job, const AreaCounts& counts) {
  if (job.filter.keeps_all()) return {};
  // No area and no number of components has more than 32 bits.
  const auto clamped = [](std::uint64_t limit) { return static_cast<uint>(limit < 0xFFFFFFFF ? limit : 0xFFFFFFFF); };
  Areas areas = {};
  if (counts.nodes > 0) {
    areas.of_nodes = work.take<uint>(counts.nodes);
    areas.dropped = work.take<uint>(counts.tiles);
  } else {
    areas.values = work.take<uint>(counts.components * counts.images);
  }
  areas.searches = work.take<KeySearch>(counts.images);
  areas.most = static_cast<std::size_t>(counts.components);
  areas.min_area = clamped(job.filter.min_area);
  areas.max_area = clamped(job.filter.max_area);
  areas.largest = clamped(job.filter.largest);
  areas.borders = border_bits(job.filter, job.extent, job.periodic);
  areas.inverted_filter = job.inverted_filter;
  return areas;
}

/// Sums up what rank_words or drop_roots has counted.
inline Result<void> add_ranks(const Job& job, const Ranks& ranks, unsigned images) {
  return launch("sum_ranks", job, Overlap::with_previous, images, scan_threads, sum_ranks, ranks);
}

/// Counts the roots before each word of each image.
inline Result<void> rank_roots(const Job& job, const Ranks& ranks, unsigned images) {
  const dim3 blocks(static_cast<unsigned>(ranks.blocks), images);
  const Result<void> ranked =
      launch("rank_words", job, Overlap::with_previous, blocks, rank_threads, rank_words, ranks);
  return ranked ? add_ranks(job, ranks, images) : ranked;
}

/// Drops roots by measured areas, and ranks the others again.
inline Result<void> drop_and_rank(const Job& job, const Ranks& ranks, const Areas& areas, unsigned images) {
  constexpr Overlap overlap = Overlap::with_previous;
  if (job.filter.largest != Filter::unlimited) {
    constexpr std::int64_t most_blocks = 256;
    const unsigned needed = blocks_for(static_cast<std::int64_t>(areas.most), 4 * select_threads);
    const dim3 grid(needed < most_blocks ? needed : most_blocks, images);
    for (int digit = 0; digit < KEY_DIGITS; ++digit) {
      const Result<void> found =
          launch("select_largest", job, overlap, grid, select_threads, select_largest, ranks, areas);
      if (!found) return found;
    }
  }
  const dim3 blocks(static_cast<unsigned>(ranks.blocks), images);
  const Result<void> dropped = launch("drop_roots", job, overlap, blocks, rank_threads, drop_roots, ranks, areas);
  return dropped ? add_ranks(job, ranks, images) : dropped;
}

}  // namespace glccl::cuda
