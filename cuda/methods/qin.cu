// F. Qin and B. Fang, GPU accelerated parallel labeling algorithm of connected-domains in binary images, Journal of
// Computer Applications, 2010 (in Chinese): a label travels from pixel to pixel until nothing changes.
//
//   init_records     steps 1, 2  once   each pixel is the top of a component of its own
//   spread_labels    step 3      round  every pixel takes the smallest label of itself and its neighbours
//   spread_extents   steps 3, 4  round  a pixel whose label changed points to its new top, which makes room for it
//   write_forest                 once   labels for the forest; widths as they are published
//
// Published for binary images, 8-connected. Where we differ from the text:
// - Step 5 waits for all pixels by __syncthreads(), which waits for those of one block. Here a kernel ends instead.
// - Step 4 moves the top of a component to the left where a pixel lies further left, in the top's row, be there a pixel
//   of the component or not, and pixels that point to the old top learn nothing of it; several pixels may move it at
//   the same time. Here the top is the component's first pixel for good, and how far it would have to move is what its
//   flag counts, downwards from 0.
// - Extents grow by atomics, in a kernel of its own, where no top turns into an ordinary pixel. Step 3's pointer is
//   taken from the label, which says where the top is, and not from the neighbour, whose record may be half written.
// So extents are exact where the published ones depend on who comes first.
//
// Why it ends, and right. A pixel's label is stored by its own thread alone and only falls. A round without a change
// leaves each pixel with the smallest label around it, so that linked pixels share one; it is their first pixel's,
// which nothing in the component undercuts. A pixel that lies in a component reaches that label once, and its top,
// which is one for good, then makes room for it: the extents are those of all pixels, in whatever order they came.
#include "cuda/core/forest.cuh"
#include "cuda/core/pixels.cuh"
#include "cuda/methods/methods.hpp"
#include "cuda/methods/rounds.hpp"

namespace glccl::cuda {
namespace {

/// The paper's 512 threads.
constexpr unsigned block_width = 32;
constexpr unsigned block_height = 16;

/// The paper's NPixel. Until write_forest the width of a top counts the columns to the right of it only.
struct alignas(16) Record {
  int code;
  int width;
  int height;
  int flag;
};
constexpr int no_code = -1;  ///< of background
constexpr int ordinary = 1;
constexpr int relabeled = 2;  ///< ordinary, and its label has changed in this round

/// A top: 0, or less by the columns that the component reaches to the left of it.
__device__ bool is_top(int flag) { return flag <= 0; }

/// A field as other threads last left it.
__device__ int load_field(const int& field) { return *static_cast<const volatile int*>(&field); }

__global__ void init_records(PixelSource source, Extent extent, Record* records) {
  const Pixel p = pixel_of_thread();
  if (!has(extent, p)) return;
  const std::uint32_t index = index_of(extent, p);
  const bool foreground = segment_at(source, p.x, p.y) != 0;
  records[index] = {foreground ? static_cast<int>(index) : no_code, 0, 0, 0};
}

/// Sets *changed where a label changed.
template <int connectivity>
__global__ void spread_labels(PixelSource source, Extent extent, Record* records, std::uint32_t* changed) {
  const Pixel p = pixel_of_thread();
  if (!has(extent, p)) return;
  Record& record = records[index_of(extent, p)];
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

/// A label whose pixel is no top any more is not the last that this pixel takes: it has nothing to make room in.
__global__ void spread_extents(Extent extent, Record* records) {
  const Pixel p = pixel_of_thread();
  if (!has(extent, p)) return;
  Record& record = records[index_of(extent, p)];
  if (record.flag != relabeled) return;
  const int top_x = record.code % extent.width;
  const int top_y = record.code / extent.width;
  record.width = top_x;
  record.height = top_y;
  record.flag = ordinary;
  Record& top = records[record.code];
  const int flag = load_field(top.flag);
  if (!is_top(flag)) return;
  // Most pixels reach no further than those before them: a look is cheaper than an atomic.
  if (p.x - top_x < flag) atomicMin(&top.flag, p.x - top_x);
  if (p.x - top_x > load_field(top.width)) atomicMax(&top.width, p.x - top_x);
  if (p.y - top_y > load_field(top.height)) atomicMax(&top.height, p.y - top_y);
}

__global__ void write_forest(Extent extent, Record* records, std::uint32_t* forest) {
  const Pixel p = pixel_of_thread();
  if (!has(extent, p)) return;
  const std::uint32_t index = index_of(extent, p);
  Record& record = records[index];
  store_entry(forest, index, static_cast<std::uint32_t>(record.code - no_code));
  if (is_top(record.flag)) record.width -= record.flag;
}

template <int connectivity>
Status run(const Job& job) {
  const Extent extent = job.extent;
  const dim3 block(block_width, block_height);
  const dim3 grid = grid_over(extent, block);
  auto* records = static_cast<Record*>(job.work);
  const Status begun = launch("init_records", job, grid, block, init_records, job.source, extent, records);
  if (!begun) return begun;
  const Status stable = repeat_until_stable(job, [&]() -> Status {
    const Status spread = launch("spread_labels", job, grid, block, spread_labels<connectivity>, job.source, extent,
                                 records, job.changed.on_device);
    if (!spread) return spread;
    return launch("spread_extents", job, grid, block, spread_extents, extent, records);
  });
  if (!stable) return stable;
  return launch("write_forest", job, grid, block, write_forest, extent, records, job.forest);
}

}  // namespace

Status run_qin(const Job& job) { return job.connectivity == Connectivity::four ? run<4>(job) : run<8>(job); }

std::size_t qin_work_bytes(const Job& job) { return sizeof(Record) * static_cast<std::size_t>(job.extent.elements()); }

}  // namespace glccl::cuda
