// F. Qin and B. Fang, GPU accelerated parallel labeling algorithm of connected-domains in binary images, Journal of
// Computer Applications, 2010 (in Chinese): a label travels from pixel to pixel until nothing changes.
//
//   init_records     steps 1, 2  once   each pixel is the top of a component of its own
//   spread_labels    step 3      round  every pixel takes the smallest label of itself and its neighbours
//   spread_extents   steps 3, 4  round  a pixel whose label changed points to its new top and extends the top's box
//   write_forest                 once   writes labels to the forest, and the widths of boxes as published
//
// A label is the linear place of a pixel of the same component, in the end of the component's first pixel in raster
// order. A pixel whose label is its own place is a top.
//
// Published for binary images, 8-connected. Where we differ from the text:
// - Step 5 of the text waits for all pixels by __syncthreads(), which waits for the threads of one block only. Here
//   every step is a kernel of its own.
// - Step 4 of the text moves a component's top: if a pixel of the component lies further left than the top, the new top
//   is the place in the old top's row and this pixel's column, which may lie outside of the component. Pixels that
//   point to the old top do not learn of the move, and several pixels may move it at once. Here the top stays, and its
//   flag counts the columns by which the text would move it, as a number that is 0 or less.
// - Step 3 of the text copies the place of the top from the neighbour's record, which another thread may be writing.
//   Here that place is computed from the label.
// - Boxes grow by atomics. The kernel that does this turns no top into an ordinary pixel.
// The extents in the text depend on the order of threads. Here they are exact.
//
// Why it ends, and why the result is right. Only a pixel's own thread stores its label, and a label only falls, so
// there are finitely many changes. A round without a change leaves no linked pixels with different labels. The label of
// a component is then the smallest place in it, its first pixel's, which is the one pixel that stays a top. Every other
// pixel takes this label once, and in that round extends the box of the top. So each box holds all pixels of its
// component, in whatever order they came.
#include "cuda/methods/common/forest.cuh"
#include "cuda/methods/common/pixels.cuh"
#include "cuda/methods/common/rounds.hpp"
#include "lab/cuda/run.hpp"

namespace glccl::cuda {
namespace {

/// The paper's 512 threads.
constexpr unsigned block_width = 32;
constexpr unsigned block_height = 16;

/// The paper's NPixel; lab::QinRecord describes it. Until write_forest, a top's width is that of the box to the right
/// of the top.
struct alignas(16) PixelRecord {
  int code;
  int width;
  int height;
  int flag;
};
constexpr int no_code = -1;   ///< The code of background.
constexpr int ordinary = 1;   ///< The flag of a pixel that is no top.
constexpr int relabeled = 2;  ///< The flag of a pixel whose label has changed in this round.

/// Whether a flag is a top's: the x of the box's left side, counted from the top, which is 0 or less.
__device__ bool is_top(int flag) { return flag <= 0; }

/// Loads a field as other threads last stored it.
__device__ int load_field(const int& field) { return *static_cast<const volatile int*>(&field); }

__global__ void init_records(PixelSource source, Extent extent, PixelRecord* records) {
  const Pixel p = pixel_of_thread();
  if (!has(extent, p)) return;
  const std::uint32_t index = index_of(extent, p);
  const bool foreground = is_foreground(source, segment_at(source, p.x, p.y));
  records[index] = {foreground ? static_cast<int>(index) : no_code, 0, 0, 0};
}

/// Sets *changed if a label changed.
template <int connectivity>
__global__ void spread_labels(PixelSource source, Extent extent, PixelRecord* records, std::uint32_t* changed) {
  const Pixel p = pixel_of_thread();
  if (!has(extent, p)) return;
  PixelRecord& record = records[index_of(extent, p)];
  const int code = record.code;
  if (code == no_code) return;
  int smallest = code;
  visit_neighbors<connectivity>(extent, p, [&](Pixel q) {
    const int other = load_field(records[index_of(extent, q)].code);
    if (other != no_code && other < smallest && share_segment(source, p, q)) smallest = other;
  });
  if (smallest == code) return;
  *static_cast<volatile int*>(&record.code) = smallest;
  record.flag = relabeled;
  *changed = 1;
}

/// Takes the pixels whose labels have changed. If the pixel that the label names is no top any more, the label will
/// change again, and there is no box to extend.
__global__ void spread_extents(Extent extent, PixelRecord* records) {
  const Pixel p = pixel_of_thread();
  if (!has(extent, p)) return;
  PixelRecord& record = records[index_of(extent, p)];
  if (record.flag != relabeled) return;
  const int top_x = record.code % extent.width;
  const int top_y = record.code / extent.width;
  record.width = top_x;
  record.height = top_y;
  record.flag = ordinary;
  PixelRecord& top = records[record.code];
  const int flag = load_field(top.flag);
  if (!is_top(flag)) return;
  // Most pixels do not extend the box: comparing first is cheaper than an atomic.
  if (p.x - top_x < flag) atomicMin(&top.flag, p.x - top_x);
  if (p.x - top_x > load_field(top.width)) atomicMax(&top.width, p.x - top_x);
  if (p.y - top_y > load_field(top.height)) atomicMax(&top.height, p.y - top_y);
}

__global__ void write_forest(Extent extent, PixelRecord* records, std::uint32_t* forest) {
  const Pixel p = pixel_of_thread();
  if (!has(extent, p)) return;
  const std::uint32_t index = index_of(extent, p);
  PixelRecord& record = records[index];
  store_entry(forest, index, static_cast<std::uint32_t>(record.code - no_code));
  if (is_top(record.flag)) record.width -= record.flag;
}

template <int connectivity>
Result<void> run(const Job& job) {
  const Extent extent = job.extent;
  const dim3 block(block_width, block_height);
  const dim3 grid = grid_over(extent, block);
  auto* records = static_cast<PixelRecord*>(job.work);
  const Result<void> begun = launch("init_records", job, grid, block, init_records, job.source, extent, records);
  if (!begun) return begun;
  const Result<void> stable = repeat_until_stable(job, [&]() -> Result<void> {
    const Result<void> spread = launch("spread_labels", job, grid, block, spread_labels<connectivity>, job.source,
                                       extent, records, job.changed.on_device);
    if (!spread) return spread;
    return launch("spread_extents", job, grid, block, spread_extents, extent, records);
  });
  if (!stable) return stable;
  return launch("write_forest", job, grid, block, write_forest, extent, records, job.forest);
}

}  // namespace

Result<void> run_qin(const Job& job) { return job.connectivity == Connectivity::four ? run<4>(job) : run<8>(job); }

std::size_t qin_work_bytes(const Job& job) {
  return sizeof(PixelRecord) * static_cast<std::size_t>(job.extent.elements());
}

}  // namespace glccl::cuda
