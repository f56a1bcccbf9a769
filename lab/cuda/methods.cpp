// Builds without CUDA have this file too, as cuda/faces/traits.cpp.
#include "lab/cuda/methods.hpp"

#include "cuda/faces/traits.hpp"

#if GLCCL_WITH_CUDA
#include "lab/cuda/run.hpp"
#endif

namespace glccl::cuda {
namespace {

const Capabilities& jung_capabilities() {
  static const Capabilities all = capable("cuda-jung");
  return all;
}

const Capabilities& jung_surface_capabilities() {
  static const Capabilities all = capable("cuda-jung-surface");
  return all;
}

/// cuda-qin keeps places as signed integers, which largest_forest allows.
const Capabilities& qin_capabilities() {
  static const Capabilities all = capable("cuda-qin");
  return all;
}

const Capabilities& hawick_capabilities() {
  static const Capabilities all = capable("cuda-hawick");
  return all;
}

}  // namespace

#if GLCCL_WITH_CUDA
constinit const MethodTraits jung_traits{
    .capabilities = jung_capabilities, .run = run_jung, .check = check_jung, .iterates = true};
constinit const MethodTraits jung_surface_traits{.capabilities = jung_surface_capabilities,
                                                 .run = run_jung_surface,
                                                 .check = check_jung,
                                                 .iterates = true,
                                                 .needs_plane = true};
constinit const MethodTraits qin_traits{.capabilities = qin_capabilities,
                                        .run = run_qin,
                                        .work_bytes = qin_work_bytes,
                                        .iterates = true,
                                        .gives_records = true};
constinit const MethodTraits hawick_traits{
    .capabilities = hawick_capabilities, .run = run_hawick, .work_bytes = hawick_work_bytes, .iterates = true};

Result<void> check_jung(const Job& job) {
  const unsigned side = jung_block_side(job);
  if (side == 4 || side == 8 || side == 16 || side == 32) return {};
  return Error{ErrorCode::invalid_argument, "blocks of " + to_string(Extent{job.tuning, job.tuning}) +
                                                " threads: Options::tuning has to be 4, 8, 16 or 32"};
}
#else
constinit const MethodTraits jung_traits{jung_capabilities};
constinit const MethodTraits jung_surface_traits{jung_surface_capabilities};
constinit const MethodTraits qin_traits{qin_capabilities};
constinit const MethodTraits hawick_traits{hawick_capabilities};
#endif

}  // namespace glccl::cuda
