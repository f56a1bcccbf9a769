// Union-find over runs of bits: cuda-fast, and the method of the OpenGL engine `compute`. Functions on words are one
// text in glsl/shared. Other functions have the same names in glsl/compute, except for these:
//
//   here                         in glsl/compute        why
//   batch.cuh, TilePlace         own_tile()             only CUDA labels several images at once
//   label_at_once.cuh, merge_tile.cuh, strip_ranks.cuh  in OpenGL, workgroups cannot wait for each other
//   TileShape                    tiles/geometry.glsl    templates here, #define and #if there
//   cub's scans, runtime/scan.cuh  prefix.glsl          OpenGL has no library of scans
//   pack_tile(), link_tile()     pack_bits(),           they choose by the memory and format of the source; there one
//                                link_elements()        function is compiled
//   is_linked() of cells         are_cells_linked()     a type for each criterion here, a program there
//   are_values_linked()          is_linked() on pixels  criteria belong to all methods here, and to both engines there
//   load_bytes(), pack_bytes()   textureGather()        memory is loaded 16 bytes at a time, textures 4 texels
//   link_bytes()                 link_elements()        the same; links of texels are found one by one
//   visit_crossings()            unite_columns(),       GLSL has no lambdas; take_links() has a flag there
//                                list_crossings()
//   mark_border_runs()           mark_border()          of volumes: 32 runs by a vote
//   write_by_four()              write_part()           memory is written in rows, textures in blocks
//   an array per property        run_entries, pairs     OpenGL promises 32 KiB of shared memory, and has no integers
//   of a run                     of records             of 16 bits
//   measure_components()         a pass of that name    the same 32 KiB
//
//   kernel 1  label_tiles   packs a tile into bits, solves it in shared memory, and makes a node of each component that
//                           reaches the tile's border
//   kernel 2  merge_tiles   unites the nodes that are linked across the borders of tiles
//                           (merge_tiles_and_seams: with periodic axes those across their seams too)
//   kernel 3  write_labels  writes the label of every element, also of background, once
//                           (of a slab first write_border_labels, and when final numbers are known write_final_labels)
//
// and for numbered labels, before kernel 3:
//
//             settle_nodes  hangs every node right below its root, and marks the roots
//             rank_words    counts the roots before each word of a row in its block of words,
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
// tile's border. One to seven bytes per element are kept between the kernels, most of them never touched if the image
// has few runs, and labels are written once. nodes.cuh says why concurrent unions are exact.

#include <algorithm>
#include <utility>

#include "cuda/fast/fast.hpp"
#include "cuda/fast/run.cuh"
#include "cuda/fast/volumes.hpp"
#include "cuda/runtime/error.hpp"

namespace glccl::cuda {
namespace {

/// Whether one launch labels the job. It is a whole one that has neither a filter nor a mask nor periodic axes, and
/// reads no words.
template <class Shape>
bool fits_at_once(const Job& job) {
  const Extent tiles = tiles_of<Shape>(job.extent).count;
  return job.phase == JobPhase::all && job.batch.size() == 1 && job.filter.keeps_all() && !job.masked &&
         !job.periodic.any() && !job.source.words && tiles.elements() <= job.device.small_tiles &&
         std::int64_t{tiles.width} * job.extent.height <= most_strips;
}

/// Calls visit(Shape()) for the tiles of the job's images.
template <class Foreground, class Visit>
auto with_shape(const Job& job, const Visit& visit) {
  constexpr int axes = Foreground::axes;
  if (job.source.equal || job.source.difference) return visit(ValuesImage<axes>());
  return fits_at_once<SmallImage<axes>>(job) ? visit(SmallImage<axes>()) : visit(Foreground());
}

template <class Visit>
auto with_shape(const Job& job, const Visit& visit) {
  return job.connectivity == Connectivity::four ? with_shape<Image4>(job, visit) : with_shape<Image8>(job, visit);
}

/// Blocks of label_at_once that fit on a multiprocessor together.
template <class Shape>
Result<int> blocks_together() {
  int least = 0x7FFFFFFF;
  for (const auto kernel : {label_at_once<Shape, Output::roots>, label_at_once<Shape, Output::numbers>,
                            label_at_once<Shape, Output::table>}) {
    int blocks = 0;
    const cudaError_t asked = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, tile_threads, 0);
    if (asked != cudaSuccess) return cuda_error(asked, "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
    least = std::min(least, blocks);
  }
  return least;
}

}  // namespace

Result<void> check_fast(const Job& job) {
  constexpr std::int64_t largest_area = 0x7FFFFFFF;  // of 31 bits
  if (!job.filter.keeps_all() && job.extent.elements() > largest_area) {
    return Error{ErrorCode::too_large, "the image is " + to_string(job.extent) + ": cuda-fast filters up to " +
                                           std::to_string(largest_area) + " elements, label it in parts"};
  }
  if (job.extent.is_volume()) return check_volume(job);
  return with_shape(job, [&](auto shape) { return check_tiles<decltype(shape)>(job); });
}

Result<void> run_fast(const Job& job) {
  if (job.extent.is_volume()) return label_volume(job);
  return with_shape(job, [&](auto shape) { return run<decltype(shape)>(job); });
}

std::size_t fast_work_bytes(const Job& job) {
  if (job.extent.is_volume()) return volume_work_bytes(job);
  return with_shape(job, [&](auto shape) { return divide<decltype(shape)>(job).bytes; });
}

bool fills_in_words(const Extent& extent) { return !extent.is_volume(); }

Result<int> fast_small_tiles() {
  int device = 0;
  int cooperates = 0;
  int multiprocessors = 0;
  if (Result<void> found = check(cudaGetDevice(&device), "cudaGetDevice"); !found) return found.error();
  for (const auto& [value, attribute] : {std::pair(&cooperates, cudaDevAttrCooperativeLaunch),
                                         std::pair(&multiprocessors, cudaDevAttrMultiProcessorCount)}) {
    const cudaError_t asked = cudaDeviceGetAttribute(value, attribute, device);
    if (asked != cudaSuccess) return cuda_error(asked, "cudaDeviceGetAttribute");
  }
  if (cooperates == 0) return 0;
  int least = 0x7FFFFFFF;
  for (const auto& blocks : {blocks_together<SmallImage<1>>(), blocks_together<SmallImage<2>>()}) {
    if (!blocks) return blocks.error();
    least = std::min(least, *blocks);
  }
  constexpr int most = 2;  // With more, blocks wait longer for each other than other kernels take.
  return std::min(least, most) * multiprocessors;
}

}  // namespace glccl::cuda
