// cuda-fast in volumes: the kernels of fast.cu for tiles in space.
#include "cuda/fast/run.cuh"
#include "cuda/fast/volumes.hpp"

namespace glccl::cuda {
namespace {

/// Calls visit(Shape()) for the tiles of the job's volume.
template <class Visit>
auto with_shape(const Job& job, const Visit& visit) {
  const bool values = job.source.equal || job.source.difference;
  if (job.connectivity == Connectivity::six) return values ? visit(ValuesVolume<1>()) : visit(Volume6());
  if (job.connectivity == Connectivity::eighteen) return values ? visit(ValuesVolume<2>()) : visit(Volume18());
  return values ? visit(ValuesVolume<3>()) : visit(Volume26());
}

}  // namespace

Result<void> check_volume(const Job& job) {
  return with_shape(job, [&](auto shape) { return check_tiles<decltype(shape)>(job); });
}

Result<void> label_volume(const Job& job) {
  return with_shape(job, [&](auto shape) { return run<decltype(shape)>(job); });
}

std::size_t volume_work_bytes(const Job& job) {
  return with_shape(job, [&](auto shape) { return divide<decltype(shape)>(job).bytes; });
}

}  // namespace glccl::cuda
