// Connected Components Revisited on Kepler, GPU Technology Conference 2013, session 3193 (slides).
//
//   kernel 1  connect_pixels    once   connectivity bits of each region by warp vote, and every pixel's own label
//   kernel 2  propagate_labels  round  labels travel inside the regions of one colour; four launches per round, until
//                                      no label changes anywhere
//
// A region is 32x32 pixels, one thread per pixel. Regions begin 31 pixels apart, so neighbouring regions share a line
// of pixels, through which labels pass from one region to the next. A region has one of four colours, by whether its
// column and its row are even or odd. Regions of one colour share no pixel: in a launch every label has one writer, and
// no atomics are needed.
//
// A link is the number of further pixels to which a pixel is connected in a straight line inside its region. A pixel
// takes the largest label of these sources:
//
//   LinksGather::one   "1-gather"    its connected neighbours
//   LinksGather::max   "max-gather"  also the ends of its links, which alone would miss branches between the ends
//   LinksGather::root  "LabelRoot"   also its root cell: the pixel that its own label comes from
//
// Beyond the talk: any width and height, background, every criterion, 8-connectivity. Where we differ:
// - The talk keeps the largest label. Here a label is the complement of a forest entry, so that the largest label is
//   the first pixel's in raster order. Global memory holds entries, shared memory and registers hold labels.
// - 8-connectivity, which the talk leaves to the future, takes two more bits per pixel, to the lower right and the
//   lower left. Regions overlap by a pixel, so every pair of diagonal neighbours lies inside one region. Rows, columns
//   and both diagonals are then lines of 32 pixels (place_on), and every step along rows is also done along the others.
// - Background pixels and pixels outside the image have no bits.
// - In the talk, threads read labels in shared memory that others write at the same time. Here shared memory holds the
//   labels twice: each step reads one copy and writes the other, with one barrier per step.
// - LabelRoot is looked up once per launch, before labels travel.
// The talk leaves numbering components by compaction of their root cells to the future: number_roots() in number.cu.
#include "cuda/methods/common/forest.cuh"
#include "cuda/methods/common/pixels.cuh"
#include "cuda/methods/common/rounds.hpp"
#include "cuda/methods/links.cuh"
#include "cuda/methods/methods.hpp"
#include "cuda/runtime/criterion.cuh"
#include "cuda/runtime/launch.cuh"

namespace glccl::cuda {
namespace {

/// The side of a region. A warp's threads have one line of it.
constexpr int side = 32;
constexpr int region_pixels = side * side;
/// Pixels from a region to the next.
constexpr int region_step = side - 1;
/// Steps that lengthen links, each of which doubles their reach: log2(side).
constexpr int link_steps = 5;

/// The number of directions in which pixels have neighbours: rows, columns, diagonals (down to the right),
/// antidiagonals (down to the left). Each is walked both ways.
template <int connectivity>
constexpr int lines = connectivity == 4 ? 2 : 4;

/// The step from a pixel to the next on a line.
__device__ int step_x(int line) { return line == 1 ? 0 : line == 3 ? -1 : 1; }
__device__ int step_y(int line) { return line == 0 ? 0 : 1; }

/// The regions of an image in each direction.
struct RegionGrid {
  unsigned columns;
  unsigned rows;
};

/// A pixel of a region.
struct RegionPixel {
  int x;
  int y;
};

/// Pixel `position` of line `number`, both 0 to 31. A diagonal that leaves the region at one side goes on at the other
/// side, so that all lines have 32 pixels. No bit is set where a diagonal goes over.
///
///      rows      columns    diagonals   antidiagonals
///      0 0 0 0   0 1 2 3    0 1 2 3     0 1 2 3
///      1 1 1 1   0 1 2 3    3 0 1 2     1 2 3 0
///      2 2 2 2   0 1 2 3    2 3 0 1     2 3 0 1
///      3 3 3 3   0 1 2 3    1 2 3 0     3 0 1 2
__device__ RegionPixel place_on(int line, int number, int position) {
  if (line == 0) return {position, number};
  return {(number + step_x(line) * position) & (side - 1), position};
}

/// 32-bit words of a region's connectivity bits: line after line, row after row, column x in bit x.
template <int connectivity>
constexpr int region_words = lines<connectivity>* side;

/// Whether the region's pixel is connected to the next pixel on its line: 0 or 1.
__device__ int connected_ahead(const std::uint32_t* bits, int line, RegionPixel place) {
  return static_cast<int>(bits[line * side + place.y] >> place.x & 1U);
}

/// Whether the region's pixel is connected to the pixel before it on its line: 0 or 1.
__device__ int connected_behind(const std::uint32_t* bits, int line, RegionPixel place) {
  const RegionPixel before = {place.x - step_x(line), place.y - step_y(line)};
  if (before.x < 0 || before.x >= side || before.y < 0) return 0;
  return connected_ahead(bits, line, before);
}

/// Kernel 1. One thread per pixel of a region. Where regions overlap, the last one writes the pixel's label. grid:
/// regions, grid_of(); block: 32x32.
template <int connectivity, Measure measure>
__global__ void __launch_bounds__(region_pixels)
    connect_pixels(PixelSource source, Extent extent, std::uint32_t* forest, std::uint32_t* bits, RegionGrid regions) {
  __shared__ uint4 cells[side][side];
  const unsigned region_x = blockIdx.x;
  const unsigned region_y = block_row();
  if (region_y >= regions.rows) return;
  const RegionPixel place = {static_cast<int>(threadIdx.x), static_cast<int>(threadIdx.y)};
  const std::uint32_t x = region_x * region_step + place.x;
  const std::uint32_t y = region_y * region_step + place.y;
  const bool inside = has(extent, x, y);
  const uint4 cell = inside ? cell_at(source, x, y) : uint4{0, 0, 0, 0};
  cells[place.y][place.x] = cell;
  __syncthreads();

  const std::size_t region = static_cast<std::size_t>(region_y) * regions.columns + region_x;
  for (int line = 0; line < lines<connectivity>; ++line) {
    const int dx = step_x(line);
    const int dy = step_y(line);
    const int u = place.x + dx;
    const int v = place.y + dy;
    const bool has_next = inside && u >= 0 && u < side && v < side && has(extent, x + dx, y + dy);
    const unsigned word = __ballot_sync(whole_warp, has_next && are_linked<measure>(source, cell, cells[v][u]));
    if (place.x == 0) bits[region * region_words<connectivity> + line * side + place.y] = word;
  }

  const bool last_x = place.x < region_step || region_x + 1 == regions.columns;
  const bool last_y = place.y < region_step || region_y + 1 == regions.rows;
  if (!inside || !last_x || !last_y) return;
  const std::uint32_t index = y * extent.width + x;
  store_entry(forest, index, is_foreground(source, cell) ? index + 1 : 0);
}

/// The two links of a pixel on a line, in pixels. Without max-gather they end at the next pixel.
struct LinkPair {
  int ahead;
  int behind;
};

/// The distance between rows in shared memory that costs the fewest bank conflicts. 33 puts the pixels of a column into
/// 32 banks. 34 puts the pixels of a diagonal and of an antidiagonal into 32 banks, and two pixels of a column into
/// each of 16.
template <int connectivity>
constexpr int stride = connectivity == 4 ? side + 1 : side + 2;

template <int connectivity>
constexpr int region_entries = side* stride<connectivity>;

template <int connectivity>
__device__ int entry_of(RegionPixel place) {
  return place.y * stride<connectivity> + place.x;
}

/// Adds to a link, `steps` times, the link of the pixel that it leads to. `step` is the distance in shared memory from
/// a pixel to the next on the line.
__device__ int lengthen(int link, int steps, int* shared, int entry, int step) {
  for (int i = 0; i < steps; ++i) {
    shared[entry] = link;
    __syncthreads();
    link += shared[entry + link * step];
    __syncthreads();
  }
  return link;
}

/// Does the same by warp shuffles: the threads of a warp have the pixels of a line. step: 1 ahead, -1 behind.
__device__ int lengthen_by_shuffle(int link, int steps, int step) {
  for (int i = 0; i < steps; ++i) link += __shfl_sync(whole_warp, link, threadIdx.x + link * step);
  return link;
}

/// Passes labels through the region, through shared memory alone, until no label changes. labels[0] holds the labels of
/// all pixels before and after. Thread (x, y) has pixel (x, y). Pixels that are connected inside the region end with
/// the same label, because the last round has compared each pixel with its neighbours both ways.
template <int connectivity>
__device__ void propagate_in_shared(const std::uint32_t* bits, bool far,
                                    std::uint32_t (*labels)[region_entries<connectivity>]) {
  constexpr int line_count = lines<connectivity>;
  static_assert(line_count % 2 == 0, "a round ends in the array in which it began");
  const RegionPixel place = {static_cast<int>(threadIdx.x), static_cast<int>(threadIdx.y)};
  const int entry = entry_of<connectivity>(place);
  const int steps = far ? link_steps : 0;
  LinkPair links[line_count];
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

/// Does the same, but labels pass along a line from thread to thread of a warp. Shared memory only hands labels over
/// from one kind of line to the next: each thread reads and writes the entry of its pixel on the line, so that one
/// barrier between two kinds is enough. (The talk transposes for columns.) A pixel without a link reads its own label.
template <int connectivity>
__device__ void propagate_by_shuffle(const std::uint32_t* bits, bool far, std::uint32_t* labels) {
  constexpr int line_count = lines<connectivity>;
  const int lane = threadIdx.x;
  const int number = threadIdx.y;
  const int steps = far ? link_steps : 0;
  LinkPair links[line_count];
  for (int line = 0; line < line_count; ++line) {
    const RegionPixel place = place_on(line, number, lane);
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
      std::uint32_t largest = max(label, __shfl_sync(whole_warp, label, lane + min(ahead, 1)));
      largest = max(largest, __shfl_sync(whole_warp, label, lane - min(behind, 1)));
      if (far) {
        largest = max(largest, __shfl_sync(whole_warp, label, lane + ahead));
        largest = max(largest, __shfl_sync(whole_warp, label, lane - behind));
      }
      labels[entry] = largest;
      changed |= largest != label;
      if (line + 1 < line_count) __syncthreads();
    }
    changed = __syncthreads_or(changed) != 0;
  }
}

/// One of the four colours: every other region in both directions, from region (x, y) on.
struct Color {
  unsigned x;
  unsigned y;
};

/// Kernel 2. grid: regions of the colour, grid_of(); block: 32x32.
///
/// Why stale labels do no harm. With LinksGather::root a thread reads the label of its root cell, which another block
/// may write at the same time. The thread gets a label that the root cell has or had. Labels only come from connected
/// pixels and from root cells, so this label belongs to the component. Labels only grow, so a stale one is too small at
/// worst: the thread may miss a larger label in this round.
///
/// Why the rounds do not end early. Every thread that stores a label sets `changed`. If a round leaves it unset, the
/// round has stored nothing, and every region was stable with the labels in memory. Every pair of connected pixels lies
/// inside a region, so all pixels of a component have the same label. It is the largest of the component, which its
/// first pixel has had from the start. Root cells play no part in this.
template <int connectivity, bool shuffle>
__global__ void __launch_bounds__(region_pixels)
    propagate_labels(Extent extent, std::uint32_t* forest, const std::uint32_t* bits, Color color, RegionGrid regions,
                     LinksGather gather, std::uint32_t* changed) {
  __shared__ std::uint32_t labels[shuffle ? 1 : 2][region_entries<connectivity>];
  const unsigned region_x = 2 * blockIdx.x + color.x;
  const unsigned region_y = 2 * block_row() + color.y;
  if (region_y >= regions.rows) return;
  bits += (static_cast<std::size_t>(region_y) * regions.columns + region_x) * region_words<connectivity>;
  const RegionPixel place = {static_cast<int>(threadIdx.x), static_cast<int>(threadIdx.y)};
  const std::uint32_t x = region_x * region_step + place.x;
  const std::uint32_t y = region_y * region_step + place.y;
  const bool inside = has(extent, x, y);
  const std::uint32_t index = y * extent.width + x;

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

/// The regions of an image. Every pair of neighbouring pixels lies inside one of them.
RegionGrid regions_of(Extent extent) {
  return {blocks_for(extent.width - 1, region_step), blocks_for(extent.height - 1, region_step)};
}

/// Launches a round: the four colours. An image of one row or one column of regions has two of them, an image of one
/// region has one.
template <int connectivity, bool shuffle>
Result<void> launch_round(const Job& job) {
  const RegionGrid regions = regions_of(job.extent);
  const auto* bits = static_cast<const std::uint32_t*>(job.work);
  for (const Color color : {Color{0, 0}, Color{1, 0}, Color{0, 1}, Color{1, 1}}) {
    const unsigned columns = (regions.columns - color.x + 1) / 2;
    const unsigned rows = (regions.rows - color.y + 1) / 2;
    if (columns == 0 || rows == 0) continue;
    const Result<void> launched = launch("propagate_labels", job, grid_of(columns, rows), dim3(side, side),
                                         propagate_labels<connectivity, shuffle>, job.extent, job.forest, bits, color,
                                         regions, job.links.gather, job.changed.on_device);
    if (!launched) return launched;
  }
  return {};
}

/// connect_pixels for a measure.
template <int connectivity>
auto connect_by(Measure measure) {
  switch (measure) {
    case Measure::luminance:
      return connect_pixels<connectivity, Measure::luminance>;
    case Measure::largest:
      return connect_pixels<connectivity, Measure::largest>;
    case Measure::sum:
      break;
  }
  return connect_pixels<connectivity, Measure::sum>;
}

template <int connectivity>
Result<void> run(const Job& job) {
  const RegionGrid regions = regions_of(job.extent);
  const Result<void> connected = launch("connect_pixels", job, grid_of(regions.columns, regions.rows), dim3(side, side),
                                        connect_by<connectivity>(job.source.measure), job.source, job.extent,
                                        job.forest, static_cast<std::uint32_t*>(job.work), regions);
  if (!connected) return connected;
  return repeat_until_stable(job, [&job] {
    return job.links.shuffle ? launch_round<connectivity, true>(job) : launch_round<connectivity, false>(job);
  });
}

}  // namespace

Result<void> run_links(const Job& job) {
  if (job.extent.is_volume()) return run_links_volume(job);
  return job.connectivity == Connectivity::four ? run<4>(job) : run<8>(job);
}

std::size_t links_work_bytes(const Job& job) {
  if (job.extent.is_volume()) return links_volume_work_bytes(job);
  const int words = job.connectivity == Connectivity::four ? region_words<4> : region_words<8>;
  const RegionGrid regions = regions_of(job.extent);
  return sizeof(std::uint32_t) * static_cast<std::size_t>(words) * regions.columns * regions.rows;
}

}  // namespace glccl::cuda
