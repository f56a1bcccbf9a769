// Volumes labeled by runs of bits, by the functions of glsl/shared/volume_links.h and volume_contacts.h: a model of the
// method gives the labels and first voxels of cpu-serial.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "tests/shared/volume_model.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/images.hpp"
#include "tests/support/reference.hpp"

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

template <class... Kinds>
struct KindList {};

using SmallKinds = KindList<Small26, Small18, SmallFlat18, SmallPairs6, SmallRows6>;
using TileKinds = KindList<Wide26, Compact26, Compact18, Flat18, Pairs6, Rows6>;
using ValueKinds = KindList<Values26, SmallValues26, Values18, SmallValues18, Values6, SmallValues6>;

/// The labels of cpu-serial and the places of its components' first voxels.
struct ReferenceVolume {
  LabelImage labels;
  std::vector<std::uint64_t> firsts;
};

ReferenceVolume expected_of(const Image& volume, Connectivity connectivity, const Criterion& criterion) {
  ReferenceVolume expected{reference_labels(volume, connectivity, criterion), {}};
  const auto& values = expected.labels.values;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] > expected.firsts.size()) expected.firsts.push_back(i);
  }
  return expected;
}

/// The difference of the model's labels from cpu-serial's; empty where they are equal.
template <class Kind>
std::string difference(const Image& volume, const Criterion& criterion, const ReferenceVolume& expected) {
  const auto are_connected = [&](int a, int b) {
    const auto* by_difference = std::get_if<Difference>(&criterion);
    return by_difference != nullptr ? std::abs(a - b) <= by_difference->largest : a == b;
  };
  const VolumeBits bits = pack_volume(volume, Kind::values, are_connected);
  const LabeledVolume labeled = VolumeModel<Kind>(bits).label();
  const std::string found = first_difference(labeled.labels, expected.labels);
  if (!found.empty()) return found;
  return labeled.firsts == expected.firsts ? "" : "first voxels differ";
}

template <class... Kinds>
void check_volume(KindList<Kinds...>, const Image& volume, const Criterion& criterion = Foreground{}) {
  std::vector<ReferenceVolume> expected;
  for (const Connectivity connectivity : connectivities_of_space) {
    expected.push_back(expected_of(volume, connectivity, criterion));
  }
  const auto check = [&](auto kind) {
    using Kind = decltype(kind);
    CAPTURE(volume.extent, criterion, Kind::axes, Kind::rows_y, Kind::rows_z, Kind::words, Kind::bands_y);
    REQUIRE(difference<Kind>(volume, criterion, expected[Kind::axes - 1]) == "");
  };
  (check(Kinds{}), ...);
}

Image empty_volume(const Extent& extent) {
  return {extent, PixelFormat::u8, std::vector<std::uint8_t>(static_cast<std::size_t>(extent.elements()))};
}

/// Values 1 to `values`, of `per_mille` in a thousand voxels.
Image random_volume(const Extent& extent, unsigned per_mille, unsigned values, unsigned seed) {
  std::mt19937 random(seed);
  Image volume = empty_volume(extent);
  for (std::uint8_t& voxel : volume.bytes) {
    const auto drawn = static_cast<unsigned>(random());
    if (drawn % 1000 < per_mille) voxel = static_cast<std::uint8_t>(1 + drawn / 1000 % values);
  }
  return volume;
}

/// Draws the binary volume of `part` whose voxel i is bit i of `bits`, from voxel `at` on.
void draw_bits(Image& volume, const Extent& part, std::uint64_t bits, const Position& at) {
  for (int i = 0; i < part.elements(); ++i, bits >>= 1) {
    const Position inside = position_of(static_cast<std::uint64_t>(i), part);
    const Position to{at.x + inside.x, at.y + inside.y, at.z + inside.z};
    volume.bytes[place_of(to, volume.extent)] = bits & 1U;
  }
}

constexpr unsigned densities[] = {20, 60, 100, 200, 350, 500, 800, 950};

const Difference similar{.largest = 1, .background = PixelValue{}};

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
