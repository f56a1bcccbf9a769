// Images labeled as volumes of one slice, by the functions that label volumes: the model of the method gives the labels
// and first pixels of cpu-serial.
#include <cstdint>
#include <random>

#include "tests/shared/check_volume.hpp"

namespace glccl::tests {
namespace {

using host::Image;

// The tiles of the engines, and tiles of 32 x 4 pixels, in which every pixel is near a border; of these also as volumes
// whose depth happens to be 1.
using Image8 = ModelKind<2, false, 2, 1, 4, 32, 1, true>;
using Image4 = ModelKind<1, false, 2, 1, 4, 16, 1, true>;
using SmallImage8 = ModelKind<2, false, 2, 1, 1, 2, 1, true>;
using SmallImage4 = ModelKind<1, false, 2, 1, 1, 2, 1, true>;
using FlatVolume18 = ModelKind<2, false, 2, 1, 1, 2, 1>;
using FlatVolume6 = ModelKind<1, false, 2, 1, 1, 2, 1>;
using ValuesImage8 = ModelKind<2, true, 1, 1, 4, 32, 1, true>;
using ValuesImage4 = ModelKind<1, true, 1, 1, 4, 32, 1, true>;
using SmallValuesImage8 = ModelKind<2, true, 1, 1, 1, 4, 1, true>;
using SmallValuesImage4 = ModelKind<1, true, 1, 1, 1, 4, 1, true>;
using FlatValues18 = ModelKind<2, true, 1, 1, 1, 4, 1>;
using FlatValues6 = ModelKind<1, true, 1, 1, 1, 4, 1>;

using ImageKinds = KindList<Image8, Image4, SmallImage8, SmallImage4, FlatVolume18, FlatVolume6>;
using ImageValueKinds =
    KindList<ValuesImage8, ValuesImage4, SmallValuesImage8, SmallValuesImage4, FlatValues18, FlatValues6>;

}  // namespace

TEST_CASE("runs label every image of 4x4 as a volume of one slice", "[conformance][shared][volumes][slow]") {
  // 256 x 256 cells of 5x5 pixels: of 32 columns and of 4 rows, every one and every place is at some border.
  Image binary = empty_volume({256 * 5, 256 * 5, 1});
  Image valued = binary;
  for (std::uint64_t bits = 0; bits < 1U << 16; ++bits) {
    const Position cell = position_of(bits, {256, 256, 1});
    const Position at{5 * cell.x, 5 * cell.y, 0};
    draw_bits(binary, {4, 4, 1}, bits, at);
    for (int i = 0; i < 16; ++i) {
      const Position to{at.x + i % 4, at.y + i / 4, 0};
      valued.bytes[place_of(to, valued.extent)] = (bits >> i & 1U) != 0 ? 3 : 1;
    }
  }
  check_volume(ImageKinds{}, binary);
  check_volume(ImageValueKinds{}, valued, Equal{});
  check_volume(ImageValueKinds{}, valued, similar);
}

TEST_CASE("runs label images of all sides as volumes of one slice", "[conformance][shared][volumes]") {
  std::mt19937 random(11);
  for (const Extent& extent : {Extent{1, 1, 1},
                               {1, 300, 1},
                               {300, 1, 1},
                               {31, 31, 1},
                               {32, 4, 1},
                               {33, 5, 1},
                               {127, 31, 1},
                               {128, 32, 1},
                               {129, 33, 1},
                               {384, 65, 1}}) {
    for (const unsigned per_mille : densities) {
      const Image image = random_volume(extent, per_mille, 3, static_cast<unsigned>(random()));
      check_volume(ImageKinds{}, image);
      check_volume(ImageValueKinds{}, image, Equal{});
      check_volume(ImageValueKinds{}, image, similar);
    }
  }
}

}  // namespace glccl::tests
