// cpu-wu against cpu-serial where the conformance suite does not look: images without a gutter, long ones, many labels.
#include "lab/cpu/label_wu.hpp"

#include <cstdint>
#include <vector>

#include "glccl/host/cpu.hpp"
#include "glccl/host/generate.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

using host::Image;

/// The first difference from cpu-serial; empty if there is none.
std::string differs(const Image& image, Connectivity connectivity, const Criterion& criterion = Foreground{}) {
  const Result<LabelImage> labels =
      host::label_wu(image.view(), {.connectivity = connectivity, .criterion = criterion});
  REQUIRE(labels);
  return first_difference(*labels, reference_labels(image, connectivity, criterion));
}

}  // namespace

TEST_CASE("cpu-wu gives cpu-serial's labels for every image of 4x4", "[host][slow][wu]") {
  for (const Connectivity connectivity : connectivities) {
    int different = 0;
    for (std::uint64_t bits = 0; bits < 65536; ++bits) {
      different += differs(image_of_bits({4, 4}, bits), connectivity).empty() ? 0 : 1;
    }
    CHECK(different == 0);
  }
}

TEST_CASE("cpu-wu gives cpu-serial's labels for rows, columns and ribbons", "[host][wu]") {
  for (const Extent extent :
       {Extent{1, 1}, {1, 1000}, {1000, 1}, {2, 777}, {777, 2}, {5000, 41}, {41, 5000}, {1023, 513}}) {
    CAPTURE(extent);
    for (const host::GenerateKind& kind : host::generate_kinds()) {
      CAPTURE(kind.name);
      const Result<Image> image = host::generate(kind.name, extent, {.seed = 3, .density = 0.55});
      REQUIRE(image);
      for (const Connectivity connectivity : connectivities) CHECK(differs(*image, connectivity) == "");
    }
  }
}

TEST_CASE("cpu-wu writes labels beyond 16 bits", "[host][wu]") {
  const Result<Image> image = host::generate("checkerboard", {601, 599});
  REQUIRE(image);
  CHECK(differs(*image, Connectivity::four) == "");
  CHECK(differs(*image, Connectivity::eight) == "");
}

TEST_CASE("cpu-wu leaves the pixels out that a mask leaves out", "[host][wu][mask]") {
  for (const Extent& extent : {Extent{1, 1}, Extent{1, 70}, Extent{70, 1}, Extent{67, 33}, Extent{2100, 3}}) {
    const Image image = make_image("noise", extent, {.seed = 3});
    const Image mask = make_image("noise", extent, {.seed = 4, .density = 0.75});
    const ImageView view = mask.view();
    for (const Criterion& criterion : {Criterion(Foreground{}), Criterion(Foreground{.inverted = true}),
                                       Criterion(Equal{}), Criterion(Equal{.background = {}})}) {
      for (const Connectivity connectivity : connectivities) {
        CAPTURE(extent, criterion.index(), connectivity);
        const LabelingSpec spec{.connectivity = connectivity, .criterion = criterion};
        const Result<LabelImage> expected = host::label_serial(image.view(), spec, &view);
        const Result<LabelImage> labels = host::label_wu(image.view(), spec, &view);
        REQUIRE(expected);
        REQUIRE(labels);
        CHECK(first_difference(*labels, *expected) == "");
      }
    }
  }
}

}  // namespace glccl::tests
