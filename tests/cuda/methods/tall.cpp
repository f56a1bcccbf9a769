// Images with so many rows that grids are folded (cuda/runtime/launch.cuh), or tall for cuda-fast
// (cuda/fast/links/words.cuh). CUDA allows 65535 blocks in y:
//
//   rows of a block  kernels                                     folded above
//                1   write_labels of the published methods             65535 rows
//               16   cuda-stava                                      1048560
//               31   cuda-links: connect_pixels                      2031586
//               32   cuda-fast, 4-connected                          2097120
//               62   cuda-links: propagate_labels                    4063171
//               64   cuda-fast, 8-connected                          4194240
//              256   measure_components of the published methods    16776960
#include <vector>

#include "glccl/host/generate.hpp"
#include "tests/cuda/support/support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

using cuda::Method;

/// Labels noise with short runs, so that iterative methods need few rounds.
void check_noise(Extent extent, const std::vector<Method>& methods, const host::GenerateOptions& options = {}) {
  const host::Image image = make_image("noise", extent, options);
  for (const Method method : methods) {
    for (const Connectivity connectivity : connectivities) {
      check_against_host(image, Layout::tight, {.connectivity = connectivity}, method);
    }
  }
}

const std::vector<Method> unlimited(cuda::all_methods.begin(), cuda::all_methods.end());

}  // namespace

TEST_CASE("CUDA methods label 70000 rows", "[cuda]") {
  if (skip_without_cuda()) return;
  check_noise({3, 70000}, unlimited);
}

TEST_CASE("CUDA methods label 1100000 rows", "[cuda]") {
  if (skip_without_cuda()) return;
  check_noise({1, 1100000}, unlimited, {.density = 0.9});
}

TEST_CASE("cuda-links labels 4100000 rows", "[cuda]") {
  if (skip_without_cuda()) return;
  check_noise({1, 4100000}, {Method::links}, {.density = 0.9});
}

// 2 GB of scratch memory.
TEST_CASE("cuda-fast labels 4200000 rows", "[cuda]") {
  if (skip_without_cuda()) return;
  check_noise({1, 4200000}, {Method::fast}, {.density = 0.9});
}

TEST_CASE("cuda-stava measures components of 16800000 rows", "[cuda]") {
  if (skip_without_cuda()) return;
  check_against_host(make_image("noise", {1, 16800000}, {.granularity = 1000}), Layout::tight, {});
}

}  // namespace glccl::tests
