// O. Stava and B. Benes, Connected Component Labeling in CUDA, GPU Computing Gems (Emerald Edition), chapter 35.
//
//   kernel 1  label_tiles      once            solves each tile of 16x16 pixels in shared memory (figure 35.8)
//   kernel 2  merge_tiles      per level       merges the trees of 4x4 tiles along their borders (figure 35.10)
//   kernel 3  flatten_borders  between levels  hangs the pixels on borders of merged tiles directly below their roots
//   kernel 4  flatten_labels   once            does the same for every pixel (section 35.3.5)
//
// A merged tile is a tile of the next level: sides 16, 64, 256, 1024, 4096, and so on. The loops that run until nothing
// changes are inside kernels 1 and 2. The launches therefore follow from the extent alone, and nothing is read back.
//
// Beyond the chapter: any width and height (its section 35.4.2 asks for powers of two), 4-connectivity, other criteria
// than 8-bit segments. Where we differ from the listings:
// - Figure 35.8 leaves its loop if sChanged is 1. It must leave if sChanged is 0, as figure 35.10 and the text say.
// - Figure 35.8 links equal segments, zero among them, so background and the border around the tile take part. Here
//   background never takes part.
// - The flag sChanged is the value of __syncthreads_or. This saves a barrier per round and shared memory that all
//   threads write.
// - Labels are 1 + the pixel's index, so that 0 is background. Labels in shared memory count a tile's pixels in raster
//   order, without the border, so that labels have the same order there and in global memory.
#include <algorithm>

#include "cuda/methods/common/forest.cuh"
#include "cuda/methods/common/pixels.cuh"
#include "cuda/methods/methods.hpp"
#include "cuda/runtime/criterion.cuh"
#include "cuda/runtime/launch.cuh"

namespace glccl::cuda {
namespace {

constexpr int tile_side = 16;
constexpr int tile_pixels = tile_side * tile_side;
constexpr int padded_side = tile_side + 2;
/// One block of kernel 2 merges this many tiles in each direction (figure 35.9).
constexpr int merged_tiles = 4;
/// CUDA's limit of threads in z, the direction in which kernel 2's threads go along a border.
constexpr unsigned most_threads_along_border = 64;
constexpr unsigned most_merging_threads = merged_tiles * merged_tiles * most_threads_along_border;
/// The side of a group that holds any image.
constexpr std::int64_t largest_group = 0x7FFFFFFF;

/// The place of a tile's pixel among the tile's segments, which have a border of zeros.
__device__ int padded_index(int x, int y) { return (y + 1) * padded_side + x + 1; }

/// The first pixel of a tile. Unsigned, because tiles may reach beyond 2^31 - 1.
struct FirstPixel {
  std::uint32_t x;
  std::uint32_t y;
};

/// The first pixel of the block's tile in kernel 1.
__device__ FirstPixel first_of_tile() { return {blockIdx.x * tile_side, block_row() * tile_side}; }

/// Loads the tile's segments, with zeros around them and beyond the image. The border does not hold the neighbouring
/// tiles' pixels, because kernel 1 links within a tile only.
__device__ void load_segments(const PixelSource& source, Extent extent, std::uint32_t* segments) {
  for (int i = threadIdx.y * tile_side + threadIdx.x; i < padded_side * padded_side; i += tile_pixels) segments[i] = 0;
  __syncthreads();
  const auto [left, top] = first_of_tile();
  const std::uint32_t x = left + threadIdx.x;
  const std::uint32_t y = top + threadIdx.y;
  if (has(extent, x, y)) segments[padded_index(threadIdx.x, threadIdx.y)] = segment_at(source, x, y);
  __syncthreads();
}

/// Whether pixel (x, y) of the block's tile lies in the tile and in the image.
__device__ bool has_pixel(Extent extent, int x, int y) {
  const auto [left, top] = first_of_tile();
  return x >= 0 && y >= 0 && x < tile_side && y < tile_side && has(extent, left + x, top + y);
}

/// The smallest label of a pixel and its linked neighbours. `labels` has no border: a neighbour beyond the tile has
/// segment 0, which no foreground pixel has, unless Equal has no background.
template <int connectivity>
__device__ int smallest_label(const std::uint32_t* segments, const int* labels, int label, Extent extent) {
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const std::uint32_t segment = segments[padded_index(x, y)];
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      if (connectivity == 4 && dx != 0 && dy != 0) continue;
      if (segments[padded_index(x + dx, y + dy)] != segment) continue;
      if (segment != 0 || has_pixel(extent, x + dx, y + dy)) label = min(label, labels[(y + dy) * tile_side + x + dx]);
    }
  }
  return label;
}

/// Kernel 1. One thread per pixel of a tile. grid: tiles, grid_of(); block: 16x16.
template <int connectivity>
__global__ void __launch_bounds__(tile_pixels) label_tiles(PixelSource source, Extent extent, std::uint32_t* forest) {
  __shared__ std::uint32_t segments[padded_side * padded_side];
  __shared__ int labels[tile_pixels];
  load_segments(source, extent, segments);
  const int own = threadIdx.y * tile_side + threadIdx.x;
  const bool foreground = has_pixel(extent, threadIdx.x, threadIdx.y) &&
                          is_foreground(source, segments[padded_index(threadIdx.x, threadIdx.y)]);

  int label = own;
  while (true) {
    labels[own] = label;
    __syncthreads();
    const int smallest = foreground ? smallest_label<connectivity>(segments, labels, label, extent) : label;
    __syncthreads();
    // Here every label is a root. Several pixels may hang the same root. The smallest parent stays, and the pixels
    // whose parent was not taken see different labels again in the next round.
    if (smallest < label) atomicMin(&labels[label], smallest);
    if (__syncthreads_or(smallest < label) == 0) break;
    while (labels[label] != label) label = labels[label];
    __syncthreads();
  }

  const auto [left, top] = first_of_tile();
  const std::uint32_t x = left + threadIdx.x;
  const std::uint32_t y = top + threadIdx.y;
  if (!has(extent, x, y)) return;
  const std::uint32_t width = extent.width;
  const std::uint32_t root_x = left + label % tile_side;
  const std::uint32_t root_y = top + label / tile_side;
  forest[y * width + x] = foreground ? root_y * width + root_x + 1 : 0;
}

/// The pixels that a block of kernel 2 merges, from (x0, y0) to before (x1, y1). Unsigned: a place left of column 0 or
/// above row 0 wraps to one far outside.
struct Group {
  std::uint32_t x0;
  std::uint32_t y0;
  std::uint32_t x1;
  std::uint32_t y1;
  __device__ bool has(std::uint32_t x, std::uint32_t y) const { return x >= x0 && x < x1 && y >= y0 && y < y1; }
};

/// Unites pixel (x, y) with (u, v) if the group has both and they are linked. Returns whether that changed a tree.
__device__ bool unite_linked(const PixelSource& source, std::uint32_t width, std::uint32_t* forest, const Group& group,
                             std::uint32_t x, std::uint32_t y, std::uint32_t u, std::uint32_t v) {
  if (!group.has(x, y) || !group.has(u, v)) return false;
  const std::uint32_t segment = segment_at(source, x, y);
  if (!is_foreground(source, segment) || segment_at(source, u, v) != segment) return false;
  return unite(forest, y * width + x, v * width + u);
}

/// Kernel 2. Threads (x, y, all z) have tile (x, y) of the group's 4x4. They go along the tile's bottom border and its
/// right border until no tree changes. Both borders reach the diagonal neighbours across a corner. Pairs that leave the
/// group belong to the next level. grid: groups, grid_of(); block: 4 x 4 x threads along a border.
///
///      ----------+----------        bottom border of a tile: p with sw, s, se
///           p    |    q             right border:            p with ne, e, se
///      ----------+----------
///           r    |    s
template <int connectivity>
__global__ void __launch_bounds__(most_merging_threads)
    merge_tiles(PixelSource source, Extent extent, std::uint32_t* forest, std::uint32_t side,
                std::uint32_t group_side) {
  Group group;
  group.x0 = blockIdx.x * group_side;
  group.y0 = block_row() * group_side;
  group.x1 = min(group.x0 + group_side, static_cast<std::uint32_t>(extent.width));
  group.y1 = min(group.y0 + group_side, static_cast<std::uint32_t>(extent.height));
  const std::uint32_t left = group.x0 + threadIdx.x * side;
  const std::uint32_t top = group.y0 + threadIdx.y * side;
  const std::uint32_t right = left + side - 1;
  const std::uint32_t bottom = top + side - 1;

  bool changed = true;
  while (__syncthreads_or(changed) != 0) {
    changed = false;
    for (std::uint32_t i = threadIdx.z; i < side; i += blockDim.z) {
      for (int d = -1; d <= 1; ++d) {
        if (connectivity == 4 && d != 0) continue;
        const std::uint32_t x = left + i;
        changed |= unite_linked(source, extent.width, forest, group, x, bottom, x + d, bottom + 1);
        const std::uint32_t y = top + i;
        changed |= unite_linked(source, extent.width, forest, group, right, y, right + 1, y + d);
      }
    }
  }
}

/// Kernel 3. One thread per pixel beside a border between tiles of `side`: first the pixels above and below the
/// horizontal borders, line by line, then the pixels left and right of the vertical borders.
__global__ void flatten_borders(Extent extent, std::uint32_t* forest, std::uint32_t side, std::uint32_t horizontal,
                                std::uint32_t vertical) {
  const std::uint32_t width = extent.width;
  const std::uint32_t height = extent.height;
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  // Line 2k lies before border k, line 2k + 1 after it.
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

/// Kernel 4. One thread per pixel. grid and block: one-dimensional.
__global__ void flatten_labels(std::uint32_t pixels, std::uint32_t* forest) {
  const std::uint32_t index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= pixels) return;
  const std::uint32_t label = load_entry(forest, index);
  if (label != 0) store_entry(forest, index, find_root(forest, label));
}

constexpr int flat_block = 256;

Result<void> launch_flatten_borders(const Job& job, std::uint32_t side) {
  const std::uint32_t width = job.extent.width;
  const std::uint32_t height = job.extent.height;
  // Borders lie between tiles: a tile that ends with the image has none after it.
  const std::uint32_t horizontal = 2U * ((height - 1) / side) * width;
  const std::uint32_t vertical = 2U * ((width - 1) / side) * height;
  return launch("flatten_borders", job, blocks_for(std::int64_t{horizontal} + vertical, flat_block), flat_block,
                flatten_borders, job.extent, job.forest, side, horizontal, vertical);
}

template <int connectivity>
Result<void> run(const Job& job) {
  const int width = job.extent.width;
  const int height = job.extent.height;
  const dim3 tiles = grid_of(blocks_for(width, tile_side), blocks_for(height, tile_side));
  const Result<void> labeled = launch("label_tiles", job, tiles, dim3(tile_side, tile_side), label_tiles<connectivity>,
                                      job.source, job.extent, job.forest);
  if (!labeled) return labeled;
  // 64 bits: the last level of an image of 2^30 rows or columns has groups of 2^32.
  for (std::int64_t side = tile_side; side < std::max(width, height); side *= merged_tiles) {
    const auto tile = static_cast<std::uint32_t>(side);
    if (side > tile_side) {
      if (Result<void> flat = launch_flatten_borders(job, tile); !flat) return flat;
    }
    const std::int64_t group = std::min<std::int64_t>(merged_tiles * side, largest_group);
    const dim3 groups = grid_of(blocks_for(width, group), blocks_for(height, group));
    const dim3 block(merged_tiles, merged_tiles, std::min(tile, most_threads_along_border));
    const Result<void> merged = launch("merge_tiles", job, groups, block, merge_tiles<connectivity>, job.source,
                                       job.extent, job.forest, tile, static_cast<std::uint32_t>(group));
    if (!merged) return merged;
  }
  return launch("flatten_labels", job, blocks_for(job.extent.elements(), flat_block), flat_block, flatten_labels,
                static_cast<std::uint32_t>(job.extent.elements()), job.forest);
}

}  // namespace

Result<void> run_stava(const Job& job) {
  if (job.extent.is_volume()) return run_stava_volume(job);
  return job.connectivity == Connectivity::four ? run<4>(job) : run<8>(job);
}

}  // namespace glccl::cuda
