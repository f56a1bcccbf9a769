// cpu-wu against the oracle.
#include <array>
#include <cstdint>
#include <vector>

#include "glccl/host/cpu.hpp"
#include "glccl/host/generate.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/images.hpp"
#include "tests/support/reference.hpp"

namespace glccl::tests {
namespace {

using host::Image;

/// The first difference from the oracle; empty where there is none.
std::string differs(const Image& image, Connectivity connectivity, const Criterion& criterion = Foreground{}) {
  const Result<LabelImage> labels =
      host::label_wu(image.view(), {.connectivity = connectivity, .criterion = criterion});
  REQUIRE(labels);
  return first_difference(*labels, reference_labels(image, connectivity, criterion));
}

}  // namespace

TEST_CASE("cpu-wu gives the oracle's labels for every image of 4 x 4", "[wu]") {
  for (const Connectivity connectivity : connectivities) {
    int different = 0;
    for (std::uint64_t bits = 0; bits < 65536; ++bits) {
      different += differs(image_of_bits({4, 4}, bits), connectivity).empty() ? 0 : 1;
    }
    CHECK(different == 0);
  }
}

TEST_CASE("cpu-wu gives the oracle's labels for random images of all kinds", "[wu]") {
  for (int i = 0; i < 1000; ++i) {
    const Image image = random_image(i);
    CAPTURE(i, image.extent);
    for (const Connectivity connectivity : connectivities) REQUIRE(differs(image, connectivity) == "");
  }
}

TEST_CASE("cpu-wu gives the oracle's labels for rows, columns and ribbons", "[wu]") {
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

TEST_CASE("cpu-wu gives the oracle's labels for segments", "[wu]") {
  for (int i = 0; i < 600; ++i) {
    const Image image = random_segments(i);
    CAPTURE(i, image.extent, image.format);
    for (const Connectivity connectivity : connectivities) REQUIRE(differs(image, connectivity, Equal{}) == "");
  }
}

TEST_CASE("cpu-wu thresholds the channel it is asked for, above and not above", "[wu]") {
  constexpr std::array channels = {Channel::red, Channel::green, Channel::blue, Channel::alpha, Channel::any};
  for (int i = 0; i < 90; ++i) {
    const Image image = random_segments(i);
    for (const Channel channel : channels) {
      for (const bool inverted : {false, true}) {
        // Values are 0 to 4 in every byte, so that a grey16 image has them in steps of 257 around these.
        const float threshold = image.format == PixelFormat::u16     ? 514.5F
                                : image.format == PixelFormat::rgba8 ? 1.0F / 255.0F
                                                                     : 1.0F;
        const Foreground criterion{threshold, inverted, channel};
        CAPTURE(i, channel, inverted);
        for (const Connectivity connectivity : connectivities) REQUIRE(differs(image, connectivity, criterion) == "");
      }
    }
  }
}

TEST_CASE("cpu-wu writes labels beyond 16 bits", "[wu]") {
  const Result<Image> image = host::generate("checkerboard", {601, 599});
  REQUIRE(image);
  CHECK(differs(*image, Connectivity::four) == "");
  CHECK(differs(*image, Connectivity::eight) == "");
}

}  // namespace glccl::tests
