// Volumes labeled by runs of bits, by the functions of glsl/shared/links.h and contacts.h: a model of the
// method gives the labels and first voxels of cpu-serial.
#include <cstddef>
#include <cstdint>
#include <random>

#include "tests/shared/check_volume.hpp"

namespace glccl::tests {
namespace {

using host::Image;

// Tiles as kernels may have them, and tiles of 32 x 4 x 4 voxels and less, in which every voxel is near a border.
using Wide26 = ModelKind<3, false, 2, 2, 4, 8, 4>;
using Compact26 = ModelKind<3, false, 2, 2, 2, 8, 8>;
using Small26 = ModelKind<3, false, 2, 2, 1, 2, 2>;
using Compact18 = ModelKind<2, false, 2, 2, 2, 8, 8>;
using Small18 = ModelKind<2, false, 2, 2, 1, 2, 2>;
using Flat18 = ModelKind<2, false, 2, 1, 2, 8, 8>;
using SmallFlat18 = ModelKind<2, false, 2, 1, 1, 2, 2>;
using Pairs6 = ModelKind<1, false, 2, 1, 2, 8, 8>;
using SmallPairs6 = ModelKind<1, false, 2, 1, 1, 2, 2>;
using Rows6 = ModelKind<1, false, 1, 1, 2, 8, 8>;
using SmallRows6 = ModelKind<1, false, 1, 1, 1, 2, 2>;
using Values26 = ModelKind<3, true, 1, 1, 2, 8, 8>;
using SmallValues26 = ModelKind<3, true, 1, 1, 1, 2, 2>;
using Values18 = ModelKind<2, true, 1, 1, 2, 8, 8>;
using SmallValues18 = ModelKind<2, true, 1, 1, 1, 2, 2>;
using Values6 = ModelKind<1, true, 1, 1, 2, 8, 8>;
using SmallValues6 = ModelKind<1, true, 1, 1, 1, 2, 2>;

using SmallKinds = KindList<Small26, Small18, SmallFlat18, SmallPairs6, SmallRows6>;
using TileKinds = KindList<Wide26, Compact26, Compact18, Flat18, Pairs6, Rows6>;
using ValueKinds = KindList<Values26, SmallValues26, Values18, SmallValues18, Values6, SmallValues6>;

}  // namespace

TEST_CASE("runs label every volume of 2x2x2 at borders of words and tiles", "[conformance][shared][volumes]") {
  for (const int x : {0, 31}) {
    for (const int y : {0, 1, 3}) {
      for (const int z : {0, 1, 3}) {
        for (std::uint64_t bits = 0; bits < 256; ++bits) {
          Image volume = empty_volume({x + 2, y + 2, z + 2});
          draw_bits(volume, {2, 2, 2}, bits, {x, y, z});
          CAPTURE(x, y, z, bits);
          check_volume(SmallKinds{}, volume);
        }
      }
    }
  }
}

TEST_CASE("runs label every volume of 3x3x2", "[conformance][shared][volumes][slow]") {
  // 64 x 64 x 64 cells of 4x4x3 voxels. Some lie across borders of words, all across borders of tiles.
  Image volume = empty_volume({64 * 4 + 2, 64 * 4 + 2, 64 * 3 + 1});
  for (std::uint64_t bits = 0; bits < 1U << 18; ++bits) {
    const Position cell = position_of(bits, {64, 64, 64});
    draw_bits(volume, {3, 3, 2}, bits, {4 * cell.x + 2, 4 * cell.y + 2, 3 * cell.z + 1});
  }
  check_volume(SmallKinds{}, volume);
}

TEST_CASE("runs label volumes of one row, column or slice", "[conformance][shared][volumes]") {
  for (const Extent& extent : {Extent{1, 1, 1},
                               {1, 1, 300},
                               {1, 300, 1},
                               {300, 1, 1},
                               {1, 67, 45},
                               {45, 1, 67},
                               {67, 45, 1},
                               {64, 16, 16},
                               {65, 17, 17},
                               {128, 16, 8},
                               {129, 15, 9},
                               {32, 4, 4},
                               {33, 5, 3}}) {
    for (const unsigned per_mille : densities) {
      const Image volume = random_volume(extent, per_mille, 3, per_mille);
      check_volume(TileKinds{}, volume);
      check_volume(SmallKinds{}, volume);
      check_volume(ValueKinds{}, volume, Equal{});
      check_volume(ValueKinds{}, volume, similar);
    }
  }
}

TEST_CASE("runs label random volumes", "[conformance][shared][volumes][slow]") {
  std::mt19937 random(7);
  for (unsigned i = 0; i < 320; ++i) {
    const auto side = [&](unsigned most) { return static_cast<int>(1 + random() % most); };
    const Extent extent{side(i % 4 == 0 ? 140 : 70), side(65), side(i % 4 == 0 ? 30 : 67)};
    const Image volume = random_volume(extent, densities[i % 8], 1 + i % 4, i);
    CAPTURE(i);
    check_volume(TileKinds{}, volume);
    if (i % 4 == 1) check_volume(SmallKinds{}, volume);
    if (i % 4 == 2) check_volume(ValueKinds{}, volume, Equal{});
    if (i % 4 == 3) check_volume(ValueKinds{}, volume, similar);
  }
}

TEST_CASE("tiles of volumes have room for the most runs and nodes", "[conformance][shared][volumes]") {
  // Voxels whose coordinates are all even, of which two are, and whose sum is even.
  for (const int kind : {0, 1, 2}) {
    Image volume = empty_volume({130, 34, 34});
    for (std::size_t i = 0; i < volume.bytes.size(); ++i) {
      const Position at = position_of(i, volume.extent);
      const bool even_y = (at.y + (kind == 0 ? 0 : at.z)) % 2 == 0;
      const bool set =
          kind == 2 ? (at.x + at.y + at.z) % 2 == 0 : at.x % 2 == 0 && even_y && (kind == 1 || at.z % 2 == 0);
      volume.bytes[i] = set ? 1 : 0;
    }
    check_volume(TileKinds{}, volume);
    for (std::size_t i = 0; i < volume.bytes.size(); ++i) volume.bytes[i] = static_cast<std::uint8_t>(1 + i * 7 % 251);
    check_volume(ValueKinds{}, volume, Equal{});
  }
}

}  // namespace glccl::tests
