// Union-find over runs of bits: cuda-fast, and the method of the OpenGL engine `compute`. Files and functions have the
// same names in glsl/compute, except for these:
//
//   here                         in glsl/compute        why
//   batch.cuh, TilePlace         own_tile()             only CUDA labels several images at once
//   label_at_once.cuh, merge_tile.cuh, strip_ranks.cuh  in OpenGL, workgroups cannot wait for each other
//   Kind                         #if                    templates
//   cub's scans, core/scan.cuh   prefix.glsl            OpenGL has no library of scans
//   are_linked() on cells        is_linked() on pixels  criteria belong to all methods here, and to both engines there
//   load_bytes(), pack_bytes()   textureGather()        memory is loaded 16 bytes at a time, textures 4 texels
//   link_bytes()                 link_words()           the same; links of texels are found one by one
//   write_by_four()              write_pixels()         memory is written in rows, textures in blocks
//   an array per property        run_entries, pairs     OpenGL promises 32 KiB of shared memory, and has no integers
//   of a run                     of records             of 16 bits
//   measure_components()         a pass of that name    the same 32 KiB
//
//   kernel 1  label_tiles   packs a tile into bits, solves it in shared memory, and makes a node of each component that
//                           reaches the tile's border
//   kernel 2  merge_tiles   unites the nodes that are linked across the borders of tiles
//                           (merge_tiles_and_seams: with periodic axes those across their seams too)
//   kernel 3  write_labels  writes the label of every pixel, also of background, once
//                           (of a slab first write_border_labels, and when final numbers are known write_final_labels)
//
// and for numbered labels, before kernel 3:
//
//             settle_nodes  hangs every node right below its root, and marks the roots
//             rank_words    counts the roots before each word of the image in its block of words,
//             sum_ranks     and before each block of words
//             begin_areas, measure_areas, select_largest, drop_roots  with a filter; then the ranks again. A filter
//                           by limits has label_measured_tiles, sum_nodes and mark_kept_roots in place of label_tiles
//                           and settle_nodes instead, and holes of images are filled by these and fill_holes
//             begin_rows    with a component table: writes its header and starts the rows of components that reach a
//                           tile's border; kernel 3 adds to these and writes the other rows (measure_components.cuh)
//
// A single small image of foreground takes one launch in all, label_at_once, whose blocks keep their tiles.
//
// Where it comes from: tiles solved in shared memory and merged along their borders in global memory are O. Stava and
// B. Benes' (cuda/methods/stava.cu), here with one level of tiles. Uniting roots at once, without rounds, is Y.
// Komura's (GPU-based cluster-labeling algorithm without the use of conventional iteration, Computer Physics
// Communications 194, 2015) and D. P. Playne and K. Hawick's (A new algorithm for parallel connected-component
// labelling on GPUs, IEEE Transactions on Parallel and Distributed Systems 29, 2018). Two rows of pixels as one row of
// runs are the blocks of 2x2 pixels of C. Grana, D. Borghesani and R. Cucchiara (Optimized block-based connected
// components labeling with decision trees, IEEE Transactions on Image Processing 19, 2010). Our own are: the image as
// bits; runs that are counted, so that threads share them evenly; and a forest of only those components that reach a
// tile's border. One to three bytes per pixel are kept between the kernels, most of them never touched if the image has
// few runs, and labels are written once. nodes.cuh says why concurrent unions are exact.

#include <algorithm>
#include <type_traits>
#include <utility>

#include "cuda/core/error.hpp"
#include "cuda/core/launch.cuh"
#include "cuda/fast/begin_rows.cuh"
#include "cuda/fast/fast.hpp"
#include "cuda/fast/filter/begin_areas.cuh"
#include "cuda/fast/filter/fill_holes.cuh"
#include "cuda/fast/filter/filter.cuh"
#include "cuda/fast/filter/measure_areas.cuh"
#include "cuda/fast/filter/sum_nodes.cuh"
#include "cuda/fast/label_at_once.cuh"
#include "cuda/fast/label_tiles.cuh"
#include "cuda/fast/merge_tiles.cuh"
#include "cuda/fast/seams/unite_seams.cuh"
#include "cuda/fast/settle_nodes.cuh"
#include "cuda/fast/submission.cuh"
#include "cuda/fast/volumes/volumes.hpp"
#include "cuda/fast/write_labels.cuh"

namespace glccl::cuda {
namespace {

template <class Kind>
Status merge(const FastSubmission<Kind>& run) {
  const Borders borders = borders_of(run.tiles);
  const std::int64_t threads = borders.columns + borders.bands;
  if (run.tiles.periodic != 0) {
    const std::int64_t most = std::max(threads, largest_seam(run.job.extent, run.tiles.periodic));
    const dim3 with_seams(blocks_for(most, merge_threads), 1 + AXIS_COUNT, run.images);
    return launch("merge_tiles_and_seams", run.job, Overlap::with_previous, with_seams, merge_threads,
                  merge_tiles_and_seams<Kind>, run.tiles, borders, ImageValues{run.batch});
  }
  if (threads == 0) return {};
  const dim3 grid(blocks_for(threads, merge_threads), 1, run.images);
  return launch("merge_tiles", run.job, Overlap::with_previous, grid, merge_threads, merge_tiles<Kind>, run.tiles,
                borders);
}

/// Drops what the filter does not keep.
template <class Kind>
Status filter(const FastSubmission<Kind>& run) {
  constexpr Overlap overlap = Overlap::with_previous;
  const Status begun = launch("begin_areas", run.job, overlap, run.grid(), node_threads, begin_areas<Kind>, run.tiles,
                              run.ranks, run.areas);
  if (!begun) return begun;
  const Status measured = launch("measure_areas", run.job, overlap, run.grid(), tile_threads, measure_areas<Kind>,
                                 run.tiles, run.ranks, run.areas);
  if (!measured) return measured;
  const Status dropped = drop_and_rank(run.job, run.ranks, run.areas, run.images);
  run.ranks.filtered = true;
  return dropped;
}

/// Hangs nodes below their roots, and marks the roots; with areas of nodes those that the filter keeps.
template <class Kind>
Status settle(const FastSubmission<Kind>& run) {
  const auto& [job, batch, first, images, tiles, ranks, areas] = run;
  constexpr Overlap overlap = Overlap::with_previous;
  if constexpr (measures_tiles<Kind>) {
    if (areas.of_nodes != nullptr) {
      ranks.filtered = true;
      const Status summed = launch("sum_nodes", job, overlap, run.grid(), node_threads, sum_nodes<Kind>, tiles, areas);
      if (!summed || job.writes_words) return summed;
      return launch("mark_kept_roots", job, overlap, run.grid(), node_threads, mark_kept_roots<Kind>, tiles, ranks,
                    areas);
    }
  }
  return launch("settle_nodes", job, overlap, run.grid(), node_threads, settle_nodes<Kind>, tiles, ranks);
}

/// Begins the rows that several tiles may add to.
template <class Kind>
Status begin_tables(const FastSubmission<Kind>& run) {
  if (!run.has_tables()) return {};
  return launch("begin_rows", run.job, Overlap::with_previous, run.grid(), node_threads, begin_rows<Kind>, run.batch,
                run.tiles, run.ranks, run.areas);
}

/// From nodes to ranks, and with tables to the rows that several tiles may add to.
template <class Kind>
Status number(const FastSubmission<Kind>& run) {
  const auto& [job, batch, first, images, tiles, ranks, areas] = run;
  if (const Status settled = settle<Kind>(run); !settled) return settled;
  if (const Status ranked = rank_roots(job, ranks, images); !ranked) return ranked;
  if (areas.values != nullptr) {
    if (const Status filtered = filter<Kind>(run); !filtered) return filtered;
  }
  return begin_tables<Kind>(run);
}

/// Calls visit(output), an std::integral_constant, for what the kernels write.
template <class Kind, class Visit>
Status with_output(const FastSubmission<Kind>& run, const Visit& visit) {
  if (run.ranks.root_bits == nullptr) return visit(std::integral_constant<Output, Output::roots>());
  if (!run.has_tables()) return visit(std::integral_constant<Output, Output::numbers>());
  return visit(std::integral_constant<Output, Output::table>());
}

template <class Kind>
Status write(const FastSubmission<Kind>& run) {
  return with_output(run, [&](auto output) {
    return launch("write_labels", run.job, Overlap::with_previous, run.grid(), tile_threads,
                  write_labels<Kind, output.value>, run.batch, run.tiles, run.ranks);
  });
}

/// JobPart::finish of a job whose labels are numbers.
template <class Kind>
Status finish(const FastSubmission<Kind>& run) {
  if (const Status begun = begin_tables<Kind>(run); !begun) return begun;
  const auto write_final = [&](auto kernel) {
    return launch("write_final_labels", run.job, Overlap::with_previous, run.grid(), tile_threads, kernel, run.batch,
                  run.tiles, run.ranks, run.job.numbers);
  };
  return run.has_tables() ? write_final(write_final_labels<Kind, Output::table>)
                          : write_final(write_final_labels<Kind, Output::numbers>);
}

/// The labels of JobPart::solve.
template <class Kind>
Status write_borders(const FastSubmission<Kind>& run) {
  dim3 grid = run.grid();
  unsigned& rows = Kind::tall ? grid.x : grid.y;
  rows = std::min(rows, 2U);
  return launch("write_border_labels", run.job, Overlap::with_previous, grid, tile_threads, write_border_labels<Kind>,
                run.batch, run.tiles, run.ranks);
}

/// All in one launch.
template <class Kind>
Status run_at_once(const FastSubmission<Kind>& run) {
  const JobImage& image = run.batch.images[0];
  return with_output(run, [&](auto output) {
    return launch_together("label_at_once", run.job, Overlap::none, run.grid(), tile_threads,
                           label_at_once<Kind, output.value>, run.job.source, image.target, image.table, run.tiles,
                           run.ranks);
  });
}

/// The masks of the images that are labeled together, the first of which is image `first` of the job.
inline ByteMasks masks_of(const Job& job, std::size_t first, std::size_t count) {
  ByteMasks masks = {};
  for (std::size_t i = 0; i < count; ++i) masks.images[i] = job.beside[first + i].mask;
  return masks;
}

template <class Kind>
Status label_masked(const FastSubmission<Kind>& run) {
  auto* kernel = label_masked_tiles<Kind, false>;
  if constexpr (Kind::values) {
    if (run.job.source.measure != Measure::sum) kernel = label_masked_tiles<Kind, true>;
  }
  return launch("label_tiles", run.job, run.grid(), run.threads_of_tile(), kernel, run.batch,
                masks_of(run.job, run.first, run.images), run.tiles, run.ranks);
}

template <class Kind>
Status label(const FastSubmission<Kind>& run) {
  if (run.job.masked) return label_masked(run);
  if constexpr (measures_tiles<Kind>) {
    if (run.areas.of_nodes != nullptr) {
      return launch("label_tiles", run.job, run.grid(), run.threads_of_tile(), label_measured_tiles<Kind>, run.batch,
                    run.tiles, run.ranks, run.areas);
    }
  }
  auto* kernel = label_tiles<Kind, false>;
  if constexpr (Kind::values) {
    if (run.job.source.measure != Measure::sum) kernel = label_tiles<Kind, true>;
  }
  return launch("label_tiles", run.job, run.grid(), run.threads_of_tile(), kernel, run.batch, run.tiles, run.ranks);
}

/// Writes words instead of labels.
template <class Kind>
Status fill(const FastSubmission<Kind>& run) {
  if (const Status settled = settle<Kind>(run); !settled) return settled;
  return launch("fill_holes", run.job, Overlap::with_previous, run.grid(), tile_threads, fill_holes<Kind>, run.batch,
                run.tiles, run.ranks, run.areas);
}

template <class Kind>
Status submit(const FastSubmission<Kind>& run) {
  if constexpr (Kind::at_once) return run_at_once(run);
  if (run.job.part == JobPart::finish) return finish<Kind>(run);
  if (const Status labeled = label<Kind>(run); !labeled) return labeled;
  if (const Status merged = merge<Kind>(run); !merged) return merged;
  if constexpr (measures_tiles<Kind>) {
    if (run.job.writes_words) return fill<Kind>(run);
  }
  if (run.ranks.root_bits != nullptr) {
    if (const Status numbered = number<Kind>(run); !numbered) return numbered;
  }
  return run.job.part == JobPart::solve ? write_borders<Kind>(run) : write<Kind>(run);
}

template <class Kind>
Status run(const Job& job) {
  const auto at_once = static_cast<std::size_t>(images_of<Kind>(job));
  Workspace space = divide<Kind>(job);
  for (std::size_t first = 0; first < job.batch.size(); first += at_once) {
    const std::size_t images = std::min(job.batch.size() - first, at_once);
    space.ranks.count = job.counts + first;
    space.ranks.filtered = false;
    const Batch batch = batch_of(job, first, images);
    const Status done = submit<Kind>(
        FastSubmission<Kind>{job, batch, first, static_cast<unsigned>(images), space.tiles, space.ranks, space.areas});
    if (!done) return done;
  }
  return {};
}

template <class Kind>
bool is_tall(const Job& job) {
  return tiles_of<Kind>(job.extent).count.height > most_blocks_y;
}

/// The kind of a single image of foreground that one launch labels.
template <int connectivity>
using SmallKind = Kind<connectivity, false, false, true>;

/// Whether one launch labels the job. It is a whole one that has neither a filter nor a mask nor periodic axes, and
/// reads no words.
template <class Kind>
bool fits_at_once(const Job& job) {
  const Extent tiles = tiles_of<Kind>(job.extent).count;
  return job.part == JobPart::all && job.batch.size() == 1 && job.filter.keeps_all() && !job.masked &&
         !job.periodic.any() && !job.source.words && tiles.elements() <= job.device.small_tiles &&
         std::int64_t{tiles.width} * job.extent.height <= most_strips;
}

/// Calls visit(Kind()) for the kind of the job's images. Tall images are rare: one kind for each connectivity suffices.
template <int connectivity, class Visit>
auto with_kind(const Job& job, const Visit& visit) {
  const bool values = job.source.equal || job.source.difference;
  const bool tall = values ? is_tall<Kind<connectivity, true>>(job) : is_tall<Kind<connectivity, false>>(job);
  if (tall) return visit(Kind<connectivity, true, true>());
  if (!values && fits_at_once<SmallKind<connectivity>>(job)) return visit(SmallKind<connectivity>());
  return values ? visit(Kind<connectivity, true>()) : visit(Kind<connectivity, false>());
}

template <class Visit>
auto with_kind(const Job& job, const Visit& visit) {
  return job.connectivity == Connectivity::four ? with_kind<4>(job, visit) : with_kind<8>(job, visit);
}

/// Blocks of label_at_once that fit on a multiprocessor together.
template <class Kind>
Result<int> blocks_together() {
  int least = 0x7FFFFFFF;
  for (const auto kernel :
       {label_at_once<Kind, Output::roots>, label_at_once<Kind, Output::numbers>, label_at_once<Kind, Output::table>}) {
    int blocks = 0;
    const cudaError_t asked = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, tile_threads, 0);
    if (asked != cudaSuccess) return cuda_error(asked, "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
    least = std::min(least, blocks);
  }
  return least;
}

}  // namespace

Status check_fast(const Job& job) {
  constexpr std::int64_t largest_area = 0x7FFFFFFF;  // of 31 bits
  if (!job.filter.keeps_all() && job.extent.elements() > largest_area) {
    return Error{ErrorCode::too_large, "the image is " + to_string(job.extent) + ": cuda-fast filters up to " +
                                           std::to_string(largest_area) + " elements, label it in parts"};
  }
  if (job.extent.is_volume()) return check_volume(job);
  if (with_kind(job, [&](auto kind) { return images_of<decltype(kind)>(job); }) > 0) return {};
  return Error{ErrorCode::too_large, "the image is " + to_string(job.extent) +
                                         ": cuda-fast needs more than 2^32 nodes for its tiles, label it in parts"};
}

Status run_fast(const Job& job) {
  if (job.extent.is_volume()) return label_volume(job);
  return with_kind(job, [&](auto kind) { return run<decltype(kind)>(job); });
}

std::size_t fast_work_bytes(const Job& job) {
  if (job.extent.is_volume()) return volume_work_bytes(job);
  return with_kind(job, [&](auto kind) { return divide<decltype(kind)>(job).bytes; });
}

bool fills_in_words(const Extent& extent) {
  return !extent.is_volume() && tiles_of<Kind<4, false>>(extent).count.height <= most_blocks_y;
}

Result<int> fast_small_tiles() {
  int device = 0;
  int cooperates = 0;
  int multiprocessors = 0;
  if (Status found = check(cudaGetDevice(&device), "cudaGetDevice"); !found) return found.error();
  for (const auto& [value, attribute] : {std::pair(&cooperates, cudaDevAttrCooperativeLaunch),
                                         std::pair(&multiprocessors, cudaDevAttrMultiProcessorCount)}) {
    const cudaError_t asked = cudaDeviceGetAttribute(value, attribute, device);
    if (asked != cudaSuccess) return cuda_error(asked, "cudaDeviceGetAttribute");
  }
  if (cooperates == 0) return 0;
  int least = 0x7FFFFFFF;
  for (const auto& blocks : {blocks_together<SmallKind<4>>(), blocks_together<SmallKind<8>>()}) {
    if (!blocks) return blocks.error();
    least = std::min(least, *blocks);
  }
  constexpr int most = 2;  // With more, blocks wait longer for each other than other kernels take.
  return std::min(least, most) * multiprocessors;
}

}  // namespace glccl::cuda
