// Union-find over runs of bits: cuda-fast, and the method of the OpenGL engine `compute` (glsl/compute/).
//
//   kernel 1  label_tiles   packs a tile into bits, solves it in shared memory, and makes a node of each component that
//                           reaches the tile's border (fast_pixels, fast_links, fast_tile)
//   kernel 2  merge_tiles   unites the nodes that are linked across the borders of tiles (fast_nodes)
//   kernel 3  write_labels  the label of every pixel, background too, where the caller wants it
//
// and where labels are numbered, before kernel 3 (fast_ranks):
//
//             settle_nodes  hangs every node right below its root, and marks the roots
//             rank_words    counts the roots before each word of the image,
//             sum_ranks     and before each block of words
//             begin_rows    with a component table, its header and the rows of components that reach a tile's border;
//                           kernel 3 adds to these, and writes the others (fast_measure)
//
// Where it comes from: tiles solved in shared memory and merged along their borders in global memory are O. Stava and
// B. Benes' (stava.cu), here with one level of tiles. Uniting roots at once, without rounds, is Y. Komura's (GPU-based
// cluster-labeling algorithm without the use of conventional iteration, Computer Physics Communications 194, 2015) and
// D. P. Playne and K. Hawick's (A new algorithm for parallel connected-component labelling on GPUs, IEEE Transactions
// on Parallel and Distributed Systems 29, 2018). Two rows of pixels as one row of runs is what C. Grana, D. Borghesani
// and R. Cucchiara's blocks of 2x2 pixels come to (Optimized block-based connected components labeling with decision
// trees, IEEE Transactions on Image Processing 19, 2010). The image as bits, runs counted so that threads share them
// evenly, and a forest of nothing but what reaches the tiles' borders are our own: one to three bytes a pixel are kept
// between the kernels, most of them never touched where there are few runs, and the labels are written once.
//
// Why unions that race are exact, in shared memory and in global: a parent is only ever set where a root hangs below a
// smaller run or node, by compare-and-swap, so that of several threads one has its way and the others see what it did
// and go on from there; or where a run or node that is no root goes below another of its ancestors. So whatever a
// parent was once, it stays an ancestor; there are no cycles, for parents are smaller; and a thread ends only where it
// finds one ancestor of both, or has hung the one below the other.

#include <algorithm>

#include "cuda/core/launch.cuh"
#include "cuda/fast/batch.cuh"
#include "cuda/fast/fast.hpp"
#include "cuda/fast/label_tiles.cuh"
#include "cuda/fast/measure.cuh"
#include "cuda/fast/merge_tiles.cuh"
#include "cuda/fast/planes.cuh"
#include "cuda/fast/ranks.cuh"
#include "cuda/fast/write_labels.cuh"

namespace glccl::cuda {
namespace {

/// Hands out parts of Job::work, or with a null pointer only counts their bytes.
class Divider {
 public:
  explicit Divider(void* memory) : memory_(static_cast<unsigned char*>(memory)) {}

  /// Room for so many; nothing where there are none.
  template <class T>
  T* take(std::int64_t count) {
    if (count == 0) return nullptr;
    unsigned char* part = memory_ == nullptr ? nullptr : memory_ + bytes_;
    constexpr std::size_t alignment = 256;
    bytes_ += (sizeof(T) * static_cast<std::size_t>(count) + alignment - 1) / alignment * alignment;
    return reinterpret_cast<T*>(part);
  }

  std::size_t bytes() const { return bytes_; }

 private:
  unsigned char* memory_;
  std::size_t bytes_ = 0;
};

/// What the kernels work on.
struct Workspace {
  Planes planes;
  Ranks ranks;
  std::size_t bytes;
};

int images_of(const Job& job) { return std::min(static_cast<int>(job.batch.size()), most_images); }

template <class Kind>
Workspace divide(const Job& job) {
  Divider work(job.work);
  Workspace space = {};
  Planes& planes = space.planes;
  planes.image = job.extent;
  planes.words = {static_cast<int>(blocks_for(job.extent.width, word_columns)),
                  static_cast<int>(blocks_for(job.extent.height, Kind::band_rows))};
  planes.tiles = {static_cast<int>(blocks_for(planes.words.width, tile_words)),
                  static_cast<int>(blocks_for(planes.words.height, tile_bands))};
  const std::int64_t tiles = planes.tiles.elements() * images_of(job);
  planes.bits = work.take<std::uint32_t>(tiles * words_in_tile * Kind::band_rows);
  planes.starts = work.take<std::uint32_t>(Kind::values ? tiles * words_in_tile : 0);
  planes.runs = work.take<std::uint16_t>(tiles * words_in_tile);
  planes.records = work.take<Record>(tiles * Kind::most_runs);
  planes.counts = work.take<TileCounts>(tiles);
  planes.nodes = work.take<Node>(tiles * Kind::most_nodes);
  if (job.numbering == Numbering::raster) {
    Ranks& ranks = space.ranks;
    ranks.row_words = planes.words.width;
    ranks.words = static_cast<std::uint32_t>(planes.words.width) * job.extent.height;
    ranks.blocks = static_cast<int>(blocks_for(ranks.words, ranked_words));
    const std::int64_t blocks = std::int64_t{ranks.blocks} * images_of(job);
    ranks.roots = work.take<std::uint32_t>(blocks * ranked_words);
    ranks.ranks = work.take<std::uint32_t>(blocks * ranked_words);
    ranks.sums = work.take<std::uint32_t>(blocks);
  }
  space.bytes = work.bytes();
  return space;
}

/// The images from `first` on, as many as a kernel's parameter holds.
Batch batch_of(const Job& job, std::size_t first, std::size_t count) {
  Batch batch = {};
  batch.source = job.source;
  std::copy_n(job.batch.begin() + static_cast<std::ptrdiff_t>(first), count, batch.images);
  return batch;
}

/// One batch on its way.
struct Submission {
  const Job& job;
  const Batch& batch;
  unsigned images;
  const Planes& planes;
  const Ranks& ranks;

  dim3 tiles() const {
    return dim3(static_cast<unsigned>(planes.tiles.width), static_cast<unsigned>(planes.tiles.height), images);
  }
  /// More where the GPU would not be full otherwise: a tile then waits less for itself.
  unsigned threads_of_tile() const {
    const std::int64_t tiles = planes.tiles.elements() * images;
    if (tiles <= job.device.multiprocessors) return most_tile_threads;
    return tiles <= 4 * job.device.multiprocessors ? 2 * least_tile_threads : least_tile_threads;
  }
  bool has_tables() const { return batch.images[0].table.data != nullptr; }
};

template <class Kind>
Status merge(const Submission& run) {
  const Borders borders = borders_of(run.planes);
  if (borders.columns + borders.bands == 0) return {};
  const dim3 grid(blocks_for(borders.columns + borders.bands, merge_threads), 1, run.images);
  return launch("merge_tiles", run.job, Overlap::with_previous, grid, merge_threads, merge_tiles<Kind>, run.batch,
                run.planes, borders);
}

/// From nodes to numbers, and to the rows of a table that several tiles may add to.
template <class Kind>
Status number(const Submission& run) {
  const auto& [job, batch, images, planes, ranks] = run;
  if (Status settled = launch("settle_nodes", job, Overlap::with_previous, run.tiles(), node_threads,
                              settle_nodes<Kind>, planes, ranks);
      !settled) {
    return settled;
  }
  const dim3 blocks(static_cast<unsigned>(ranks.blocks), images);
  if (Status ranked = launch("rank_words", job, Overlap::with_previous, blocks, rank_threads, rank_words, ranks);
      !ranked)
    return ranked;
  if (Status summed = launch("sum_ranks", job, Overlap::with_previous, images, scan_threads, sum_ranks, ranks); !summed)
    return summed;
  if (!run.has_tables()) return {};
  return launch("begin_rows", job, Overlap::with_previous, run.tiles(), node_threads, begin_rows<Kind>, batch, planes,
                ranks);
}

template <class Kind>
Status write(const Submission& run) {
  const auto write_with = [&](auto kernel) {
    return launch("write_labels", run.job, Overlap::with_previous, run.tiles(), tile_threads, kernel, run.batch,
                  run.planes, run.ranks);
  };
  if (run.ranks.roots == nullptr) return write_with(write_labels<Kind, Output::roots>);
  if (!run.has_tables()) return write_with(write_labels<Kind, Output::numbers>);
  return write_with(write_labels<Kind, Output::table>);
}

template <class Kind>
Status submit(const Submission& run) {
  const Status labeled = launch("label_tiles", run.job, run.tiles(), run.threads_of_tile(), label_tiles<Kind>,
                                run.batch, run.planes, run.ranks);
  if (!labeled) return labeled;
  if (Status merged = merge<Kind>(run); !merged) return merged;
  if (run.ranks.roots != nullptr) {
    if (Status numbered = number<Kind>(run); !numbered) return numbered;
  }
  return write<Kind>(run);
}

template <class Kind>
Status run(const Job& job) {
  Workspace space = divide<Kind>(job);
  for (std::size_t first = 0; first < job.batch.size(); first += most_images) {
    const std::size_t images = std::min<std::size_t>(job.batch.size() - first, most_images);
    space.ranks.count = job.counts + first;
    const Batch batch = batch_of(job, first, images);
    const Status done = submit<Kind>({job, batch, static_cast<unsigned>(images), space.planes, space.ranks});
    if (!done) return done;
  }
  return {};
}

/// Calls visit(Kind()) for the kind of the job's images.
template <class Visit>
auto with_kind(const Job& job, const Visit& visit) {
  const bool four = job.connectivity == Connectivity::four;
  if (job.source.equal || job.source.difference) return four ? visit(Kind<4, true>()) : visit(Kind<8, true>());
  return four ? visit(Kind<4, false>()) : visit(Kind<8, false>());
}

}  // namespace

Status run_fast(const Job& job) {
  return with_kind(job, [&](auto kind) { return run<decltype(kind)>(job); });
}

std::size_t fast_work_bytes(const Job& job) {
  return with_kind(job, [&](auto kind) { return divide<decltype(kind)>(job).bytes; });
}

}  // namespace glccl::cuda
