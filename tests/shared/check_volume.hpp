// Whether the model of the method (volume_model.hpp) gives the labels and first voxels of cpu-serial.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include "tests/shared/volume_model.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {

template <class... Kinds>
struct KindList {};

/// The labels of cpu-serial and the places of its components' first voxels.
struct ReferenceVolume {
  LabelImage labels;
  std::vector<std::uint64_t> firsts;
};

inline ReferenceVolume expected_of(const host::Image& volume, Connectivity connectivity, const Criterion& criterion) {
  ReferenceVolume expected{reference_labels(volume, connectivity, criterion), {}};
  const auto& values = expected.labels.values;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] > expected.firsts.size()) expected.firsts.push_back(i);
  }
  return expected;
}

/// The difference of the model's labels from cpu-serial's; empty where they are equal.
template <class Kind>
std::string difference(const host::Image& volume, const Criterion& criterion, const ReferenceVolume& expected) {
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
void check_volume(KindList<Kinds...>, const host::Image& volume, const Criterion& criterion = Foreground{}) {
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

inline host::Image empty_volume(const Extent& extent) {
  return {extent, PixelFormat::u8, std::vector<std::uint8_t>(static_cast<std::size_t>(extent.elements()))};
}

/// Values 1 to `values`, of `per_mille` in a thousand voxels.
inline host::Image random_volume(const Extent& extent, unsigned per_mille, unsigned values, unsigned seed) {
  std::mt19937 random(seed);
  host::Image volume = empty_volume(extent);
  for (std::uint8_t& voxel : volume.bytes) {
    const auto drawn = static_cast<unsigned>(random());
    if (drawn % 1000 < per_mille) voxel = static_cast<std::uint8_t>(1 + drawn / 1000 % values);
  }
  return volume;
}

/// Draws the binary volume of `part` whose voxel i is bit i of `bits`, from voxel `at` on.
inline void draw_bits(host::Image& volume, const Extent& part, std::uint64_t bits, const Position& at) {
  for (int i = 0; i < part.elements(); ++i, bits >>= 1) {
    const Position inside = position_of(static_cast<std::uint64_t>(i), part);
    const Position to{at.x + inside.x, at.y + inside.y, at.z + inside.z};
    volume.bytes[place_of(to, volume.extent)] = bits & 1U;
  }
}

inline constexpr unsigned densities[] = {20, 60, 100, 200, 350, 500, 800, 950};

inline const Difference similar{.largest = 1, .background = PixelValue{}};

}  // namespace glccl::tests
