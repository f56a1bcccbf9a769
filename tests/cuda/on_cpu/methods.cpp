// The CUDA methods on the CPU against cpu-serial: a sample of what tests_cuda and the conformance suite do on a GPU.
#include <string>
#include <vector>

#include "glccl/host/generate.hpp"
#include "tests/cuda/support/support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

/// Labels an image by every connectivity of the plane.
void check_method(cuda::Method method, const host::Image& image, const Criterion& criterion = Foreground{}) {
  static int calls = 0;
  const Layout layout = layouts[calls++ % 3];
  for (const Connectivity connectivity : connectivities) {
    check_against_host(image, layout, {.connectivity = connectivity, .criterion = criterion}, method);
  }
}

}  // namespace

TEST_CASE("CUDA methods on the CPU label every 3x3 image", "[on_cpu]") {
  const host::Image atlas = atlas_of_all_images({3, 3}, 0, 512);
  for (const cuda::Method method : all_methods()) check_method(method, atlas);
}

TEST_CASE("CUDA methods on the CPU label random images", "[on_cpu][slow]") {
  for (const cuda::Method method : all_methods()) {
    for (int i = 0; i < 6; ++i) {
      CAPTURE(i);
      check_method(method, random_image(i));
    }
  }
}

TEST_CASE("CUDA methods on the CPU label paths across tiles", "[on_cpu][slow]") {
  for (const cuda::Method method : all_methods()) {
    for (const std::string kind : {"spiral", "comb", "checkerboard"}) {
      CAPTURE(kind);
      check_method(method, make_image(kind, is_slow(method) ? Extent{40, 40} : Extent{300, 70}));
    }
  }
}

TEST_CASE("cuda-fast and cuda-links on the CPU connect equal and similar values", "[on_cpu][slow]") {
  for (const cuda::Method method : {cuda::Method::fast, cuda::Method::links}) {
    for (int i = 0; i < 12; ++i) {
      CAPTURE(i);
      const host::Image image = random_segments(i);
      for (const Criterion& criterion :
           {Criterion(Equal{}), Criterion(Difference{1.0F}), Criterion(Difference{40.0F})}) {
        check_method(method, image, criterion);
      }
    }
  }
}

}  // namespace glccl::tests
