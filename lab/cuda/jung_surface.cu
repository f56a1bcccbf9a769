// Bester and Pulles, section 3.3, with labels on a surface for its locality in two dimensions. jung.cuh has the steps.
//
// Surfaces have no atomics, and only the next kernel is certain to read what a kernel stores. Within a kernel this
// differs from jung.cu in two ways, neither of which changes the final labels; they can only take more rounds:
// - If several threads lower a root in step 5, the last store stays, which need not be the smallest label. Each of
//   these labels is smaller than the root's own, so the root becomes a child in any case. Pixels whose labels still
//   differ have set the flag, so another round follows, which compares them again.
// - A thread may read some labels from before the kernel and some that the kernel has stored. Both name roots that the
//   pixel's own component had when the kernel began, so the thread lowers only such roots, as in jung.cu.
#include "cuda/methods/common/forest.cuh"
#include "lab/cuda/jung.cuh"
#include "lab/cuda/run.hpp"

namespace glccl::cuda {
namespace {

/// Labels on the job's plane, 4 bytes per label.
struct SurfaceLabels {
  cudaSurfaceObject_t plane;
  int width;

  __device__ Pixel place_of(std::uint32_t label) const {
    const std::uint32_t index = label - 1;
    return {static_cast<int>(index % width), static_cast<int>(index / width)};
  }
  __device__ std::uint32_t at(Pixel p) const { return surf2Dread<unsigned int>(plane, 4 * p.x, p.y); }
  __device__ void set(Pixel p, std::uint32_t label) const { surf2Dwrite(label, plane, 4 * p.x, p.y); }
  __device__ std::uint32_t at_root(std::uint32_t label) const { return at(place_of(label)); }
  __device__ void lower_root(std::uint32_t label, std::uint32_t smaller) const { set(place_of(label), smaller); }
};

__global__ void __launch_bounds__(most_jung_threads)
    copy_labels(Extent extent, SurfaceLabels labels, std::uint32_t* forest) {
  const Pixel p = pixel_of_thread();
  if (has(extent, p)) store_entry(forest, index_of(extent, p), labels.at(p));
}

}  // namespace

Result<void> run_jung_surface(const Job& job) {
  const SurfaceLabels labels{job.plane, job.extent.width};
  if (Result<void> labeled = run_steps_of(job, labels); !labeled) return labeled;
  const dim3 block(jung_block_side(job), jung_block_side(job));
  return launch("copy_labels", job, grid_over(job.extent, block), block, copy_labels, job.extent, labels, job.forest);
}

}  // namespace glccl::cuda
