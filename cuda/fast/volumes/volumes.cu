// Three kernels label a volume: label_volume_tiles, merge_volume_tiles, write_volume_labels. They are those of
// fast.cu in space.
#include <algorithm>

#include "cuda/core/launch.cuh"
#include "cuda/fast/divider.hpp"
#include "cuda/fast/volumes/label_volume_tiles.cuh"
#include "cuda/fast/volumes/merge_volume_tiles.cuh"
#include "cuda/fast/volumes/volumes.hpp"
#include "cuda/fast/volumes/write_volume_labels.cuh"

namespace glccl::cuda {
namespace {

/// The tiles of a volume, with their memory in `work`. With a null pointer the memory is counted alone.
template <class Kind>
VolumeTiles divide_volume(const Extent& extent, void* work, std::size_t& bytes) {
  const auto ratio = [](int all, int part) { return static_cast<int>(blocks_for(all, part)); };
  VolumeTiles tiles = {};
  tiles.volume = extent;
  tiles.words = {ratio(extent.width, WORD_COLUMNS), ratio(extent.height, Kind::rows_y),
                 ratio(extent.depth, Kind::rows_z)};
  tiles.count = {ratio(tiles.words.width, Kind::words), ratio(tiles.words.height, Kind::bands_y),
                 ratio(tiles.words.depth, Kind::bands_z)};
  const std::int64_t count = tiles.count.elements();
  Divider divider(work);
  tiles.counts = divider.take<TileCounts>(count);
  tiles.nodes = divider.take<Node>(count * Kind::most_nodes);
  tiles.bits = divider.take<uint>(count * Kind::tile_words);
  tiles.runs_before = divider.take<std::uint16_t>(count * Kind::band_words);
  tiles.records = divider.take<Record>(count * Kind::most_runs);
  bytes = divider.bytes();
  return tiles;
}

template <class Kind>
Status run_volume(const Job& job, const SlicePitches& slices) {
  std::size_t bytes = 0;
  const VolumeTiles tiles = divide_volume<Kind>(job.extent, job.work, bytes);
  const VolumeSource source = {job.source, slices.pixels};
  const VolumeTarget target = {job.target.values, job.target.pitch, slices.labels};
  const auto count = static_cast<unsigned>(tiles.count.elements());
  const Status labeled = launch("label_volume_tiles", job, Overlap::none, count, least_tile_threads,
                                label_volume_tiles<Kind>, source, tiles);
  if (!labeled) return labeled;
  const dim3 words(blocks_for(std::int64_t{tiles.words.width} * tiles.words.height, merge_threads),
                   static_cast<unsigned>(std::min(tiles.words.depth, most_blocks_y)), BANDS_BEFORE + 1);
  const Status merged =
      launch("merge_volume_tiles", job, Overlap::with_previous, words, merge_threads, merge_volume_tiles<Kind>, tiles);
  if (!merged) return merged;
  return launch("write_volume_labels", job, Overlap::with_previous, count, tile_threads, write_volume_labels<Kind>,
                tiles, target);
}

/// Calls visit(Kind()) for the kind of the job's volume.
template <class Visit>
auto with_volume_kind(const Job& job, const Visit& visit) {
  if (job.connectivity == Connectivity::six) return visit(Volume6());
  return job.connectivity == Connectivity::eighteen ? visit(Volume18()) : visit(Volume26());
}

}  // namespace

Status label_volume(const Job& job, const SlicePitches& slices) {
  return with_volume_kind(job, [&](auto kind) { return run_volume<decltype(kind)>(job, slices); });
}

std::size_t volume_work_bytes(const Job& job) {
  std::size_t bytes = 0;
  with_volume_kind(job, [&](auto kind) { return divide_volume<decltype(kind)>(job.extent, nullptr, bytes); });
  return bytes;
}

}  // namespace glccl::cuda
