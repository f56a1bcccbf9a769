// Bester and Pulles, section 3.3, with labels in global memory, which they found faster than a surface. jung.cuh has
// the steps.
#include "cuda/methods/common/forest.cuh"
#include "lab/cuda/jung.cuh"
#include "lab/cuda/run.hpp"

namespace glccl::cuda {
namespace {

/// Labels in the job's forest.
struct GlobalLabels {
  std::uint32_t* forest;
  Extent extent;

  __device__ std::uint32_t at(Pixel p) const { return load_entry(forest, index_of(extent, p)); }
  __device__ void set(Pixel p, std::uint32_t label) const { store_entry(forest, index_of(extent, p), label); }
  __device__ std::uint32_t at_root(std::uint32_t label) const { return load_entry(forest, label - 1); }
  /// A root gets the smallest of all labels that are offered to it, so that few rounds are needed.
  __device__ void lower_root(std::uint32_t label, std::uint32_t smaller) const {
    atomicMin(forest + (label - 1), smaller);
  }
};

}  // namespace

Result<void> run_jung(const Job& job) { return run_steps_of(job, GlobalLabels{job.forest, job.extent}); }

}  // namespace glccl::cuda
