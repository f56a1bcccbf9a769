// Stava and Benes' method in space, to which the chapter says that it extends (stava.cu has it in the plane): tiles are
// blocks of 8x8x4 voxels, and 4x4x4 tiles are merged into one of the next level.
//
//   kernel 1  label_tiles     once       solves each tile in shared memory
//   kernel 2  merge_tiles     per level  merges the trees of 4x4x4 tiles along the faces between them
//   kernel 3  flatten_labels  per level  hangs every voxel directly below its root
//
// The launches follow from the extent alone, and nothing is read back. Voxels are compared one by one, and no code is
// cuda-fast's, so that this judges cuda-fast on a GPU.
#include <algorithm>
#include <cstdint>

#include "cuda/methods/common/forest.cuh"
#include "cuda/methods/methods.hpp"
#include "cuda/runtime/criterion.cuh"
#include "cuda/runtime/launch.cuh"
#include "cuda/runtime/slices.cuh"

namespace glccl::cuda {
namespace {

constexpr int tile_x = 8;
constexpr int tile_y = 8;
constexpr int tile_z = 4;
constexpr int tile_voxels = tile_x * tile_y * tile_z;
/// One block of kernel 2 merges this many tiles in each direction.
constexpr int merged_tiles = 4;
constexpr int merging_threads = 512;
constexpr int flat_block = 256;

/// Coordinates of a voxel, or sides.
struct Sides {
  std::int64_t x;
  std::int64_t y;
  std::int64_t z;
};

__device__ bool has(const Extent& extent, const Sides& voxel) {
  return voxel.x >= 0 && voxel.y >= 0 && voxel.z >= 0 && voxel.x < extent.width && voxel.y < extent.height &&
         voxel.z < extent.depth;
}

/// A voxel's place in raster order.
__device__ std::uint32_t index_of(const Extent& extent, const Sides& voxel) {
  return static_cast<std::uint32_t>((voxel.z * extent.height + voxel.y) * extent.width + voxel.x);
}

/// The segment of a voxel of the volume.
__device__ std::uint32_t segment_at(const VolumeSource& source, const Sides& voxel) {
  return segment_at(slice_of(source, static_cast<int>(voxel.z)), static_cast<int>(voxel.x), static_cast<int>(voxel.y));
}

/// Calls visit(dx, dy, dz) for all steps to neighbours, which differ in at most `axes` axes: 1 for 6 neighbours, 2 for
/// 18, 3 for 26.
template <int axes, class Visit>
__device__ void visit_steps(const Visit& visit) {
  for (int i = 0; i < 27; ++i) {
    const int dx = i % 3 - 1;
    const int dy = i / 3 % 3 - 1;
    const int dz = i / 9 - 1;
    const int differing = (dx != 0 ? 1 : 0) + (dy != 0 ? 1 : 0) + (dz != 0 ? 1 : 0);
    if (differing > 0 && differing <= axes) visit(dx, dy, dz);
  }
}

/// Voxel `own` of a tile.
__device__ int3 place_in_tile(int own) { return {own % tile_x, own / tile_x % tile_y, own / (tile_x * tile_y)}; }

/// The smallest label of a voxel and its linked neighbours in the tile. Voxels outside the volume are not set.
template <int axes>
__device__ int smallest_label(const std::uint32_t* segments, const bool* set, const int* labels, int own) {
  const int3 place = place_in_tile(own);
  int smallest = labels[own];
  visit_steps<axes>([&](int dx, int dy, int dz) {
    const int x = place.x + dx;
    const int y = place.y + dy;
    const int z = place.z + dz;
    if (x < 0 || y < 0 || z < 0 || x >= tile_x || y >= tile_y || z >= tile_z) return;
    const int other = (z * tile_y + y) * tile_x + x;
    if (set[other] && segments[other] == segments[own]) smallest = min(smallest, labels[other]);
  });
  return smallest;
}

/// The first voxel of tile number `tile`, of `count` tiles along each axis.
__device__ Sides first_of_tile(unsigned tile, const Extent& count) {
  return {std::int64_t{tile % count.width} * tile_x, std::int64_t{tile / count.width % count.height} * tile_y,
          std::int64_t{tile / count.width / count.height} * tile_z};
}

/// Kernel 1. A thread takes a voxel. grid: tiles; block: tile_voxels.
template <int axes>
__global__ void __launch_bounds__(tile_voxels)
    label_tiles(VolumeSource source, Extent extent, Extent count, std::uint32_t* forest) {
  __shared__ std::uint32_t segments[tile_voxels];
  __shared__ bool set[tile_voxels];
  __shared__ int labels[tile_voxels];
  const int own = threadIdx.x;
  const Sides first = first_of_tile(blockIdx.x, count);
  const auto voxel_of = [&](int place) {
    const int3 in_tile = place_in_tile(place);
    return Sides{first.x + in_tile.x, first.y + in_tile.y, first.z + in_tile.z};
  };
  const Sides voxel = voxel_of(own);
  const bool inside = has(extent, voxel);
  segments[own] = inside ? segment_at(source, voxel) : 0;
  set[own] = inside && is_foreground(source.pixels, segments[own]);

  int label = own;
  while (true) {
    labels[own] = label;
    __syncthreads();
    const int smallest = set[own] ? smallest_label<axes>(segments, set, labels, own) : label;
    __syncthreads();
    // As in the plane: every label is a root, of which several voxels may hang one. Those whose parent was not taken
    // see different labels in the next round.
    if (smallest < label) atomicMin(&labels[label], smallest);
    if (__syncthreads_or(smallest < label) == 0) break;
    while (labels[label] != label) label = labels[label];
    __syncthreads();
  }
  if (inside) forest[index_of(extent, voxel)] = set[own] ? index_of(extent, voxel_of(label)) + 1 : 0;
}

/// The voxels from `first` to before `last`.
struct VoxelRange {
  Sides first;
  Sides last;
  __device__ bool has(const Sides& voxel) const {
    return voxel.x >= first.x && voxel.y >= first.y && voxel.z >= first.z && voxel.x < last.x && voxel.y < last.y &&
           voxel.z < last.z;
  }
};

/// The voxels of the volume in the tile number `tile` of tiles of `sides`, counted from `from`.
__device__ VoxelRange range_of_tile(const Sides& from, int3 tile, const Sides& sides, const Sides& end) {
  VoxelRange range;
  range.first = {from.x + tile.x * sides.x, from.y + tile.y * sides.y, from.z + tile.z * sides.z};
  range.last = {min(range.first.x + sides.x, end.x), min(range.first.y + sides.y, end.y),
                min(range.first.z + sides.z, end.z)};
  return range;
}

/// Unites two voxels if the group has the second one and they are linked. Returns whether that changed a tree.
__device__ bool unite_linked(const VolumeSource& source, const Extent& extent, std::uint32_t* forest,
                             const VoxelRange& group, const Sides& a, const Sides& b) {
  if (!group.has(b)) return false;
  const std::uint32_t segment = segment_at(source, a);
  if (!is_foreground(source.pixels, segment) || segment_at(source, b) != segment) return false;
  return unite(forest, index_of(extent, a), index_of(extent, b));
}

/// Unites the voxels of a tile's last layer along x (0), y (1) or z (2) with their neighbours behind it: every pair of
/// neighbours in two tiles is met by that with the smaller coordinate on an axis that a border cuts. Pairs that leave
/// the group belong to the next level. A thread takes some voxels of the layer. Returns whether a tree changed.
template <int axes>
__device__ bool merge_layer(const VolumeSource& source, const Extent& extent, std::uint32_t* forest,
                            const VoxelRange& group, VoxelRange layer, int axis) {
  if (axis == 0) layer.first.x = layer.last.x - 1;
  if (axis == 1) layer.first.y = layer.last.y - 1;
  if (axis == 2) layer.first.z = layer.last.z - 1;
  const Sides size = {layer.last.x - layer.first.x, layer.last.y - layer.first.y, layer.last.z - layer.first.z};
  if (size.x <= 0 || size.y <= 0 || size.z <= 0) return false;
  bool changed = false;
  for (std::int64_t i = threadIdx.x; i < size.x * size.y * size.z; i += blockDim.x) {
    const Sides voxel = {layer.first.x + i % size.x, layer.first.y + i / size.x % size.y,
                         layer.first.z + i / size.x / size.y};
    visit_steps<axes>([&](int dx, int dy, int dz) {
      if ((axis == 0 ? dx : axis == 1 ? dy : dz) != 1) return;
      changed |= unite_linked(source, extent, forest, group, voxel, {voxel.x + dx, voxel.y + dy, voxel.z + dz});
    });
  }
  return changed;
}

/// Kernel 2. A block goes along the borders between the 4x4x4 tiles of a group until no tree changes. grid: groups, of
/// which there are `count` along each axis; block: merging_threads.
template <int axes>
__global__ void __launch_bounds__(merging_threads)
    merge_tiles(VolumeSource source, Extent extent, Extent count, std::uint32_t* forest, Sides sides) {
  const Sides group_sides = {merged_tiles * sides.x, merged_tiles * sides.y, merged_tiles * sides.z};
  const int3 number = {static_cast<int>(blockIdx.x % count.width),
                       static_cast<int>(blockIdx.x / count.width % count.height),
                       static_cast<int>(blockIdx.x / count.width / count.height)};
  const VoxelRange group = range_of_tile({0, 0, 0}, number, group_sides, {extent.width, extent.height, extent.depth});
  bool changed = true;
  while (__syncthreads_or(changed) != 0) {
    changed = false;
    for (int i = 0; i < merged_tiles * merged_tiles * merged_tiles; ++i) {
      const int3 tile = {i % merged_tiles, i / merged_tiles % merged_tiles, i / (merged_tiles * merged_tiles)};
      const VoxelRange range = range_of_tile(group.first, tile, sides, group.last);
      for (int axis = 0; axis < 3; ++axis) {
        changed |= merge_layer<axes>(source, extent, forest, group, range, axis);
      }
    }
  }
}

/// Kernel 3. One thread per voxel. grid and block: one-dimensional.
__global__ void flatten_labels(std::uint32_t voxels, std::uint32_t* forest) {
  const std::uint32_t index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= voxels) return;
  const std::uint32_t label = load_entry(forest, index);
  if (label != 0) store_entry(forest, index, find_root(forest, label));
}

/// Tiles of these sides along each axis.
Extent count_tiles(const Extent& extent, const Sides& sides) {
  return {static_cast<int>(blocks_for(extent.width, sides.x)), static_cast<int>(blocks_for(extent.height, sides.y)),
          static_cast<int>(blocks_for(extent.depth, sides.z))};
}

template <int axes>
Result<void> run(const Job& job) {
  const Extent& extent = job.extent;
  const VolumeSource source = source_of(job);
  const auto voxels = static_cast<std::uint32_t>(extent.elements());
  Sides sides = {tile_x, tile_y, tile_z};
  Extent tiles = count_tiles(extent, sides);
  const Result<void> labeled = launch("label_tiles", job, static_cast<unsigned>(tiles.elements()), tile_voxels,
                                      label_tiles<axes>, source, extent, tiles, job.forest);
  if (!labeled) return labeled;
  while (tiles.elements() > 1) {
    const Sides group_sides = {merged_tiles * sides.x, merged_tiles * sides.y, merged_tiles * sides.z};
    const Extent groups = count_tiles(extent, group_sides);
    const Result<void> merged = launch("merge_tiles", job, static_cast<unsigned>(groups.elements()), merging_threads,
                                       merge_tiles<axes>, source, extent, groups, job.forest, sides);
    if (!merged) return merged;
    const Result<void> flat =
        launch("flatten_labels", job, blocks_for(voxels, flat_block), flat_block, flatten_labels, voxels, job.forest);
    if (!flat) return flat;
    sides = group_sides;
    tiles = groups;
  }
  return {};
}

}  // namespace

Result<void> run_stava_volume(const Job& job) {
  if (job.connectivity == Connectivity::six) return run<1>(job);
  return job.connectivity == Connectivity::eighteen ? run<2>(job) : run<3>(job);
}

}  // namespace glccl::cuda
