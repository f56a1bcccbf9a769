// Engines that label volumes give the labels and the table of cpu-serial; all others refuse volumes.
#include <algorithm>
#include <bit>
#include <cstddef>

#include "glccl/spec.hpp"
#include "tests/conformance/suite.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"

namespace glccl::tests {
namespace {

/// Whether a side is a power of two. llvmpipe compiles a program again for each set of such sides, so few volumes have
/// one.
bool has_power_of_two(const Extent& extent) {
  const auto is_power = [](int side) { return std::has_single_bit(static_cast<unsigned>(side)); };
  return is_power(extent.width) || is_power(extent.height) || is_power(extent.depth);
}

constexpr Extent small_volumes[] = {{1, 1, 3},   {1, 2, 1},   {3, 1, 3},  {3, 3, 3},   {3, 5, 7},
                                    {1, 33, 9},  {33, 1, 9},  {33, 9, 1}, {31, 3, 17}, {32, 5, 7},
                                    {65, 3, 19}, {1, 1, 300}, {5, 70, 3}, {129, 5, 6}, {17, 40, 33}};

/// Elements of the values 0 to 2, of which about `per_mille` in a thousand are not 0.
host::Image random_volume(const Extent& extent, unsigned per_mille) {
  // Rows of noise one below the other have as many random pixels as the volume.
  host::Image volume = make_image("noise", {extent.width, extent.height * extent.depth},
                                  {.seed = per_mille, .density = per_mille / 1000.0});
  const host::Image values = make_image("noise", volume.extent, {.seed = per_mille + 1});
  for (std::size_t i = 0; i < volume.bytes.size(); ++i) {
    if (volume.bytes[i] != 0) volume.bytes[i] = values.bytes[i] != 0 ? 2 : 1;
  }
  volume.extent = extent;
  return volume;
}

/// Calls visit(spec) for the connectivities of space and the criteria that the engine has.
template <class Visit>
void for_each_spec(const EngineUnderTest& engine, const Visit& visit) {
  for (const Connectivity connectivity : connectivities_of_space) {
    if (!engine.has(connectivity)) continue;
    for (const Criterion& criterion : {Criterion(Foreground{}), Criterion(Equal{}), Criterion(Difference{1.0})}) {
      if (engine.has(criterion)) visit(LabelingSpec{.connectivity = connectivity, .criterion = criterion});
    }
  }
}

/// Volumes with a side that is a power of two are labeled by foreground and, in turn, by one criterion of values and
/// with one connectivity: llvmpipe compiles all programs again for each choice of such sides.
void label_small_volumes(EngineUnderTest& engine) {
  std::size_t turn = 0;
  for (const Extent& extent : small_volumes) {
    const bool recompiles = has_power_of_two(extent);
    ++turn;
    for (const unsigned per_mille : {120U, 300U, 600U, 1000U}) {
      const host::Image volume = random_volume(extent, per_mille);
      for_each_spec(engine, [&](const LabelingSpec& spec) {
        const std::size_t criterion = spec.criterion.index();
        const bool in_turn = criterion != 2 - turn % 2 && spec.connectivity == connectivities_of_space[turn % 3];
        if (!recompiles || in_turn) engine.check(volume, spec);
      });
    }
  }
}

/// The box of a volume with the gaps of the whole one. Of one slice it is an image, which all engines label that read
/// memory of the CPU.
void label_a_box(EngineUnderTest& engine) {
  const bool volumes = engine.info().capabilities.has_volumes();
  if (!volumes && engine.info().backend != engines::Backend::cpu) return;
  const host::Image volume = random_volume({31, 19, 11}, 400);
  for (const Rectangle& box : {Rectangle{0, 0, 31, 19, 0, 11}, Rectangle{3, 2, 21, 16, 4, 10},
                               Rectangle{0, 7, 31, 8, 0, 11}, Rectangle{5, 1, 30, 19, 6, 7}, Rectangle{2, 2, 10, 10}}) {
    if (!volumes && extent_of(box).is_volume()) continue;
    CAPTURE(box.z0, box.z1);
    const host::Image part = host::crop(volume.view(), box);
    const LabelingSpec spec{.connectivity = volumes ? Connectivity::twenty_six : Connectivity::eight};
    const LabelImage labels = engine.label(volume.view(), spec, {.table_rows = 4000, .rectangle = box});
    CHECK(first_difference(labels, reference_labels(part, spec.connectivity)) == "");
    const Result<std::vector<Component>> components = engine.runner().components();
    REQUIRE(components);
    CHECK(first_difference(*components, measure(labels)) == "");
  }
}

/// Engines without volumes refuse all of them, others those of which the connectivity does not say what connects
/// slices.
void refuse_volumes(EngineUnderTest& engine) {
  const host::Image volume = random_volume({5, 4, 3}, 400);
  const Capabilities& capabilities = engine.info().capabilities;
  for (const Connectivity connectivity : {Connectivity::four, Connectivity::eight, Connectivity::twenty_six}) {
    const LabelingSpec spec{.connectivity = connectivity};
    CAPTURE(connectivity);
    const Result<void> expected = check(spec, volume.format, volume.extent, capabilities);
    const Result<void> status = engine.try_label(volume.view(), spec);
    REQUIRE(static_cast<bool>(status) == static_cast<bool>(expected));
    if (status) continue;
    CHECK(status.error().code == expected.error().code);
    // `auto` gives the words of the engine that it chose.
    if (engine.info().backend == engines::Backend::automatic) continue;
    CHECK(status.error().message == expected.error().message);
    CHECK_THAT(status.error().message, contains("this is a volume of 5x4x3: use "));
  }
}

}  // namespace

std::vector<ConformanceTest> volume_tests() {
  return {
      {"labels small volumes as cpu-serial does", false, label_small_volumes},
      {"labels a box of a volume as a volume of its own", true, label_a_box},
      {"refuses volumes that it cannot label", true, refuse_volumes},
  };
}

}  // namespace glccl::tests
