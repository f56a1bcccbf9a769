// cuda-links in space, which the talk leaves to the future: links.cu has the method, with kernels of the same names.
//
// A region is 8x8x8 voxels, one thread per voxel. Regions begin 7 voxels apart, so neighbouring regions share a layer
// of voxels, and every pair of neighbours lies inside a region. A region has one of eight colours, by whether its place
// along each axis is even or odd; regions of one colour share no voxel. A voxel has a bit for each direction in which
// it is connected to the next voxel: 3 for 6 neighbours, 9 for 18, 13 for 26. The proof that the rounds end and end
// right is that of links.cu.
//
// Voxels are compared one by one, and labels pass through shared memory, in two copies: each step reads one and writes
// the other.
#include <cstddef>
#include <cstdint>

#include "cuda/methods/common/forest.cuh"
#include "cuda/methods/common/rounds.hpp"
#include "cuda/methods/links.cuh"
#include "cuda/methods/methods.hpp"
#include "cuda/runtime/criterion.cuh"
#include "cuda/runtime/launch.cuh"
#include "cuda/runtime/slices.cuh"

namespace glccl::cuda {
namespace {

constexpr int side = 8;
constexpr int region_voxels = side * side * side;
/// Voxels from a region to the next.
constexpr int region_step = side - 1;
/// Distances in a region between neighbours along x, y and z.
constexpr int along_y = side;
constexpr int along_z = side * side;

/// A bit per direction in which a voxel is connected to the next one.
using Bits = std::uint16_t;

struct RegionVoxel {
  int x;
  int y;
  int z;
};

__device__ RegionVoxel own_voxel() {
  const int own = threadIdx.x;
  return {own % side, own / along_y % side, own / along_z};
}

__device__ bool in_region(RegionVoxel voxel) {
  return voxel.x >= 0 && voxel.y >= 0 && voxel.z >= 0 && voxel.x < side && voxel.y < side && voxel.z < side;
}

/// Calls visit(direction, step) for the directions from a voxel to those behind it in raster order that differ from it
/// in at most `axes` axes.
template <int axes, class Visit>
__device__ void visit_directions(const Visit& visit) {
  int direction = 0;
  for (int i = 14; i < 27; ++i) {  // 13 is the voxel itself
    const RegionVoxel step = {i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1};
    const int differing = (step.x != 0 ? 1 : 0) + (step.y != 0 ? 1 : 0) + (step.z != 0 ? 1 : 0);
    if (differing <= axes) visit(direction++, step);
  }
}

/// The region of a block: its number, its place, and its first voxel.
struct Region {
  std::size_t number;
  Extent place;
  std::int64_t x;
  std::int64_t y;
  std::int64_t z;
};

__device__ Region region_at(const Extent& regions, const Extent& place) {
  const std::size_t row = static_cast<std::size_t>(place.depth) * regions.height + place.height;
  return {row * regions.width + place.width, place, std::int64_t{place.width} * region_step,
          std::int64_t{place.height} * region_step, std::int64_t{place.depth} * region_step};
}

/// Number `number` of `count` places, as a place.
__device__ Extent place_of(unsigned number, const Extent& count) {
  return {static_cast<int>(number % count.width), static_cast<int>(number / count.width % count.height),
          static_cast<int>(number / count.width / count.height)};
}

__device__ bool has(const Extent& extent, const Region& region, RegionVoxel voxel) {
  return region.x + voxel.x < extent.width && region.y + voxel.y < extent.height && region.z + voxel.z < extent.depth;
}

__device__ std::uint32_t index_of(const Extent& extent, const Region& region, RegionVoxel voxel) {
  return static_cast<std::uint32_t>(((region.z + voxel.z) * extent.height + region.y + voxel.y) * extent.width +
                                    region.x + voxel.x);
}

/// Kernel 1. A thread takes a voxel of a region. Where regions overlap, the last one writes the voxel's label. grid:
/// regions; block: region_voxels.
template <int axes, Measure measure>
__global__ void __launch_bounds__(region_voxels)
    connect_voxels(VolumeSource source, Extent extent, Extent regions, std::uint32_t* forest, Bits* bits) {
  __shared__ uint4 cells[region_voxels];
  const Region region = region_at(regions, place_of(blockIdx.x, regions));
  const RegionVoxel own = own_voxel();
  const bool inside = has(extent, region, own);
  uint4 cell = {0, 0, 0, 0};
  if (inside) {
    cell = cell_at(slice_of(source, static_cast<int>(region.z) + own.z), static_cast<int>(region.x) + own.x,
                   static_cast<int>(region.y) + own.y);
  }
  cells[threadIdx.x] = cell;
  __syncthreads();

  unsigned connected = 0;
  visit_directions<axes>([&](int direction, RegionVoxel step) {
    const RegionVoxel next = {own.x + step.x, own.y + step.y, own.z + step.z};
    if (!inside || !in_region(next) || !has(extent, region, next)) return;
    const uint4& other = cells[next.z * along_z + next.y * along_y + next.x];
    if (are_linked<measure>(source.pixels, cell, other)) connected |= 1U << direction;
  });
  bits[region.number * region_voxels + threadIdx.x] = static_cast<Bits>(connected);

  const bool last = (own.x < region_step || region.place.width + 1 == regions.width) &&
                    (own.y < region_step || region.place.height + 1 == regions.height) &&
                    (own.z < region_step || region.place.depth + 1 == regions.depth);
  if (!inside || !last) return;
  const std::uint32_t index = index_of(extent, region, own);
  store_entry(forest, index, is_foreground(source.pixels, cell) ? index + 1 : 0);
}

/// The largest label of a voxel, its connected neighbours, and with `far` the ends of its links: the farthest voxels to
/// which it is connected in a straight line inside the region.
template <int axes>
__device__ std::uint32_t largest_label(const Bits* bits, const std::uint32_t* labels, bool far) {
  const RegionVoxel own = own_voxel();
  std::uint32_t largest = labels[threadIdx.x];
  visit_directions<axes>([&](int direction, RegionVoxel step) {
    const int distance = step.z * along_z + step.y * along_y + step.x;
    int ahead = threadIdx.x;
    while ((bits[ahead] >> direction & 1U) != 0) {
      ahead += distance;
      if (!far) break;
    }
    int behind = threadIdx.x;
    for (RegionVoxel at = own;;) {
      at = {at.x - step.x, at.y - step.y, at.z - step.z};
      if (!in_region(at) || (bits[behind - distance] >> direction & 1U) == 0) break;
      behind -= distance;
      if (!far) break;
    }
    largest = max(largest, max(labels[ahead], labels[behind]));
    // The neighbours too: a link alone would miss branches between its ends.
    if (ahead != static_cast<int>(threadIdx.x)) largest = max(largest, labels[threadIdx.x + distance]);
    if (behind != static_cast<int>(threadIdx.x)) largest = max(largest, labels[threadIdx.x - distance]);
  });
  return largest;
}

/// Kernel 2. Labels travel inside the regions of one colour, which begin at region `color` and are `count` along each
/// axis. grid: these regions; block: region_voxels.
template <int axes>
__global__ void __launch_bounds__(region_voxels)
    propagate_labels(Extent extent, Extent regions, Extent count, Extent color, std::uint32_t* forest, const Bits* bits,
                     LinksGather gather, std::uint32_t* changed) {
  __shared__ std::uint32_t labels[2][region_voxels];
  __shared__ Bits own_bits[region_voxels];
  const Extent place = place_of(blockIdx.x, count);
  const Region region = region_at(
      regions, {2 * place.width + color.width, 2 * place.height + color.height, 2 * place.depth + color.depth});
  const RegionVoxel own = own_voxel();
  const bool inside = has(extent, region, own);
  const std::uint32_t index = index_of(extent, region, own);
  const std::uint32_t entry = inside ? load_entry(forest, index) : 0;
  std::uint32_t label = flip(entry);
  if (gather == LinksGather::root && entry != 0) label = max(label, flip(load_entry(forest, entry - 1)));
  labels[0][threadIdx.x] = label;
  own_bits[threadIdx.x] = bits[region.number * region_voxels + threadIdx.x];
  __syncthreads();

  int from = 0;
  bool grows = true;
  while (grows) {
    const std::uint32_t largest = largest_label<axes>(own_bits, labels[from], gather != LinksGather::one);
    labels[1 - from][threadIdx.x] = largest;
    from = 1 - from;
    grows = __syncthreads_or(largest != label) != 0;
    label = largest;
  }
  const bool grown = inside && label != flip(entry);
  if (grown) store_entry(forest, index, flip(label));
  if (__syncthreads_or(grown) != 0 && threadIdx.x == 0) store_entry(changed, 0, 1);
}

/// The regions of a volume along each axis.
Extent regions_of(const Extent& extent) {
  const auto count = [](int length) { return static_cast<int>(blocks_for(length - 1, region_step)); };
  return {count(extent.width), count(extent.height), count(extent.depth)};
}

/// Launches a round: the colours that the volume has.
template <int axes>
Result<void> launch_round(const Job& job) {
  const Extent regions = regions_of(job.extent);
  for (int i = 0; i < 8; ++i) {
    const Extent color = {i % 2, i / 2 % 2, i / 4};
    const Extent count = {(regions.width - color.width + 1) / 2, (regions.height - color.height + 1) / 2,
                          (regions.depth - color.depth + 1) / 2};
    if (count.elements() == 0) continue;
    const Result<void> launched =
        launch("propagate_labels", job, static_cast<unsigned>(count.elements()), region_voxels, propagate_labels<axes>,
               job.extent, regions, count, color, job.forest, static_cast<const Bits*>(job.work), job.links.gather,
               job.changed.on_device);
    if (!launched) return launched;
  }
  return {};
}

/// connect_voxels for a measure.
template <int axes>
auto connect_by(Measure measure) {
  switch (measure) {
    case Measure::luminance:
      return connect_voxels<axes, Measure::luminance>;
    case Measure::largest:
      return connect_voxels<axes, Measure::largest>;
    case Measure::sum:
      break;
  }
  return connect_voxels<axes, Measure::sum>;
}

template <int axes>
Result<void> run(const Job& job) {
  const Extent regions = regions_of(job.extent);
  const Result<void> connected = launch("connect_voxels", job, static_cast<unsigned>(regions.elements()), region_voxels,
                                        connect_by<axes>(job.source.measure), source_of(job), job.extent, regions,
                                        job.forest, static_cast<Bits*>(job.work));
  if (!connected) return connected;
  return repeat_until_stable(job, [&job] { return launch_round<axes>(job); });
}

}  // namespace

Result<void> run_links_volume(const Job& job) {
  if (job.connectivity == Connectivity::six) return run<1>(job);
  return job.connectivity == Connectivity::eighteen ? run<2>(job) : run<3>(job);
}

std::size_t links_volume_work_bytes(const Job& job) {
  return sizeof(Bits) * region_voxels * static_cast<std::size_t>(regions_of(job.extent).elements());
}

}  // namespace glccl::cuda
