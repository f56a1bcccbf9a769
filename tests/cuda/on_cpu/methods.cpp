// The CUDA methods on the CPU where pixels and labels lie in other memory than that of the conformance suite.
#include "tests/cuda/support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/images.hpp"

namespace glccl::tests {

TEST_CASE("CUDA methods on the CPU read and write memory with gaps and arrays", "[on_cpu]") {
  for (const cuda::Method method : all_methods()) {
    for (int i = 0; i < 6; ++i) {
      CAPTURE(method, i);
      check_against_host(random_image(i), i % 2 == 0 ? Layout::pitched : Layout::arrays, {}, method);
    }
  }
}

}  // namespace glccl::tests
