// Connected Components Revisited on Kepler, GPU Technology Conference 2013, session 3193 (slides).
//
//   kernel 1  connect_pixels    once     connectivity bits of each region by warp vote, and every pixel's own label
//   kernel 2  propagate_labels  a round  labels travel inside the regions of one colour; four launches, until no label
//                                        changes anywhere
//
// A region is 32x32 pixels, a thread each. Regions begin 31 pixels apart, so that neighbours share a line of pixels,
// through which labels pass from one to the next. Four colours, by whether a region's column and its row are even or
// odd, part them such that regions of a colour share no pixel: in a launch every label has one writer, and no atomics
// are needed.
//
// A link is how many pixels further a pixel is connected in a straight line inside its region. The labels that a pixel
// takes the largest of are those of its connected neighbours (1-gather); with LinksGather::max also those at the ends
// of its links (max-gather), which alone would miss a branch that leaves in the middle; with LinksGather::root also the
// one at the pixel that its own label comes from (LabelRoot).
//
// Beyond the talk: any width and height, background, every criterion, 8-connectivity. Where we differ:
// - The talk keeps the largest label. Ours count from the image's end: the label of a pixel is the complement of its
//   forest entry, so that the largest is the first pixel's in raster order. The forest holds entries at any time.
// - 8-connectivity, which the talk leaves to the future, is two more bits a pixel, to the lower right and the lower
//   left: regions overlap by a pixel, so that every pair of diagonal neighbours is inside one. Rows, columns and both
//   diagonals are then lines of 32 pixels (place_on), and all that is done along rows is done along each.
// - Background pixels and pixels outside the image have no bits.
// - Labels in shared memory lie twice, and each step reads one and writes the other, a barrier a step; the talk's
//   threads read what others write at the same time.
// - LabelRoot is looked up once a launch, before labels travel.
// The talk's list of regions from the root cells by compaction, its future work too, is number_roots() in number.cu.
#include "cuda/core/criterion.cuh"
#include "cuda/core/forest.cuh"
#include "cuda/core/launch.cuh"
#include "cuda/methods/methods.hpp"
#include "cuda/methods/rounds.hpp"

namespace glccl::cuda {
namespace {

/// Of a region; a warp's threads have a line of it.
constexpr int side = 32;
constexpr int region_pixels = side * side;
/// From a region to the next.
constexpr int region_step = side - 1;
/// Each doubles the reach of a link: log2(side).
constexpr int link_steps = 5;
constexpr unsigned all_lanes = 0xFFFFFFFFU;

/// Directions in which pixels have neighbours: rows, columns, diagonals (down to the right), antidiagonals (down to the
/// left). Each is walked both ways.
template <int connectivity>
constexpr int lines = connectivity == 4 ? 2 : 4;

/// The step from a pixel to the next on a line.
__device__ int step_x(int line) { return line == 1 ? 0 : line == 3 ? -1 : 1; }
__device__ int step_y(int line) { return line == 0 ? 0 : 1; }

/// A pixel of a region.
struct Place {
  int x;
  int y;
};

/// Pixel `position` of line `number`, both 0 to 31. A diagonal that leaves the region at one side goes on at the other,
/// so that all have 32 pixels; where it does, no bit is set.
///
///      rows      columns    diagonals   antidiagonals
///      0 0 0 0   0 1 2 3    0 1 2 3     0 1 2 3
///      1 1 1 1   0 1 2 3    3 0 1 2     1 2 3 0
///      2 2 2 2   0 1 2 3    2 3 0 1     2 3 0 1
///      3 3 3 3   0 1 2 3    1 2 3 0     3 0 1 2
__device__ Place place_on(int line, int number, int position) {
  if (line == 0) return {position, number};
  return {(number + step_x(line) * position) & (side - 1), position};
}

/// 32-bit words of a region's connectivity bits: line after line, row after row, column x in bit x.
template <int connectivity>
constexpr int region_words = lines<connectivity>* side;

/// Whether the region's pixel is connected to the next one on its line: 0 or 1.
__device__ int connected_ahead(const std::uint32_t* bits, int line, Place place) {
  return static_cast<int>(bits[line * side + place.y] >> place.x & 1U);
}

/// Whether it is connected to the one before.
__device__ int connected_behind(const std::uint32_t* bits, int line, Place place) {
  const Place before = {place.x - step_x(line), place.y - step_y(line)};
  if (before.x < 0 || before.x >= side || before.y < 0) return 0;
  return connected_ahead(bits, line, before);
}

/// Kernel 1. A thread is a pixel of its region; where regions overlap, the last has the pixel's label. grid: regions;
/// block: 32x32.
template <int connectivity>
__global__ void __launch_bounds__(region_pixels)
    connect_pixels(PixelSource source, Extent extent, std::uint32_t* forest, std::uint32_t* bits) {
  __shared__ uint4 cells[side][side];
  const Place place = {static_cast<int>(threadIdx.x), static_cast<int>(threadIdx.y)};
  const int x = blockIdx.x * region_step + place.x;
  const int y = blockIdx.y * region_step + place.y;
  const bool inside = x < extent.width && y < extent.height;
  const uint4 cell = inside ? cell_at(source, x, y) : uint4{0, 0, 0, 0};
  cells[place.y][place.x] = cell;
  __syncthreads();

  const std::size_t region = static_cast<std::size_t>(blockIdx.y) * gridDim.x + blockIdx.x;
  for (int line = 0; line < lines<connectivity>; ++line) {
    const int dx = step_x(line);
    const int dy = step_y(line);
    const int u = place.x + dx;
    const int v = place.y + dy;
    const bool has_next = inside && u >= 0 && u < side && v < side && x + dx < extent.width && y + dy < extent.height;
    const unsigned word = __ballot_sync(all_lanes, has_next && are_linked(source, cell, cells[v][u]));
    if (place.x == 0) bits[region * region_words<connectivity> + line * side + place.y] = word;
  }

  const bool last_x = place.x < region_step || blockIdx.x + 1 == gridDim.x;
  const bool last_y = place.y < region_step || blockIdx.y + 1 == gridDim.y;
  if (!inside || !last_x || !last_y) return;
  const std::uint32_t index = static_cast<std::uint32_t>(y) * extent.width + x;
  store_entry(forest, index, is_foreground(source, cell) ? index + 1 : 0);
}

/// From a forest entry to a label, and back: 0 stays 0, below all labels, and the smallest entry is the largest label.
__device__ std::uint32_t flip(std::uint32_t entry) { return entry == 0 ? 0 : ~entry; }

/// How many pixels further a pixel is connected on a line. Without max-gather links end at the first.
struct Links {
  int ahead;
  int behind;
};

/// The distance between rows in shared memory that costs the fewest bank conflicts: 33 puts the pixels of a column
/// into 32 banks, 34 those of a diagonal and of an antidiagonal, and two of a column into each.
template <int connectivity>
constexpr int stride = connectivity == 4 ? side + 1 : side + 2;

template <int connectivity>
constexpr int region_entries = side* stride<connectivity>;

template <int connectivity>
__device__ int entry_of(Place place) {
  return place.y * stride<connectivity> + place.x;
}

/// Adds to a link, `steps` times, the link of the pixel that it leads to. `step` is the way from an entry of shared
/// memory to the next on the line.
__device__ int lengthen(int link, int steps, int* shared, int entry, int step) {
  for (int i = 0; i < steps; ++i) {
    shared[entry] = link;
    __syncthreads();
    link += shared[entry + link * step];
    __syncthreads();
  }
  return link;
}

/// The same where the pixels of the line are the warp's threads, one after another in direction `step`.
__device__ int lengthen_by_shuffle(int link, int steps, int step) {
  for (int i = 0; i < steps; ++i) link += __shfl_sync(all_lanes, link, threadIdx.x + link * step);
  return link;
}

/// Passes labels through the region until it is stable, through shared memory alone: labels[0] has them, before and
/// after, of all threads. Thread (x, y) has pixel (x, y). Then pixels that are connected inside the region have the
/// same label, because the last round has compared each with its neighbours both ways.
template <int connectivity>
__device__ void propagate_in_shared(const std::uint32_t* bits, bool far,
                                    std::uint32_t (*labels)[region_entries<connectivity>]) {
  constexpr int line_count = lines<connectivity>;
  static_assert(line_count % 2 == 0, "a round ends in the array in which it began");
  const Place place = {static_cast<int>(threadIdx.x), static_cast<int>(threadIdx.y)};
  const int entry = entry_of<connectivity>(place);
  const int steps = far ? link_steps : 0;
  Links links[line_count];
  for (int line = 0; line < line_count; ++line) {
    const int step = step_y(line) * stride<connectivity> + step_x(line);
    int* shared = reinterpret_cast<int*>(labels[1]);
    links[line].ahead = lengthen(connected_ahead(bits, line, place), steps, shared, entry, step);
    links[line].behind = lengthen(connected_behind(bits, line, place), steps, shared, entry, -step);
  }
  bool changed = true;
  while (changed) {
    changed = false;
    for (int line = 0; line < line_count; ++line) {
      const int step = step_y(line) * stride<connectivity> + step_x(line);
      const auto [ahead, behind] = links[line];
      const std::uint32_t* from = labels[line % 2] + entry;
      const std::uint32_t label = *from;
      std::uint32_t largest = max(label, max(from[min(ahead, 1) * step], from[-min(behind, 1) * step]));
      if (far) largest = max(largest, max(from[ahead * step], from[-behind * step]));
      labels[1 - line % 2][entry] = largest;
      changed |= largest != label;
      if (line + 1 < line_count) __syncthreads();
    }
    changed = __syncthreads_or(changed) != 0;
  }
}

/// The same with the labels of a line passing from thread to thread of a warp. Shared memory only hands them over from
/// one kind of line to the next: what the talk does by transposing for columns is reading and writing at the places of
/// the line here, an entry a thread, so that a barrier between is enough. A thread that is not connected reads its own
/// label.
template <int connectivity>
__device__ void propagate_by_shuffle(const std::uint32_t* bits, bool far, std::uint32_t* labels) {
  constexpr int line_count = lines<connectivity>;
  const int lane = threadIdx.x;
  const int number = threadIdx.y;
  const int steps = far ? link_steps : 0;
  Links links[line_count];
  for (int line = 0; line < line_count; ++line) {
    const Place place = place_on(line, number, lane);
    links[line].ahead = lengthen_by_shuffle(connected_ahead(bits, line, place), steps, 1);
    links[line].behind = lengthen_by_shuffle(connected_behind(bits, line, place), steps, -1);
  }
  bool changed = true;
  while (changed) {
    changed = false;
    for (int line = 0; line < line_count; ++line) {
      const auto [ahead, behind] = links[line];
      const int entry = entry_of<connectivity>(place_on(line, number, lane));
      const std::uint32_t label = labels[entry];
      std::uint32_t largest = max(label, __shfl_sync(all_lanes, label, lane + min(ahead, 1)));
      largest = max(largest, __shfl_sync(all_lanes, label, lane - min(behind, 1)));
      if (far) {
        largest = max(largest, __shfl_sync(all_lanes, label, lane + ahead));
        largest = max(largest, __shfl_sync(all_lanes, label, lane - behind));
      }
      labels[entry] = largest;
      changed |= largest != label;
      if (line + 1 < line_count) __syncthreads();
    }
    changed = __syncthreads_or(changed) != 0;
  }
}

/// A colour of the four: its regions are every other one in both directions, from (x, y) on.
struct Color {
  int x;
  int y;
};

/// Kernel 2. grid: regions of the colour; block: 32x32. `regions_x` is how many regions, of any colour, lie side by
/// side.
///
/// The label of a root cell may be read here while the block that has this pixel writes it. Whichever value is read,
/// the pixel has it or had it: it belongs to the same component, since labels only ever come from connected pixels and
/// from the root cells of their labels, and it is at most the component's largest. A label that came too late is thus a
/// chance missed, never an error. It cannot end the rounds early either: labels only grow, and whoever stores one sets
/// `changed`. Where a whole round sets nothing, no label was stored in it, every region was stable with the labels in
/// memory as they now are, and so all connected pixels have the same one: the largest of their component, which its
/// first pixel has had from the start. The root cells play no part in this.
template <int connectivity, bool shuffle>
__global__ void __launch_bounds__(region_pixels)
    propagate_labels(Extent extent, std::uint32_t* forest, const std::uint32_t* bits, Color color, int regions_x,
                     LinksGather gather, std::uint32_t* changed) {
  __shared__ std::uint32_t labels[shuffle ? 1 : 2][region_entries<connectivity>];
  const int region_x = 2 * blockIdx.x + color.x;
  const int region_y = 2 * blockIdx.y + color.y;
  bits += (static_cast<std::size_t>(region_y) * regions_x + region_x) * region_words<connectivity>;
  const Place place = {static_cast<int>(threadIdx.x), static_cast<int>(threadIdx.y)};
  const int x = region_x * region_step + place.x;
  const int y = region_y * region_step + place.y;
  const bool inside = x < extent.width && y < extent.height;
  const std::uint32_t index = static_cast<std::uint32_t>(y) * extent.width + x;

  const std::uint32_t entry = inside ? load_entry(forest, index) : 0;
  std::uint32_t label = flip(entry);
  if (gather == LinksGather::root && entry != 0) label = max(label, flip(load_entry(forest, entry - 1)));
  labels[0][entry_of<connectivity>(place)] = label;
  __syncthreads();
  const bool far = gather != LinksGather::one;
  if constexpr (shuffle) {
    propagate_by_shuffle<connectivity>(bits, far, labels[0]);
  } else {
    propagate_in_shared<connectivity>(bits, far, labels);
  }
  label = labels[0][entry_of<connectivity>(place)];
  const bool grown = inside && label != flip(entry);
  if (grown) store_entry(forest, index, flip(label));
  if (__syncthreads_or(grown) != 0 && place.x == 0 && place.y == 0) store_entry(changed, 0, 1);
}

/// Regions in each direction: all pairs of neighbours are inside one.
Extent regions_of(Extent extent) {
  return {static_cast<int>(blocks_for(extent.width - 1, region_step)),
          static_cast<int>(blocks_for(extent.height - 1, region_step))};
}

/// A round: the four colours, of which an image of one row or column of regions has two, and one of one region one.
template <int connectivity, bool shuffle>
Status launch_round(const Job& job) {
  const Extent regions = regions_of(job.extent);
  const auto* bits = static_cast<const std::uint32_t*>(job.work);
  for (const Color color : {Color{0, 0}, Color{1, 0}, Color{0, 1}, Color{1, 1}}) {
    const dim3 grid((regions.width - color.x + 1) / 2, (regions.height - color.y + 1) / 2);
    if (grid.x == 0 || grid.y == 0) continue;
    const Status launched =
        launch("propagate_labels", job, grid, dim3(side, side), propagate_labels<connectivity, shuffle>, job.extent,
               job.forest, bits, color, regions.width, job.links.gather, job.changed.on_device);
    if (!launched) return launched;
  }
  return {};
}

template <int connectivity>
Status run(const Job& job) {
  const Extent regions = regions_of(job.extent);
  const Status connected =
      launch("connect_pixels", job, dim3(regions.width, regions.height), dim3(side, side), connect_pixels<connectivity>,
             job.source, job.extent, job.forest, static_cast<std::uint32_t*>(job.work));
  if (!connected) return connected;
  return repeat_until_stable(job, [&job] {
    return job.links.shuffle ? launch_round<connectivity, true>(job) : launch_round<connectivity, false>(job);
  });
}

}  // namespace

Status run_links(const Job& job) { return job.connectivity == Connectivity::four ? run<4>(job) : run<8>(job); }

std::size_t links_work_bytes(const Job& job) {
  const int words = job.connectivity == Connectivity::four ? region_words<4> : region_words<8>;
  return sizeof(std::uint32_t) * static_cast<std::size_t>(words) *
         static_cast<std::size_t>(regions_of(job.extent).elements());
}

}  // namespace glccl::cuda
