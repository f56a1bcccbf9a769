// Up to seven kernels label a volume: label_volume_tiles, merge_volume_tiles, for numbers settle_volume_nodes,
// rank_words and sum_ranks, for a table begin_volume_rows, and write_volume_labels. They are those of fast.cu in space.
#include <algorithm>

#include "cuda/core/launch.cuh"
#include "cuda/fast/divider.hpp"
#include "cuda/fast/filter/filter.cuh"
#include "cuda/fast/filter/volume_areas.cuh"
#include "cuda/fast/seams/unite_seams.cuh"
#include "cuda/fast/volumes/begin_volume_rows.cuh"
#include "cuda/fast/volumes/label_volume_tiles.cuh"
#include "cuda/fast/volumes/merge_volume_tiles.cuh"
#include "cuda/fast/volumes/settle_volume_nodes.cuh"
#include "cuda/fast/volumes/volumes.hpp"
#include "cuda/fast/volumes/write_volume_labels.cuh"
#include "engine/vocabulary/axis_bits.hpp"

namespace glccl::cuda {
namespace {

/// The memory of a submission.
struct VolumeWorkspace {
  VolumeTiles tiles;
  Ranks ranks;
  Areas areas;
  std::size_t bytes;
};

/// The tiles of the job's volume, without memory.
template <class Kind>
VolumeTiles tiles_of(const Job& job) {
  const auto ratio = [](int all, int part) { return static_cast<int>(blocks_for(all, part)); };
  VolumeTiles tiles = {};
  tiles.volume = job.extent;
  tiles.words = {ratio(job.extent.width, WORD_COLUMNS), ratio(job.extent.height, Kind::rows_y),
                 ratio(job.extent.depth, Kind::rows_z)};
  tiles.count = {ratio(tiles.words.width, Kind::words), ratio(tiles.words.height, Kind::bands_y),
                 ratio(tiles.words.depth, Kind::bands_z)};
  tiles.periodic = axis_bits(job.periodic);
  tiles.large = is_large(job);
  return tiles;
}

/// Most components that a volume can have, as most_components() of fast.cu.
template <class Kind>
std::int64_t most_components(const Extent& volume) {
  constexpr int axes = Kind::values ? 0 : Kind::axes;
  const auto cells = [](int side, int axis) -> std::int64_t { return axis < axes ? (side + 1) / 2 : side; };
  return cells(volume.width, 0) * cells(volume.height, 1) * cells(volume.depth, 2);
}

/// Divides `job.work`. With a null pointer the memory is counted alone.
template <class Kind>
VolumeWorkspace divide_volume(const Job& job) {
  VolumeWorkspace space = {};
  VolumeTiles& tiles = space.tiles;
  tiles = tiles_of<Kind>(job);
  const std::int64_t count = tiles.count.elements();
  Divider divider(job.work);
  tiles.counts = divider.take<TileCounts>(count);
  tiles.nodes = divider.take<Node>(count * Kind::most_nodes);
  tiles.bits = divider.take<uint>(count * Kind::tile_words);
  tiles.links = divider.take<uint>(count * Kind::link_words);
  tiles.sides = divider.take<uint>(count * Kind::sides_words);
  tiles.starts = divider.take<uint>(count * Kind::band_words);
  tiles.runs_before = divider.take<std::uint16_t>(count * Kind::band_words);
  tiles.records = divider.take<Record>(count * Kind::most_runs);
  if (counts_components(job)) {
    Ranks& ranks = space.ranks;
    ranks.row_words = tiles.words.width;
    const std::int64_t words = Extent{ranks.row_words, job.extent.height, job.extent.depth}.elements();
    ranks.words = static_cast<uint>(words);
    ranks.blocks = static_cast<int>(blocks_for(words, RANKED_WORDS));
    ranks.root_bits = divider.take<uint>(std::int64_t{ranks.blocks} * RANKED_WORDS);
    ranks.ranks = divider.take<uint>(std::int64_t{ranks.blocks} * RANKED_WORDS);
    ranks.sums = divider.take<uint>(ranks.blocks);
    ranks.count = job.counts;
  }
  space.areas = take_areas(divider, job, {1, most_components<Kind>(job.extent)});
  space.bytes = divider.bytes();
  return space;
}

/// Drops what the filter does not keep.
template <class Kind>
Status filter_volume(const Job& job, VolumeWorkspace& space, unsigned tiles) {
  constexpr Overlap overlap = Overlap::with_previous;
  const Status begun = launch("begin_volume_areas", job, overlap, tiles, node_threads, begin_volume_areas<Kind>,
                              space.tiles, space.ranks, space.areas);
  if (!begun) return begun;
  const Status measured = launch("measure_volume_areas", job, overlap, tiles, tile_threads, measure_volume_areas<Kind>,
                                 space.tiles, space.ranks, space.areas);
  if (!measured) return measured;
  const Status dropped = drop_and_rank(job, space.ranks, space.areas, 1);
  space.ranks.filtered = true;
  return dropped;
}

/// Begins the rows that several tiles may add to.
template <class Kind>
Status begin_table(const Job& job, const VolumeWorkspace& space, unsigned tiles) {
  if (job.table.data == nullptr) return {};
  return launch("begin_volume_rows", job, Overlap::with_previous, tiles, node_threads, begin_volume_rows<Kind>,
                space.tiles, space.ranks, table_view(job), space.areas.searches);
}

/// From nodes to ranks, and with a table to the rows that several tiles may add to.
template <class Kind>
Status number_volume(const Job& job, VolumeWorkspace& space, unsigned tiles) {
  constexpr Overlap overlap = Overlap::with_previous;
  const Ranks& ranks = space.ranks;
  const Status settled =
      launch("settle_volume_nodes", job, overlap, tiles, node_threads, settle_volume_nodes<Kind>, space.tiles, ranks);
  if (!settled) return settled;
  if (const Status ranked = rank_roots(job, ranks, 1); !ranked) return ranked;
  if (space.areas.values != nullptr) {
    if (const Status filtered = filter_volume<Kind>(job, space, tiles); !filtered) return filtered;
  }
  return begin_table<Kind>(job, space, tiles);
}

/// Nodes have numbers of 32 bits.
template <class Kind>
Status check_tiles(const VolumeTiles& tiles) {
  constexpr std::int64_t most_tiles = (std::int64_t{1} << 32) / Kind::most_nodes;
  static_assert(most_tiles * Kind::tile_rows < std::int64_t{1} << 31, "rows of all slices have numbers of 31 bits");
  static_assert(most_tiles * Kind::tile_words < std::int64_t{1} << 32, "words have numbers of 32 bits");
  if (tiles.count.elements() <= most_tiles) return {};
  return Error{ErrorCode::too_large,
               "the volume is " + to_string(tiles.volume) + ", " + std::to_string(tiles.count.elements()) +
                   " tiles of " + to_string(Extent{Kind::columns, Kind::tile_y, Kind::tile_z}) +
                   ": cuda-fast labels up to " + std::to_string(most_tiles) + " of them, label it in parts"};
}

/// Packs and solves the tiles.
template <class Kind>
Status label_tiles(const Job& job, const VolumeWorkspace& space, unsigned tiles) {
  [[maybe_unused]] const bool by_measure = job.source.measure != Measure::sum;
  if (job.masked) {
    auto* kernel = label_masked_volume_tiles<Kind, false>;
    if constexpr (Kind::values) {
      if (by_measure) kernel = label_masked_volume_tiles<Kind, true>;
    }
    return launch("label_volume_tiles", job, Overlap::none, tiles, least_tile_threads, kernel, source_of(job),
                  job.beside.front().mask, space.tiles, space.ranks);
  }
  auto* kernel = label_volume_tiles<Kind, false>;
  if constexpr (Kind::values) {
    if (by_measure) kernel = label_volume_tiles<Kind, true>;
  }
  return launch("label_volume_tiles", job, Overlap::none, tiles, least_tile_threads, kernel, source_of(job),
                space.tiles, space.ranks);
}

/// Unites nodes across the borders of tiles, and across the seams of periodic axes.
template <class Kind>
Status merge(const Job& job, const VolumeTiles& tiles) {
  dim3 grid = merge_grid<Kind>(tiles);
  if (tiles.periodic == 0) {
    auto* kernel = tiles.large ? merge_volume_tiles<Kind, true> : merge_volume_tiles<Kind, false>;
    return launch("merge_volume_tiles", job, Overlap::with_previous, grid, merge_threads, kernel, tiles);
  }
  grid.x = std::max(grid.x, blocks_for(largest_seam(job.extent, tiles.periodic), merge_threads));
  grid.y += AXIS_COUNT;
  auto* kernel = tiles.large ? merge_volume_tiles_and_seams<Kind, true> : merge_volume_tiles_and_seams<Kind, false>;
  return launch("merge_volume_tiles_and_seams", job, Overlap::with_previous, grid, merge_threads, kernel, tiles,
                VolumeValues{source_of(job)});
}

/// JobPart::finish.
template <class Kind>
Status finish_volume(const Job& job, const VolumeWorkspace& space, unsigned count) {
  if (const Status begun = begin_table<Kind>(job, space, count); !begun) return begun;
  auto* kernel = job.table.data != nullptr ? write_final_volume_labels<Kind, Output::table>
                                           : write_final_volume_labels<Kind, Output::numbers>;
  return launch("write_final_volume_labels", job, Overlap::with_previous, count, tile_threads, kernel, space.tiles,
                space.ranks, target_of(job), table_view(job), job.numbers);
}

template <class Kind>
Status run_volume(const Job& job) {
  VolumeWorkspace space = divide_volume<Kind>(job);
  const VolumeTiles& tiles = space.tiles;
  const auto count = static_cast<unsigned>(tiles.count.elements());
  if (job.part == JobPart::finish) return finish_volume<Kind>(job, space, count);
  const Status labeled = label_tiles<Kind>(job, space, count);
  if (!labeled) return labeled;
  if (const Status merged = merge<Kind>(job, tiles); !merged) return merged;
  const bool numbered = counts_components(job);
  if (numbered) {
    if (const Status ranked = number_volume<Kind>(job, space, count); !ranked) return ranked;
  }
  if (job.part == JobPart::solve) {
    const auto layers = static_cast<unsigned>(std::min(tiles.count.depth, 2));
    return launch("write_border_volume_labels", job, Overlap::with_previous, count / tiles.count.depth * layers,
                  tile_threads, write_border_volume_labels<Kind>, tiles, space.ranks, target_of(job));
  }
  auto* kernel = numbered ? write_volume_labels<Kind, Output::numbers> : write_volume_labels<Kind, Output::roots>;
  if (job.table.data != nullptr) kernel = write_volume_labels<Kind, Output::table>;
  return launch("write_volume_labels", job, Overlap::with_previous, count, tile_threads, kernel, tiles, space.ranks,
                target_of(job), table_view(job));
}

/// Calls visit(Kind()) for the kind of the job's volume.
template <class Visit>
auto with_volume_kind(const Job& job, const Visit& visit) {
  const bool values = job.source.equal || job.source.difference;
  if (job.connectivity == Connectivity::six) return values ? visit(ValuesVolume<1>()) : visit(Volume6());
  if (job.connectivity == Connectivity::eighteen) return values ? visit(ValuesVolume<2>()) : visit(Volume18());
  return values ? visit(ValuesVolume<3>()) : visit(Volume26());
}

}  // namespace

Status check_volume(const Job& job) {
  return with_volume_kind(job, [&](auto kind) { return check_tiles<decltype(kind)>(tiles_of<decltype(kind)>(job)); });
}

Status label_volume(const Job& job) {
  return with_volume_kind(job, [&](auto kind) { return run_volume<decltype(kind)>(job); });
}

std::size_t volume_work_bytes(const Job& job) {
  return with_volume_kind(job, [&](auto kind) { return divide_volume<decltype(kind)>(job).bytes; });
}

}  // namespace glccl::cuda
