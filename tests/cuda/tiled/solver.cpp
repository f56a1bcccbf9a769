// Slabs in host memory that a CUDA method solves, one after the other and at the same time, against cpu-serial.
#include <algorithm>
#include <string>
#include <vector>

#include "glccl/host/device_slabs.hpp"
#include "tests/cuda/support/support.hpp"
#include "tests/host/tiled/label_by_threads.hpp"
#include "tests/host/tiled/moments.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

using host::Image;

/// Labels and rows of slabs, one after the other.
struct CollectedSlabs {
  LabelImage labels;
  std::vector<Component> components;

  void add(const std::vector<std::uint32_t>& more_labels, const std::vector<Component>& more_components) {
    labels.values.insert(labels.values.end(), more_labels.begin(), more_labels.end());
    components.insert(components.end(), more_components.begin(), more_components.end());
  }

  std::string difference_from(const LabeledImage& expected) const {
    const std::string difference = first_difference(labels, expected.labels);
    return difference.empty() ? first_difference(components, expected.components) : difference;
  }
};

}  // namespace

TEST_CASE("slabs that a CUDA method solves have the labels and rows of cpu-serial", "[cuda][tiled][on_cpu]") {
  if (skip_without_cuda()) return;
  for (const cuda::Method method : all_methods()) {
    for (const Image& image : {make_image("noise", {40, 31}), make_image("noise", {9, 8, 11}, {.density = 0.2}),
                               make_image("checkerboard", {50, 90}, {.granularity = 1})}) {
      const LabelingSpec spec{image.extent.is_volume() ? Connectivity::six : Connectivity::four};
      if (!check(spec, image.format, image.extent, cuda::capabilities_of(method))) continue;
      CAPTURE(method, image.extent);
      const Result<host::SolveSlab> solver = host::solve_by_cuda(method);
      REQUIRE(solver);
      CollectedSlabs collected{{image.extent, {}}, {}};
      const host::SlabSink sink = [&](const host::FinishedSlab& slab) {
        collected.add({slab.labels.begin(), slab.labels.end()}, {slab.components.begin(), slab.components.end()});
        return Result<void>();
      };
      const int planes = host::planes_of(image.extent) / 2 + 1;
      REQUIRE(host::label_slabs(host::source_of(image.view()), *solver, spec, {.planes = planes, .components = true},
                                sink));
      CHECK(collected.difference_from(reference(image, spec)) == "");
    }
  }
}

TEST_CASE("slabs that CUDA solves have the moments of the whole", "[cuda][tiled][on_cpu]") {
  if (skip_without_cuda()) return;
  const Result<host::SolveSlab> solver = host::solve_by_cuda();
  REQUIRE(solver);
  for (const Image& image : {make_image("noise", {40, 31}), make_image("noise", {9, 8, 11}, {.density = 0.2})}) {
    CAPTURE(image.extent);
    const LabelingSpec spec{.connectivity = Connectivity::eighteen, .columns = table_column_moments};
    std::vector<Moments> moments;
    const host::SlabSink sink = [&](const host::FinishedSlab& slab) {
      moments.insert(moments.end(), slab.moments.begin(), slab.moments.end());
      return Result<void>();
    };
    REQUIRE(host::label_slabs(host::source_of(image.view()), *solver, spec, {.planes = 5, .components = true}, sink));
    CHECK(first_difference(moments, moments_of(reference(image, spec))) == "");
  }
}

TEST_CASE("slabs that CUDA solves at the same time have the labels and rows of cpu-serial", "[cuda][tiled][on_cpu]") {
  if (skip_without_cuda()) return;
  for (const Image& image :
       {make_image("spiral", {40, 31}), make_image("noise", {60, 33}), make_image("noise", {9, 8, 11})}) {
    const LabelingSpec spec{image.extent.is_volume() ? Connectivity::eighteen : Connectivity::eight};
    const LabeledImage expected = reference(image, spec);
    for (const int count : {1, 2, 3, 7}) {
      CAPTURE(image.extent, count);
      const auto solver = [](int) { return *host::solve_by_cuda(); };
      CollectedSlabs collected{{image.extent, {}}, {}};
      for (const auto& result : label_by_threads(image, spec, count, solver)) {
        REQUIRE(result.has_value());
        REQUIRE(*result);
        collected.add((*result)->labels.values, (*result)->components);
        CHECK((*result)->all_components == expected.components.size());
      }
      CHECK(collected.difference_from(expected) == "");
    }
  }
}

TEST_CASE("a CUDA solver takes slabs with gaps, and refuses what its method does", "[cuda][tiled][on_cpu]") {
  if (skip_without_cuda()) return;
  const Image image = make_image("noise", {30, 20});
  const Result<host::SolveSlab> solver = host::solve_by_cuda(cuda::Method::stava, 0);
  REQUIRE(solver);
  // A window of the image: its rows have gaps.
  const ImageView window{image.bytes.data() + 5, image.format, {20, 20}, 30};
  host::SlabSolution solution;
  solution.labels.values.assign(7, 99);
  solution.components.resize(3);
  REQUIRE((*solver)(window, {}, true, solution));
  const LabeledImage expected = reference(window);
  CHECK(first_difference(solution.labels, expected.labels) == "");
  CHECK(first_difference(solution.components, expected.components) == "");
  REQUIRE((*solver)(window, {}, false, solution));
  CHECK(solution.components.empty());
  const Result<void> refused = (*solver)(window, {.criterion = Difference{2.0}}, false, solution);
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error().message, contains("cuda-stava"));
  const auto missing = host::solve_by_cuda(cuda::Method::fast, 99);
  REQUIRE_FALSE(missing);
  CHECK_THAT(missing.error().message, contains("no CUDA device 99"));
}

}  // namespace glccl::tests
