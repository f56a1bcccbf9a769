// O. Stava and B. Benes, Connected Component Labeling in CUDA, GPU Computing Gems (Emerald Edition), chapter 35.
//
//   kernel 1  label_tiles      once       solves each tile of 16x16 pixels in shared memory (figure 35.8)
//   kernel 2  merge_tiles      per level  merges the trees of 4x4 tiles along their borders (figure 35.10)
//   kernel 3  flatten_borders  between    hangs the pixels on the borders of the merged tiles right below their roots
//   kernel 4  flatten_labels   once       does the same for every pixel (section 35.3.5)
//
// A merged tile is a tile of the next level: sides 16, 64, 256, 1024, 4096, 16384. The loops that run until nothing
// changes are inside kernels 1 and 2, so that the launches follow from the size alone and nothing is read back.
//
// Beyond the chapter: any width and height (its section 35.4.2 asks for powers of two), 4-connectivity, other criteria
// than 8-bit segments. Where we differ from the listings:
// - Figure 35.8 leaves its loop where sChanged is 1. It has to where it is 0, as figure 35.10 and the text have it.
// - Figure 35.8 links equal segments, zero among them, so that background and the border around the tile take part.
//   Here background never does.
// - The flag sChanged is the value of __syncthreads_or, a barrier fewer each round and no shared memory written by all.
// - Labels are 1 + the pixel's index, so that 0 is background; labels in shared memory count a tile's pixels in raster
//   order, without the border, so that the order of labels is the same there and in global memory.
#include <algorithm>

#include "cuda/core/criterion.cuh"
#include "cuda/core/forest.cuh"
#include "cuda/core/launch.cuh"
#include "cuda/methods/methods.hpp"

namespace glccl::cuda {
namespace {

constexpr int tile_side = 16;
constexpr int tile_pixels = tile_side * tile_side;
constexpr int padded_side = tile_side + 2;
/// One block of kernel 2 merges this many tiles in each direction (figure 35.9).
constexpr int merged_tiles = 4;
/// CUDA allows no more threads in z, the direction in which kernel 2's threads go along a border.
constexpr int most_threads_along_border = 64;
constexpr int most_merging_threads = merged_tiles * merged_tiles * most_threads_along_border;

/// Where a tile's pixel lies among its segments, which have a border of zeros.
__device__ int padded_index(int x, int y) { return (y + 1) * padded_side + x + 1; }

/// The tile's segments, and zeros around them and beyond the image. The border is not the neighbouring tiles' pixels:
/// kernel 1 links within a tile only.
__device__ void load_segments(const PixelSource& source, Extent extent, std::uint32_t* segments) {
  for (int i = threadIdx.y * tile_side + threadIdx.x; i < padded_side * padded_side; i += tile_pixels) segments[i] = 0;
  __syncthreads();
  const int x = blockIdx.x * tile_side + threadIdx.x;
  const int y = blockIdx.y * tile_side + threadIdx.y;
  if (x < extent.width && y < extent.height) {
    segments[padded_index(threadIdx.x, threadIdx.y)] = segment_at(source, x, y);
  }
  __syncthreads();
}

/// The smallest label of a pixel and the neighbours that it is linked with. `labels` has no border: a neighbour beyond
/// the tile has segment 0, which no foreground pixel has.
template <int connectivity>
__device__ int smallest_label(const std::uint32_t* segments, const int* labels, int label) {
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const std::uint32_t segment = segments[padded_index(x, y)];
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      if (connectivity == 4 && dx != 0 && dy != 0) continue;
      if (segments[padded_index(x + dx, y + dy)] == segment) label = min(label, labels[(y + dy) * tile_side + x + dx]);
    }
  }
  return label;
}

/// Kernel 1. A thread is a pixel of its tile. grid: tiles; block: 16x16.
template <int connectivity>
__global__ void __launch_bounds__(tile_pixels) label_tiles(PixelSource source, Extent extent, std::uint32_t* forest) {
  __shared__ std::uint32_t segments[padded_side * padded_side];
  __shared__ int labels[tile_pixels];
  load_segments(source, extent, segments);
  const int own = threadIdx.y * tile_side + threadIdx.x;
  const bool foreground = segments[padded_index(threadIdx.x, threadIdx.y)] != 0;

  int label = own;
  while (true) {
    labels[own] = label;
    __syncthreads();
    const int smallest = foreground ? smallest_label<connectivity>(segments, labels, label) : label;
    __syncthreads();
    // Here every label is a root. Several pixels may hang the same root: the smallest parent stays, and the pixels
    // whose parent was not taken see different labels again in the next round.
    if (smallest < label) atomicMin(&labels[label], smallest);
    if (__syncthreads_or(smallest < label) == 0) break;
    while (labels[label] != label) label = labels[label];
    __syncthreads();
  }

  const int x = blockIdx.x * tile_side + threadIdx.x;
  const int y = blockIdx.y * tile_side + threadIdx.y;
  if (x >= extent.width || y >= extent.height) return;
  const std::uint32_t width = extent.width;
  const std::uint32_t root_x = blockIdx.x * tile_side + label % tile_side;
  const std::uint32_t root_y = blockIdx.y * tile_side + label / tile_side;
  forest[y * width + x] = foreground ? root_y * width + root_x + 1 : 0;
}

/// What a block of kernel 2 merges: the pixels from (x0, y0) to before (x1, y1).
struct Group {
  int x0;
  int y0;
  int x1;
  int y1;
  __device__ bool has(int x, int y) const { return x >= x0 && x < x1 && y >= y0 && y < y1; }
};

/// Unites pixel (x, y) with (u, v) where the group has both and they are linked; true where that changed a tree. Both
/// are foreground or neither is where their segments are the same.
__device__ bool unite_linked(const PixelSource& source, int width, std::uint32_t* forest, const Group& group, int x,
                             int y, int u, int v) {
  if (!group.has(x, y) || !group.has(u, v)) return false;
  const std::uint32_t segment = segment_at(source, x, y);
  if (segment == 0 || segment_at(source, u, v) != segment) return false;
  return unite(forest, static_cast<std::uint32_t>(y) * width + x, static_cast<std::uint32_t>(v) * width + u);
}

/// Kernel 2. Threads (x, y, all z) have tile (x, y) of the group's 4x4 and go along its bottom border, then along its
/// right one, as often as it takes. Diagonal neighbours across a corner are reached from both borders. Pairs that leave
/// the group are the next level's. grid: groups; block: 4 x 4 x threads along a border.
///
///      ----------+----------        bottom border of a tile: p with sw, s, se
///           p    |    q             right border:            p with ne, e, se
///      ----------+----------
///           r    |    s
template <int connectivity>
__global__ void __launch_bounds__(most_merging_threads)
    merge_tiles(PixelSource source, Extent extent, std::uint32_t* forest, int side) {
  const int group_side = merged_tiles * side;
  Group group;
  group.x0 = blockIdx.x * group_side;
  group.y0 = blockIdx.y * group_side;
  group.x1 = min(group.x0 + group_side, extent.width);
  group.y1 = min(group.y0 + group_side, extent.height);
  const int left = group.x0 + threadIdx.x * side;
  const int top = group.y0 + threadIdx.y * side;
  const int right = left + side - 1;
  const int bottom = top + side - 1;

  bool changed = true;
  while (__syncthreads_or(changed) != 0) {
    changed = false;
    for (int i = threadIdx.z; i < side; i += blockDim.z) {
      for (int d = -1; d <= 1; ++d) {
        if (connectivity == 4 && d != 0) continue;
        const int x = left + i;
        changed |= unite_linked(source, extent.width, forest, group, x, bottom, x + d, bottom + 1);
        const int y = top + i;
        changed |= unite_linked(source, extent.width, forest, group, right, y, right + 1, y + d);
      }
    }
  }
}

/// Kernel 3. A thread is a pixel beside a border between tiles of `side`: first all pixels above and below the
/// horizontal borders, line by line, then all those left and right of the vertical ones.
__global__ void flatten_borders(Extent extent, std::uint32_t* forest, int side, std::uint32_t horizontal,
                                std::uint32_t vertical) {
  const std::uint32_t width = extent.width;
  const std::uint32_t height = extent.height;
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  // Line 2k lies before border k, line 2k + 1 behind it.
  std::uint32_t index = 0;
  if (i < horizontal) {
    const std::uint32_t line = i / width;
    index = ((line / 2 + 1) * side - 1 + line % 2) * width + i % width;
  } else if (i - horizontal < vertical) {
    const std::uint32_t line = (i - horizontal) / height;
    index = (i - horizontal) % height * width + (line / 2 + 1) * side - 1 + line % 2;
  } else {
    return;
  }
  const std::uint32_t label = load_entry(forest, index);
  if (label != 0) store_entry(forest, index, find_root(forest, label));
}

/// Kernel 4. A thread is a pixel. grid and block: one-dimensional.
__global__ void flatten_labels(std::uint32_t pixels, std::uint32_t* forest) {
  const std::uint32_t index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= pixels) return;
  const std::uint32_t label = load_entry(forest, index);
  if (label != 0) store_entry(forest, index, find_root(forest, label));
}

constexpr int flat_block = 256;

Status launch_flatten_borders(const Job& job, int side) {
  const int width = job.extent.width;
  const int height = job.extent.height;
  // Borders between tiles: a side that ends with the image has none behind it.
  const std::uint32_t horizontal = 2U * ((height - 1) / side) * width;
  const std::uint32_t vertical = 2U * ((width - 1) / side) * height;
  return launch("flatten_borders", job, blocks_for(std::int64_t{horizontal} + vertical, flat_block), flat_block,
                flatten_borders, job.extent, job.forest, side, horizontal, vertical);
}

template <int connectivity>
Status run(const Job& job) {
  const int width = job.extent.width;
  const int height = job.extent.height;
  const dim3 tiles(blocks_for(width, tile_side), blocks_for(height, tile_side));
  const Status labeled = launch("label_tiles", job, tiles, dim3(tile_side, tile_side), label_tiles<connectivity>,
                                job.source, job.extent, job.forest);
  if (!labeled) return labeled;
  for (int side = tile_side; side < std::max(width, height); side *= merged_tiles) {
    if (side > tile_side) {
      if (Status flat = launch_flatten_borders(job, side); !flat) return flat;
    }
    const int group_side = merged_tiles * side;
    const dim3 groups(blocks_for(width, group_side), blocks_for(height, group_side));
    const dim3 block(merged_tiles, merged_tiles, std::min(side, most_threads_along_border));
    const Status merged =
        launch("merge_tiles", job, groups, block, merge_tiles<connectivity>, job.source, job.extent, job.forest, side);
    if (!merged) return merged;
  }
  return launch("flatten_labels", job, blocks_for(job.extent.elements(), flat_block), flat_block, flatten_labels,
                static_cast<std::uint32_t>(job.extent.elements()), job.forest);
}

}  // namespace

Status run_stava(const Job& job) { return job.connectivity == Connectivity::four ? run<4>(job) : run<8>(job); }

}  // namespace glccl::cuda
